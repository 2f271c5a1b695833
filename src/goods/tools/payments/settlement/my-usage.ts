import { z } from 'zod'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { dollarsOf, usdOf } from '../../../../base/core/money.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { purchases, type PurchaseSum } from '../../../../stores/purchases.ts'

const calls = z.int().describe('Number of calls.')
const dollars = z.number().describe('Dollars paid.')
const moment = z.string().describe('ISO 8601, UTC.')

export default defineTool({
  route: 'POST /api/my-usage',
  name: 'My usage',
  description:
    'Purchase history of the wallet that pays for this call: totals, spend by network, tool, model and day, and the newest purchases.',
  asks: [
    'purchase history of my wallet here',
    'totals of what my wallet has spent by tool and day',
    'what have I spent here',
    'my purchases last month',
    'bill of my calls',
  ],
  price: '$0.005',
  uses: { purchases },
  identity: 'wallet',
  input: z.object({
    days: z.int().min(1).max(365).default(30).describe('How many days back, 1 to 365.'),
    limit: z.int().min(1).max(200).default(50).describe('How many of the newest, 1 to 200.'),
    slug: z.string().min(1).max(100).optional().describe('Purchases of this tool only.'),
    network: z
      .string()
      .max(80)
      .regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,64}$/, 'must be a CAIP-2 id, such as eip155:8453')
      .optional()
      .describe('Purchases that were paid on this network only: a CAIP-2 id.'),
  }),
  output: z.object({
    wallet: z.string(),
    days: z.int(),
    totals: z.object({
      calls,
      paidUsd: dollars,
      firstIso: moment.nullable(),
      lastIso: moment.nullable(),
    }),
    byNetwork: z
      .record(z.string(), z.object({ calls, usd: dollars }))
      .describe('Spend by CAIP-2 id; `none` for calls that were not paid on a network.'),
    bySlug: z
      .array(z.object({ slug: z.string(), calls, usd: dollars, lastIso: moment }))
      .describe('Spend by tool, the most dollars first.'),
    byDay: z
      .array(z.object({ date: z.string(), calls, usd: dollars }))
      .describe('Spend by day, the oldest first.'),
    byModel: z
      .array(
        z.object({
          model: z.string(),
          calls,
          inputTokens: z.int(),
          outputTokens: z.int(),
          usd: dollars,
        }),
      )
      .describe(
        'Spend by language model, with the tokens that its provider reported, on all networks.',
      ),
    recent: z
      .array(
        z.object({
          atIso: moment,
          slug: z.string(),
          priceUsd: dollars,
          network: z.string().nullable(),
          wire: z.string().describe('How it was paid, such as x402.'),
          txHash: z.string().nullable(),
          status: z.literal('settled').describe('Always settled: other calls are not purchases.'),
        }),
      )
      .describe('Newest first.'),
    note: z.string(),
  }),
  examples: [{ input: { days: 7 } }],

  async run({ days, limit, slug, network }, { purchases, wallet, now }) {
    const query = { wallet, since: now() - days * DAY_MS, slug, network }
    const sums = await purchases.sums(query)
    const recent = await purchases.recent(query, limit)
    const models = await purchases.models(query)
    const all = totalOf(sums)
    return {
      wallet,
      days,
      totals: {
        calls: all.calls,
        paidUsd: all.usd,
        firstIso: sums.length > 0 ? isoOf(Math.min(...sums.map(({ first }) => first))) : null,
        lastIso: sums.length > 0 ? all.lastIso : null,
      },
      byNetwork: Object.fromEntries(
        grouped(sums, (sum) => sum.network ?? 'none').map(([id, group]) => [id, spentIn(group)]),
      ),
      bySlug: grouped(sums, (sum) => sum.slug)
        .map(([name, group]) => ({ slug: name, ...totalOf(group) }))
        .toSorted((a, b) => b.usd - a.usd || b.calls - a.calls),
      byDay: grouped(sums, ({ day }) => isoOf(day * DAY_MS).slice(0, 10))
        .map(([date, group]) => ({ date, ...spentIn(group) }))
        .toSorted((a, b) => a.date.localeCompare(b.date)),
      byModel: models.map(({ model, calls: count, input, output, paid }) => ({
        model,
        calls: count,
        inputTokens: input,
        outputTokens: output,
        usd: dollarsOf(usdOf(paid)),
      })),
      recent: recent.map((sale) => ({
        atIso: isoOf(sale.at),
        slug: sale.slug,
        priceUsd: dollarsOf(usdOf(sale.amount)),
        network: sale.network,
        wire: sale.rail,
        txHash: sale.reference,
        status: 'settled' as const,
      })),
      note:
        all.calls < purchases.most
          ? 'This call is counted in the next answer.'
          : `Only the newest ${purchases.most} purchases are summed. This call is counted in the next answer.`,
    }
  },
})

const isoOf = (at: number): string => new Date(at).toISOString()

const grouped = (sums: readonly PurchaseSum[], nameOf: (sum: PurchaseSum) => string) =>
  [...Map.groupBy(sums, nameOf)] as const

function spentIn(sums: readonly PurchaseSum[]) {
  const paid = sums.reduce((sum, one) => sum + one.paid, 0)
  return {
    calls: sums.reduce((sum, one) => sum + one.calls, 0),
    usd: dollarsOf(usdOf(paid)),
  }
}

const totalOf = (sums: readonly PurchaseSum[]) => ({
  ...spentIn(sums),
  lastIso: isoOf(sums.reduce((last, one) => Math.max(last, one.last), 0)),
})
