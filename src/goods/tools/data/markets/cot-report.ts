import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { cftc, type CotMarket, type CotWeek } from '../../../../capabilities/upstreams/cftc.ts'

/** Shutdowns have delayed reports by weeks. */
const RECENT_DAYS = 120
const NAMES_MAX = 8

/** The group of speculators in each report. */
const SPECULATORS = {
  legacy: 'nonCommercial',
  disaggregated: 'managedMoney',
  financial: 'leveragedFunds',
} as const

const count = (what: string) => z.number().describe(what)

export default defineTool({
  route: 'GET /api/cot-report',
  name: 'Commitments of traders',
  description:
    'Who holds futures: weekly positions of traders by group, from the COT reports of the CFTC.',
  asks: [
    'weekly COT report: positions of hedge funds in euro futures',
    'speculative positions in gold futures by week',
    'what do speculators hold in gold futures',
  ],
  price: '$0.002',
  uses: { cftc },
  input: z.object({
    market: z
      .string()
      .trim()
      .min(2)
      .max(100)
      .regex(/^[A-Za-z0-9][A-Za-z0-9 .,&/#()'+-]*$/, { error: 'must be a market such as EURO FX' })
      .describe(
        'Name such as EURO FX or GOLD in the spelling of the CFTC, or code such as 099741.',
      ),
    report: z
      .enum(['legacy', 'disaggregated', 'financial'])
      .default('financial')
      .describe('financial: currencies, rates, indices; disaggregated: commodities; legacy: both.'),
    weeks: z.int().min(1).max(260).default(12).describe('Number of weeks, 1 to 260.'),
  }),
  output: z.object({
    market: z.string().describe('Market and exchange.'),
    code: z.string().describe('Code of the contract.'),
    report: z.string().describe('Kind of report.'),
    speculators: z.string().describe('Group that `long`, `short` and `spread` describe.'),
    rows: z
      .array(
        z.object({
          date: z.string().describe('Day of the positions, a Tuesday; published on Friday.'),
          openInterest: count('All open contracts; futures without options.'),
          long: count('Contracts that speculators hold long.'),
          short: count('Contracts that speculators hold short.'),
          spread: z.number().nullable().describe('Contracts held long and short at once.'),
          net: count('long less short.'),
          byGroup: z
            .record(
              z.string(),
              z.object({
                long: count('Long.'),
                short: count('Short.'),
                spread: z.number().nullable().describe('Contracts held long and short at once.'),
              }),
            )
            .describe('Contracts of each group.'),
        }),
      )
      .describe('Newest first.'),
    changeWeek: z
      .object({
        openInterest: count('Change of the open contracts.'),
        long: count('Change of long.'),
        short: count('Change of short.'),
        net: count('Change of net.'),
      })
      .nullable()
      .describe('Change of the newest week against the previous one.'),
    count: z.int().describe('Number of weeks.'),
  }),
  examples: [
    {
      input: { market: 'EURO FX', weeks: 2 },
      at: '2025-12-24T00:00:00Z',
      output: {
        market: 'EURO FX - CHICAGO MERCANTILE EXCHANGE',
        code: '099741',
        report: 'financial',
        speculators: 'leveragedFunds',
        rows: [
          { date: '2025-12-16', more: 1_000 },
          { date: '2025-12-09', more: 0 },
        ].map(({ date, more }) => ({
          date,
          openInterest: 800_000 + more,
          long: 90_000,
          short: 80_000,
          spread: 20_000,
          net: 10_000,
          byGroup: {
            dealer: { long: 40_000, short: 380_000, spread: 10_000 },
            assetManager: { long: 450_000 + more, short: 180_000 + more, spread: 50_000 },
            leveragedFunds: { long: 90_000, short: 80_000, spread: 20_000 },
            otherReportable: { long: 60_000, short: 20_000, spread: 0 },
            nonReportable: { long: 80_000, short: 60_000, spread: null },
          },
        })),
        changeWeek: { openInterest: 1_000, long: 0, short: 0, net: 0 },
        count: 2,
        source: 'Commodity Futures Trading Commission',
        asOf: '2025-12-24T00:00:00.000Z',
      },
    },
  ],

  async run({ market, report, weeks }, { cftc, now }) {
    const since = isoDay(now() - RECENT_DAYS * DAY_MS)
    const found = oneOf(market, await cftc.markets(report, market, since))
    const speculators = SPECULATORS[report]
    const told = await cftc.weeks(report, found.cftc_contract_market_code, weeks)
    const rows = told.map((week) => rowOf(week, speculators))
    const [newest, before] = rows
    return {
      market: found.market_and_exchange_names,
      code: found.cftc_contract_market_code,
      report,
      speculators,
      rows,
      changeWeek:
        newest && before
          ? {
              openInterest: newest.openInterest - before.openInterest,
              long: newest.long - before.long,
              short: newest.short - before.short,
              net: newest.net - before.net,
            }
          : null,
      count: rows.length,
    }
  },
})

function rowOf({ date, openInterest, groups }: CotWeek, speculators: string) {
  const { long, short, spread } = groups[speculators] ?? { long: 0, short: 0, spread: null }
  return { date, openInterest, long, short, spread, net: long - short, byGroup: groups }
}

/** Finds it by its code or full name; else by words that only one market has. */
function oneOf(wanted: string, markets: readonly CotMarket[]): CotMarket {
  const name = wanted.toUpperCase()
  const exact = markets.filter(
    (one) =>
      one.cftc_contract_market_code === name ||
      one.contract_market_name.toUpperCase() === name ||
      one.market_and_exchange_names.toUpperCase() === name,
  )
  const [found, ...others] = exact.length > 0 ? exact : markets
  if (!found) throw notFound(`No market of this report has the name ${wanted}; try another report.`)
  if (others.length === 0) return found
  const named = [found, ...others]
    .slice(0, NAMES_MAX)
    .map((one) => `${one.market_and_exchange_names} (${one.cftc_contract_market_code})`)
  throw badInput(`market: matches several, ${named.join('; ')}; give the full name or the code`)
}
