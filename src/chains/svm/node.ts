import { z } from 'zod'
import type { Client } from '../../net/request.ts'
import { callRpc, type RpcNode } from '../json-rpc.ts'

/** How certain an answer must be: `processed` was seen, `finalized` stays. */
export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** A Solana node, spoken to over JSON-RPC. */
export interface SvmNode {
  /** Throws when there is no sensible answer. */
  ask(method: string, params: readonly unknown[]): Promise<unknown>
  /** Whether a transaction over that blockhash can still be taken. */
  isAlive(blockhash: string, commitment: Commitment): Promise<boolean>
}

const ASK_MS = 3_000
const ANSWER_BYTES_MAX = 256 * 1024

const Validity = z.object({ value: z.boolean() })

export function createSvmNode(client: Client, url: string): SvmNode {
  const node: RpcNode = { url, client, timeoutMs: ASK_MS, bytesMax: ANSWER_BYTES_MAX }
  const ask: SvmNode['ask'] = (method, params) => callRpc(node, method, params)

  return {
    ask,
    isAlive: async (blockhash, commitment) =>
      Validity.parse(await ask('isBlockhashValid', [blockhash, { commitment }])).value,
  }
}
