import { dollarsOf, usdOf } from '../../core/money.ts'
import type { SpendWallet } from '../../purse/chains.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

const DAY_MS = 86_400_000
const DAYS = 30

/** The books of the purse. */
export default {
  path: '/api/operator/purse',
  methods: ['GET'],
  access: 'operator',
  summary: 'What the purse holds, what it has spent in 30 days, what was lost, and its caps.',
  answer: { type: 'object' },
  refusals: [401, 404, 429],
  open:
    ({ purse, spends, config, now }) =>
    async () => {
      const since = now() - DAYS * DAY_MS
      const [sums, unpaid, held] = await Promise.all([
        spends.sums(since),
        spends.unpaid(since),
        Promise.all(purse.chains.map(async (chain) => heldOn(purse.walletOn(chain)))),
      ])
      return ok({
        days: DAYS,
        wallets: held,
        books: sums.map(({ chain, ending, spends: count, amount }) => ({
          chain,
          ending,
          purchases: count,
          usd: dollarsOf(usdOf(amount)),
        })),
        unpaidByBuyers: { purchases: unpaid.spends, usd: dollarsOf(usdOf(unpaid.amount)) },
        capsUsd: {
          call: dollarsOf(config.PURSE_CALL_USD),
          sellerDay: dollarsOf(config.PURSE_SELLER_DAY_USD),
          hour: dollarsOf(config.PURSE_HOUR_USD),
          day: dollarsOf(config.PURSE_DAY_USD),
          buyer: dollarsOf(config.PURSE_BUYER_USD),
        },
      })
    },
} satisfies EndpointSpec

type Wallet = SpendWallet | undefined

/** A node that is away leaves the balance unknown, and the rest of the books readable. */
async function heldOn(wallet: Wallet) {
  if (!wallet) return null
  const { chain, network, address, decimals } = wallet
  const units = await wallet.balance().catch(() => null)
  const micros = units === null ? null : Number(units / 10n ** BigInt(decimals - 6))
  return { chain, network, address, usd: micros === null ? null : dollarsOf(usdOf(micros)) }
}
