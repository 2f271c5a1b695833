import { z } from 'zod'
import type { Client } from '../../../net/request.ts'

/** How sure a node must be of what it says: that it has seen it, or that it stays. */
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

const Answer = z.object({ result: z.unknown() })
const Validity = z.object({ value: z.boolean() })

export function createSvmNode(client: Client, url: string): SvmNode {
  async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const { bytes } = await client.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      timeoutMs: ASK_MS,
      bytesMax: ANSWER_BYTES_MAX,
    })
    return Answer.parse(JSON.parse(bytes.toString('utf8'))).result
  }

  return {
    ask,
    isAlive: async (blockhash, commitment) =>
      Validity.parse(await ask('isBlockhashValid', [blockhash, { commitment }])).value,
  }
}
