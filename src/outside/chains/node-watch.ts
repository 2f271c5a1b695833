import type { Client } from '../net/request.ts'
import { callRpc } from './json-rpc.ts'

/** Checks regularly whether a node answers. */
export interface NodeWatch {
  /** The problem of the node, without secrets; null if it works. */
  trouble(): string | null
  refresh(): Promise<void>
  close(): void
}

export interface WatchedNode {
  readonly url: string
  /** The chain id that the node must report. */
  readonly chainId: number
  readonly client: Client
  /** Called when the node stops answering, or does not answer at the start. */
  onTrouble(what: string, cause: unknown): void
}

const ASK_MS = 3_000
const ANSWER_BYTES_MAX = 64 * 1024
const REFRESH_MS = 30_000

export async function watchNode(node: WatchedNode): Promise<NodeWatch> {
  const { url, chainId, client, onTrouble } = node
  let trouble: string | null = null

  async function look(): Promise<string | null> {
    const asked = { url, client, timeoutMs: ASK_MS, bytesMax: ANSWER_BYTES_MAX }
    try {
      const answer = Number(await callRpc(asked, 'eth_chainId', []))
      return answer === chainId ? null : `the node of this service is one of chain ${answer}.`
    } catch {
      return 'the node of this service cannot be reached.'
    }
  }

  async function refresh(): Promise<void> {
    const before = trouble
    trouble = await look()
    if (trouble && !before) onTrouble(`chain ${chainId} cannot be paid on`, new Error(trouble))
  }

  await refresh()
  const timer = setInterval(() => void refresh(), REFRESH_MS).unref()
  return { trouble: () => trouble, refresh, close: () => clearInterval(timer) }
}
