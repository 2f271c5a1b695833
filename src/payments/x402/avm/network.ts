import { base32nopad } from '@scure/base'
import type { Traced } from '../../../chains/traced.ts'
import type { OtherNetwork } from '../../../chains/networks.ts'
import type { SelfSettledNetwork, SelfSettlementOptions } from '../self-settled-network.ts'
import { createAvmNode } from '../../../chains/avm/node.ts'
import { avmPaymentOf, avmTransactionsOf } from '../../../chains/avm/group.ts'

const ROUND_KNOWN_MS = 3_000
/** How many rounds a node remembers confirmed transactions. */
const REMEMBERED_ROUNDS = 900

/** Algorand through the operator's algod: settlements of a facilitator can be checked. */
export function openAvmNetwork(
  network: OtherNetwork,
  options: SelfSettlementOptions,
): SelfSettledNetwork {
  const { client, now, onTrouble } = options
  const node = createAvmNode(client, options.rpcUrls[network.id] ?? '')
  let known: { readonly round: number; readonly at: number } | null = null

  async function round(): Promise<{ readonly round: number; readonly at: number }> {
    if (known && now() - known.at < ROUND_KNOWN_MS) return known
    known = { round: await node.round(), at: now() }
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
      const isConfirmed = await node.isConfirmed(transaction)
      if (isConfirmed === true) return { state: 'settled', transaction }
      const age = current.round - payment.lastRound
      return isConfirmed === false && age > 0 && age < REMEMBERED_ROUNDS
        ? { state: 'dead', reason: 'transaction_expired' }
        : { state: 'unknown' }
    },
    close: async () => {},
  }
}
