import { z } from 'zod'
import type { Client } from '../../net/request.ts'

/** The HTTP API of an algod node. */
export interface AvmNode {
  /** Throws when it cannot be reached, or answers no JSON. */
  ask(path: string): Promise<{ readonly status: number; readonly body: unknown }>
  /** The last round of its chain. */
  round(): Promise<number>
  /**
   * Null while it is pending; false if the node does not know it, or forgot it after 1,000 rounds.
   */
  isConfirmed(transaction: string): Promise<boolean | null>
}

const ASK_MS = 3_000
const ANSWER_BYTES_MAX = 1024 * 1024

const Status = z.object({ 'last-round': z.number() })
const Pending = z.object({ 'confirmed-round': z.number().default(0) })

export function createAvmNode(client: Client, url: string): AvmNode {
  const base = url.replace(/\/+$/, '')

  const ask: AvmNode['ask'] = async (path) => {
    const { status, bytes } = await client.request(`${base}${path}`, {
      timeoutMs: ASK_MS,
      bytesMax: ANSWER_BYTES_MAX,
    })
    return { status, body: JSON.parse(bytes.toString('utf8')) }
  }

  return {
    ask,
    async round() {
      const { body } = await ask('/v2/status')
      return Status.parse(body)['last-round']
    },
    async isConfirmed(transaction) {
      const { status, body } = await ask(`/v2/transactions/pending/${transaction}?format=json`)
      if (status === 200) return Pending.parse(body)['confirmed-round'] > 0 ? true : null
      return status === 404 ? false : null
    },
  }
}
