import { z } from 'zod'
import type { Client } from '../../net/request.ts'
import { callRpc, type RpcNode } from '../json-rpc.ts'

/** How certain an answer must be: `processed` was seen, `finalized` stays. */
export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** A blockhash, and the slot in which a node said so. */
export interface Lifetime {
  readonly isAlive: boolean
  readonly slot: number
}

/** A Solana node, spoken to over JSON-RPC. */
export interface SvmNode {
  /** Throws when there is no sensible answer. */
  ask(method: string, params: readonly unknown[]): Promise<unknown>
  /** Whether a transaction over that blockhash can still be taken. */
  isAlive(blockhash: string, commitment: Commitment): Promise<boolean>
  /** The same, of a node that has come at least to that slot; another one throws. */
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
