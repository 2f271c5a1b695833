import { z } from 'zod'
import type { Client } from '../../net/request.ts'
import { callRpc, type RpcNode } from '../json-rpc.ts'

/** The newest form of transactions. A node does not tell one that is newer than it is asked for. */
export const NEWEST_VERSION = { maxSupportedTransactionVersion: 1 } as const

/** The commitment level of an answer: `processed` may be reverted, `finalized` may not. */
export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** Whether a blockhash is valid, and the slot of that answer. */
export interface Lifetime {
  readonly isAlive: boolean
  readonly slot: number
}

/** The JSON-RPC API of a Solana node. */
export interface SvmNode {
  /** Throws if the node gives no valid answer. */
  ask(method: string, params: readonly unknown[]): Promise<unknown>
  /** Whether a transaction with that blockhash can still be included. */
  isAlive(blockhash: string, commitment: Commitment): Promise<boolean>
  /** The same, with the slot of the answer. Throws if the node has not reached `minContextSlot`. */
  lifetime(blockhash: string, commitment: Commitment, minContextSlot?: number): Promise<Lifetime>
}

const ASK_MS = 3_000
const ANSWER_BYTES_MAX = 256 * 1024

const Validity = z.object({ context: z.object({ slot: z.number() }), value: z.boolean() })

export function createSvmNode(client: Client, url: string): SvmNode {
  const node: RpcNode = { url, client, timeoutMs: ASK_MS, bytesMax: ANSWER_BYTES_MAX }
  const ask: SvmNode['ask'] = (method, params) => callRpc(node, method, params)

  const lifetime: SvmNode['lifetime'] = async (blockhash, commitment, minContextSlot) => {
    const options = { commitment, ...(minContextSlot !== undefined && { minContextSlot }) }
    const { value, context } = Validity.parse(await ask('isBlockhashValid', [blockhash, options]))
    return { isAlive: value, slot: context.slot }
  }

  return {
    ask,
    lifetime,
    isAlive: async (blockhash, commitment) => (await lifetime(blockhash, commitment)).isAlive,
  }
}
