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
  open: (parts, instance) => async () => {
    const caps = instance.settings.purse
    const { sums, unpaid, wallets } = await purseReport(parts, instance)
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
        call: dollarsOf(caps.PURSE_CALL_USD),
        sellerDay: dollarsOf(caps.PURSE_SELLER_DAY_USD),
        hour: dollarsOf(caps.PURSE_HOUR_USD),
        day: dollarsOf(caps.PURSE_DAY_USD),
        buyer: dollarsOf(caps.PURSE_BUYER_USD),
      },
    })
  },
} satisfies EndpointSpec
