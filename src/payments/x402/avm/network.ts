import { base32nopad } from '@scure/base'
import { z } from 'zod'
import type { Client } from '../../../net/request.ts'
import type { Traced } from '../../../chains/traced.ts'
import type { OtherNetwork } from '../../../chains/networks.ts'
import type { SelfSettledNetwork, SelfSettlementOptions } from '../self-settled-network.ts'
import { avmPaymentOf, avmTransactionsOf } from '../../../chains/avm/group.ts'

const ASK_MS = 3_000
const ROUND_KNOWN_MS = 3_000
const ANSWER_BYTES_MAX = 256 * 1024
/** How many rounds a node remembers confirmed transactions. */
const REMEMBERED_ROUNDS = 900

const Status = z.object({ 'last-round': z.number() })
const Pending = z.object({ 'confirmed-round': z.number().default(0) })

/** Algorand through the operator's algod: settlements of a facilitator can be checked. */
export function openAvmNetwork(
  network: OtherNetwork,
  options: SelfSettlementOptions,
): SelfSettledNetwork {
  const { client, now, onTrouble } = options
  const base = (options.rpcUrls[network.id] ?? '').replace(/\/+$/, '')
  let known: { readonly round: number; readonly at: number } | null = null

  async function round(): Promise<{ readonly round: number; readonly at: number }> {
    if (known && now() - known.at < ROUND_KNOWN_MS) return known
    const { body } = await ask(client, `${base}/v2/status`)
    known = { round: Status.parse(body)['last-round'], at: now() }
    return known
  }

  return {
    facilitator: null,
    trouble: async () => 'it can only be looked at from here.',
    upto: async () => null,
    async endsAt({ payload }) {
      const rounds = avmTransactionsOf(payload)?.map(({ lastRound }) => lastRound)
      if (!rounds) return null
      try {
        const current = await round()
        const left = Math.min(...rounds) - current.round
        return current.at + left * network.blockSeconds * 1000
      } catch (thrown) {
        onTrouble(`${network.id} cannot be asked for its round`, thrown)
        return null
      }
    },
    async trace({ payload }): Promise<Traced> {
      const payment = avmPaymentOf(payload)
      if (!payment) return { state: 'unknown' }
      const transaction = base32nopad.encode(Buffer.from(payment.id, 'hex'))
      const current = await round()
      const url = `${base}/v2/transactions/pending/${transaction}?format=json`
      const { status, body } = await ask(client, url)
      if (status === 200 && Pending.parse(body)['confirmed-round'] > 0)
        return { state: 'settled', transaction }
      const age = current.round - payment.lastRound
      return status === 404 && age > 0 && age < REMEMBERED_ROUNDS
        ? { state: 'dead', reason: 'transaction_expired' }
        : { state: 'unknown' }
    },
    close: async () => {},
  }
}

async function ask(client: Client, url: string): Promise<{ status: number; body: unknown }> {
  const { status, bytes } = await client.request(url, {
    timeoutMs: ASK_MS,
    bytesMax: ANSWER_BYTES_MAX,
  })
  return { status, body: JSON.parse(bytes.toString('utf8')) }
}
