import { base32nopad } from '@scure/base'
import type { PaymentTrace } from '../../../../outside/chains/payment-trace.ts'
import type { OtherNetwork } from '../../../../outside/chains/networks.ts'
import type { SelfSettledNetwork, SelfSettlementOptions } from '../self-settled-network.ts'
import { createAvmNode } from '../../../../outside/chains/avm/node.ts'
import { traceAvm } from '../../../../outside/chains/avm/trace.ts'
import { createSearchMarks } from '../../../../outside/chains/search-marks.ts'
import { avmPaymentOf, avmTransactionsOf } from '../../../../outside/chains/avm/group.ts'

const ROUND_KNOWN_MS = 3_000
/** Algorand through the operator's algod: settlements of a facilitator can be checked. */
export function openAvmNetwork(
  network: OtherNetwork,
  options: SelfSettlementOptions,
): SelfSettledNetwork {
  const { client, now, onTrouble } = options
  const node = createAvmNode(client, options.rpcUrls[network.id] ?? '')
  const marks = createSearchMarks<number>()
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
    async trace({ payload: { payload } }): Promise<PaymentTrace> {
      const payment = avmPaymentOf(payload)
      if (!payment) return { state: 'unknown' }
      const transaction = base32nopad.encode(Buffer.from(payment.id, 'hex'))
      const state = await traceAvm(node, { ...payment, id: transaction }, marks)
      if (state === 'settled') return { state, transaction }
      return state === 'dead' ? { state, reason: 'transaction_expired' } : { state }
    },
    close: async () => {},
  }
}
