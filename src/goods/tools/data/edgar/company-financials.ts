import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { percentOf } from '../../../../engines/numbers/number-fields.ts'
import { edgar } from '../../../../capabilities/upstreams/edgar.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { cikOf, companyFields } from './_company.ts'

const FINANCIALS = threadWork<typeof import('./_financials-thread.ts')>(
  import.meta.url,
  './_financials-thread.ts',
)

const figure = (what: string) => z.number().nullable().describe(what)

export default defineTool({
  route: 'GET /api/company-financials',
  name: 'Company financials',
  description:
    'Income statement, balance sheet and cash flow lines of a US filer by year or quarter, with ratios.',
  asks: [
    'free cash flow and net income of a public company by fiscal year',
    'quarterly income statement of a public company',
    'revenue and profit of Apple by year',
    'balance sheet of a listed firm',
    'how much debt has the company',
    'earnings over the last years',
  ],
  price: '$0.005',
  uses: { edgar, threads },
  input: z.object({
    ...companyFields,
    periods: z.int().min(1).max(12).default(4).describe('Most periods, 1 to 12.'),
    basis: z
      .enum(['annual', 'quarterly'])
      .default('annual')
      .describe('Fiscal years, or fiscal quarters.'),
  }),
  output: z.object({
    name: z.string().describe('Name of the registrant.'),
    cik: z.string().describe('CIK with leading zeros.'),
    basis: z.string().describe('annual or quarterly.'),
    currency: z.string().describe('Currency of every amount, as reported; nothing is converted.'),
    periods: z
      .array(
        z.object({
          end: z.string().describe('Last day of the fiscal period.'),
          filedDate: z.string().nullable().describe('Day of the newest filing that was used.'),
          revenue: figure('Revenue.'),
          grossProfit: figure('Gross profit; many companies report none.'),
          operatingIncome: figure('Operating income.'),
          netIncome: figure('Net income of the owners of the parent.'),
          epsDiluted: figure('Diluted earnings per share, not adjusted for later splits.'),
          assets: figure('Total assets on the last day.'),
          liabilities: figure('Total liabilities on the last day; many companies report no total.'),
          equity: figure('Equity on the last day.'),
          cash: figure('Cash and equivalents on the last day.'),
          operatingCashFlow: figure('Cash from operations.'),
          capex: figure('Paid for property, plant and equipment.'),
          freeCashFlow: figure('operatingCashFlow less capex.'),
          tags: z.record(z.string(), z.string()).describe('XBRL tag of each line.'),
          derived: z
            .array(z.string())
            .describe(
              'Lines of a quarter that were computed: year to date, less the earlier quarters.',
            ),
          restated: z
            .array(z.string())
            .describe('Lines for which an earlier filing had another value.'),
        }),
      )
      .describe('Newest first. Null: none of the known tags of that line was reported.'),
    ratios: z
      .array(
        z.object({
          end: z.string().describe('Last day of the period.'),
          grossMarginPct: figure('Gross profit to revenue.'),
          operatingMarginPct: figure('Operating income to revenue.'),
          netMarginPct: figure('Net income to revenue.'),
          revenueGrowthPct: figure('Revenue growth against the same period of the previous year.'),
          returnOnEquityPct: figure('Net income to equity at the end; only for years.'),
          liabilitiesToEquityRatio: figure('Liabilities to equity.'),
        }),
      )
      .describe('Ratios in the order of the periods.'),
  }),
  examples: [
    {
      input: { ticker: 'AAPL', periods: 1 },
      at: '2026-01-01T00:00:00Z',
      output: {
        name: 'Apple Inc.',
        cik: '0000320193',
        basis: 'annual',
        currency: 'USD',
        periods: [
          {
            end: '2025-09-27',
            filedDate: '2025-10-31',
            revenue: 416_161_000_000,
            grossProfit: 195_201_000_000,
            operatingIncome: 133_050_000_000,
            netIncome: 112_010_000_000,
            epsDiluted: 7.46,
            assets: 359_241_000_000,
            liabilities: 285_508_000_000,
            equity: 73_733_000_000,
            cash: 35_934_000_000,
            operatingCashFlow: 111_482_000_000,
            capex: 12_715_000_000,
            freeCashFlow: 98_767_000_000,
            tags: {
              revenue: 'RevenueFromContractWithCustomerExcludingAssessedTax',
              grossProfit: 'GrossProfit',
              operatingIncome: 'OperatingIncomeLoss',
              netIncome: 'NetIncomeLoss',
              epsDiluted: 'EarningsPerShareDiluted',
              assets: 'Assets',
              liabilities: 'Liabilities',
              equity: 'StockholdersEquity',
              cash: 'CashAndCashEquivalentsAtCarryingValue',
              operatingCashFlow: 'NetCashProvidedByUsedInOperatingActivities',
              capex: 'PaymentsToAcquirePropertyPlantAndEquipment',
            },
            derived: [],
            restated: [],
          },
        ],
        ratios: [
          {
            end: '2025-09-27',
            grossMarginPct: 46.9051641072,
            operatingMarginPct: 31.9707997626,
            netMarginPct: 26.9150641218,
            revenueGrowthPct: 6.42551178283,
            returnOnEquityPct: 151.912983332,
            liabilitiesToEquityRatio: 3.87218748729,
          },
        ],
        source: 'SEC EDGAR',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { ticker: 'AAPL', basis: 'quarterly' }, at: '2026-01-01T00:00:00Z' },
  ],

  async run({ ticker, cik, periods, basis }, { edgar, threads }) {
    const number = await cikOf(edgar, { ticker, cik })
    const asked = { json: await edgar.factsText(number), periods, isAnnual: basis === 'annual' }
    const found = await threads.run(FINANCIALS, asked, { subject: 'the answer of SEC EDGAR' })
    if (found.periods.length === 0)
      throw notFound(`${found.name} has reported no ${basis} income in XBRL.`)
    const all = found.periods.map(({ end, lines }) => rowOf(end, lines))
    return {
      name: found.name,
      cik: number,
      basis,
      currency: found.currency,
      periods: all.slice(0, periods),
      ratios: all.slice(0, periods).map((row) => ratiosOf(row, all, basis === 'annual')),
    }
  },
})

type Lines = Awaited<
  ReturnType<typeof import('./_financials-thread.ts').work>
>['periods'][number]['lines']

function rowOf(end: string, lines: Lines) {
  const { value: cashFlow } = lines.operatingCashFlow
  const { value: capex } = lines.capex
  const told = Object.entries(lines)
  const filed = told.flatMap(([, line]) => line.told?.filedDate ?? []).toSorted()
  return {
    end,
    filedDate: filed.at(-1) ?? null,
    revenue: lines.revenue.value,
    grossProfit: lines.grossProfit.value,
    operatingIncome: lines.operatingIncome.value,
    netIncome: lines.netIncome.value,
    epsDiluted: lines.epsDiluted.value,
    assets: lines.assets.value,
    liabilities: lines.liabilities.value,
    equity: lines.equity.value,
    cash: lines.cash.value,
    operatingCashFlow: cashFlow,
    capex,
    freeCashFlow: cashFlow === null || capex === null ? null : cashFlow - capex,
    tags: Object.fromEntries(told.flatMap(([name, { tag }]) => (tag ? [[name, tag]] : []))),
    derived: told.flatMap(([name, line]) => (line.told?.derived ? name : [])),
    restated: told.flatMap(([name, line]) => (line.told?.restated ? name : [])),
  }
}

type Row = ReturnType<typeof rowOf>

const YEAR_DAYS = { least: 350, most: 380 }

function ratiosOf(row: Row, all: readonly Row[], isAnnual: boolean) {
  const { end, revenue, equity, liabilities, netIncome } = row
  const before = all.find((other) => {
    const days = (Date.parse(end) - Date.parse(other.end)) / DAY_MS
    return days >= YEAR_DAYS.least && days <= YEAR_DAYS.most
  })
  const last = before?.revenue ?? null
  return {
    end,
    grossMarginPct: percentOf(shareOf(row.grossProfit, revenue)),
    operatingMarginPct: percentOf(shareOf(row.operatingIncome, revenue)),
    netMarginPct: percentOf(shareOf(netIncome, revenue)),
    revenueGrowthPct:
      revenue === null || last === null ? null : percentOf(shareOf(revenue - last, last)),
    returnOnEquityPct: isAnnual ? percentOf(shareOf(netIncome, equity)) : null,
    liabilitiesToEquityRatio: shareOf(liabilities, equity),
  }
}

/** Null if the whole is zero or less: a share of that has no meaning. */
const shareOf = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole <= 0 ? null : Number((part / whole).toPrecision(12))
