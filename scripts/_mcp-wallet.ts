import { x402Client } from '@x402/core/client'
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'
import { NETWORKS } from '../src/outside/chains/networks.ts'
import type { Spending } from './_spending.ts'

/** Pays for a call, or says why it does not. */
export type Pay = (
  required: PaymentRequired,
) => Promise<{ readonly payment: unknown } | { readonly refusal: string }>

const MICRO_DIGITS = 6

/** A wallet of the user's own, which signs for dollars that it knows, within its limits. */
export function createWallet(key: `0x${string}`, spending: Spending, now: () => number): Pay {
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(privateKeyToAccount(key)))
  return async (required) => {
    const known = required.accepts.flatMap((offer) => {
      const amount = microDollarsOf(offer)
      return amount === null ? [] : [{ offer, amount }]
    })
    const [cheapest] = known.toSorted((a, b) => a.amount - b.amount)
    if (!cheapest) return { refusal: 'nothing that it asks for is a dollar that the wallet knows' }
    const refusal = await spending.take(cheapest.amount, now())
    if (refusal !== null) return { refusal }
    const only = { ...required, accepts: [cheapest.offer] }
    return { payment: await client.createPaymentPayload(only) }
  }
}

/** Rounded up; null for a token that may be worth anything. */
export function microDollarsOf({
  scheme,
  network,
  asset,
  amount,
}: Pick<PaymentRequirements, 'scheme' | 'network' | 'asset' | 'amount'>): number | null {
  const row = NETWORKS.find(
    ({ id, family, asset: known }) =>
      family === 'evm' && id === network && known.toLowerCase() === asset.toLowerCase(),
  )
  if (!row || scheme !== 'exact' || !/^\d{1,30}$/.test(amount)) return null
  const unit = 10n ** BigInt(Math.max(0, row.decimals - MICRO_DIGITS))
  const micro = (BigInt(amount) + unit - 1n) / unit
  return micro <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(micro) : null
}
