import { z } from 'zod'
import { Fault } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const TITLE = 'Commodity Futures Trading Commission'

/** Reports on futures alone, without options. */
const DATASETS = {
  legacy: '6dca-aqww',
  disaggregated: '72hh-3qpy',
  financial: 'gpe5-46if',
} as const
export type CotReport = keyof typeof DATASETS

/**
 * Columns of a group of traders in the spelling of the CFTC: two of its typing errors are in the
 * names.
 */
const GROUPS: Readonly<Record<CotReport, Readonly<Record<string, readonly string[]>>>> = {
  legacy: {
    nonCommercial: [
      'noncomm_positions_long_all',
      'noncomm_positions_short_all',
      'noncomm_postions_spread_all',
    ],
    commercial: ['comm_positions_long_all', 'comm_positions_short_all'],
    nonReportable: ['nonrept_positions_long_all', 'nonrept_positions_short_all'],
  },
  disaggregated: {
    producer: ['prod_merc_positions_long', 'prod_merc_positions_short'],
    swapDealer: [
      'swap_positions_long_all',
      'swap__positions_short_all',
      'swap__positions_spread_all',
    ],
    managedMoney: [
      'm_money_positions_long_all',
      'm_money_positions_short_all',
      'm_money_positions_spread',
    ],
    otherReportable: [
      'other_rept_positions_long',
      'other_rept_positions_short',
      'other_rept_positions_spread',
    ],
    nonReportable: ['nonrept_positions_long_all', 'nonrept_positions_short_all'],
  },
  financial: {
    dealer: [
      'dealer_positions_long_all',
      'dealer_positions_short_all',
      'dealer_positions_spread_all',
    ],
    assetManager: [
      'asset_mgr_positions_long',
      'asset_mgr_positions_short',
      'asset_mgr_positions_spread',
    ],
    leveragedFunds: [
      'lev_money_positions_long',
      'lev_money_positions_short',
      'lev_money_positions_spread',
    ],
    otherReportable: [
      'other_rept_positions_long',
      'other_rept_positions_short',
      'other_rept_positions_spread',
    ],
    nonReportable: ['nonrept_positions_long_all', 'nonrept_positions_short_all'],
  },
}

const Market = z.object({
  contract_market_name: z.string(),
  market_and_exchange_names: z.string(),
  cftc_contract_market_code: z.string(),
})
export type CotMarket = z.output<typeof Market>

const Count = z.string().regex(/^\d{1,12}$/)
const Row = z
  .object({ report_date_as_yyyy_mm_dd: z.string(), open_interest_all: Count })
  .catchall(z.unknown())

/** Contracts of a group; spreads are held long and short at once. */
export interface CotGroup {
  readonly long: number
  readonly short: number
  readonly spread: number | null
}

export interface CotWeek {
  readonly date: string
  readonly openInterest: number
  readonly groups: Readonly<Record<string, CotGroup>>
}

const MARKETS_MAX = 200

export const cftc = defineUpstream({
  name: 'cftc',
  title: TITLE,
  terms: 'https://www.cftc.gov/WebPolicy/index.htm',
  texts: 'own',
  base: 'https://publicreporting.cftc.gov',
  limits: { timeoutMs: 20_000, bytesMax: 4_000_000, perSecond: 3 },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    /** Markets of a report since a day, by a text in their name or by their code. */
    async markets(report: CotReport, text: string, since: string): Promise<readonly CotMarket[]> {
      const quoted = text.toUpperCase().replaceAll("'", "''")
      const names = Object.keys(Market.shape).join(',')
      return http.json(`/resource/${DATASETS[report]}.json`, rowsOf(Market), {
        query: {
          $select: names,
          $where:
            `report_date_as_yyyy_mm_dd >= '${since}' AND (cftc_contract_market_code = '${quoted}'` +
            ` OR upper(market_and_exchange_names) like '%${quoted}%')`,
          $group: names,
          $order: 'market_and_exchange_names',
          $limit: MARKETS_MAX,
        },
      })
    },

    /** The last weeks of a market, the newest first. */
    async weeks(report: CotReport, code: string, weeks: number): Promise<readonly CotWeek[]> {
      const rows = await http.json(`/resource/${DATASETS[report]}.json`, z.array(Row), {
        query: {
          cftc_contract_market_code: code,
          $order: 'report_date_as_yyyy_mm_dd DESC',
          $limit: weeks,
        },
      })
      return rows.map((row) => ({
        date: row.report_date_as_yyyy_mm_dd.slice(0, 10),
        openInterest: Number(row.open_interest_all),
        groups: Object.fromEntries(
          Object.entries(GROUPS[report]).map(([name, columns]) => [name, groupIn(row, columns)]),
        ),
      }))
    },
  }),
})

function groupIn(row: Readonly<Record<string, unknown>>, columns: readonly string[]): CotGroup {
  const [long, short, spread] = columns.map((column) => {
    const read = Count.safeParse(row[column])
    if (read.success) return Number(read.data)
    throw new Fault('upstream_failed', `${TITLE} answered in an unknown shape.`)
  })
  return { long: long ?? 0, short: short ?? 0, spread: spread ?? null }
}
