import { dollarsOf, usdOf } from '../../../base/core/money.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'
import { BOOK_DAYS, purseReport } from '../purse-report.ts'

/** The books of the purse. */
export default {
  path: '/api/operator/purse',
  methods: ['GET'],
  access: 'operator',
  summary: 'What the purse holds, what it has spent in 30 days, what was lost, and its caps.',
  answer: { type: 'object' },
  refusals: [401, 404, 429],
  open: (parts) => async () => {
    const { config } = parts
    const { sums, unpaid, wallets } = await purseReport(parts)
    return ok({
      days: BOOK_DAYS,
      wallets,
      books: sums.map(({ chain, ending, spends: count, amount, fees }) => ({
        chain,
        ending,
        purchases: count,
        usd: dollarsOf(usdOf(amount)),
        feesUsd: dollarsOf(usdOf(fees)),
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
