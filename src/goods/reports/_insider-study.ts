import { z } from 'zod'
import { numberOf, textOf, type ReportTools } from './_report-tools.ts'
import { citing, orNone, type Section, type Table } from './_document.ts'
import { plural, Rows } from './_fields.ts'
import {
  clusterSentence,
  contextOf,
  filingsOf,
  priceSentence,
  sentenceOf,
  sumsOf,
  tableOf,
} from './_insider-prose.ts'
import * as insiders from './_insiders.ts'
import { CLUSTER_DAYS, CLUSTER_INSIDERS, type Trade } from './_insiders.ts'
import { nothingFound } from './_report.ts'

/** The study of insider trades, used by two reports. */

const TRADES_MAX = 100
const RANGES = [
  [80, '3mo'],
  [170, '6mo'],
  [365, '1y'],
] as const

export const insiderFields = {
  trades: Rows.describe('Every trade, the newest filing first; amended ones as amended.'),
  byInsider: Rows.describe('Sums of each insider on the open market.'),
  clusters: Rows.describe('Three insiders or more doing the same within 30 days.'),
  netUsd: z.number().describe('Bought less sold on the open market, in dollars.'),
  priceContext: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('First and last close of that time; null without prices.'),
}

export interface InsiderAsked {
  readonly ticker?: string | undefined
  readonly cik?: string | undefined
  readonly days: number
}

export async function gatherTrades({ ticker, cik, days }: InsiderAsked, tools: ReportTools) {
  const company = cik === undefined ? { ticker } : { cik }
  const range = RANGES.find(([most]) => days <= most)?.[1] ?? '1y'
  const [answer, prices] = await Promise.all([
    tools.must('edgar-insider-trades', { ...company, days, limit: TRADES_MAX }),
    ticker === undefined ? null : tools.part('Share price', 'stock-history', { ticker, range }),
  ])
  const trades = insiders.tradesOf(answer)
  const filingsRead = numberOf(answer, 'filingsRead') ?? 0
  if (trades.length === 0)
    throw nothingFound(`No insider has reported a trade in the last ${days} days.`, {
      filingsRead,
      trades: 0,
    })
  if (answer['complete'] !== true)
    tools.missing.push({
      part: 'Older trades',
      why: `only the newest ${trades.length} trades of those ${days} days were read.`,
    })
  const unpriced = trades.filter((one) => insiders.isOpenMarket(one) && one.valueUsd === null)
  if (unpriced.length > 0)
    tools.missing.push({
      part: 'Prices',
      why: `${plural(unpriced.length, 'open-market trade')} without a price, in no sum.`,
    })
  return { name: textOf(answer, 'name') ?? ticker ?? '', trades, filingsRead, prices }
}

export function composeTrades(
  { name, trades, filingsRead, prices }: Awaited<ReturnType<typeof gatherTrades>>,
  days: number,
  tools: ReportTools,
) {
  const retrievedAt = new Date(tools.now()).toISOString()
  const filings = filingsOf(trades, retrievedAt)
  const open = trades.filter(insiders.isOpenMarket)
  const bought = insiders.totalsOf(open.filter(({ kind }) => kind === 'buy'))
  const sold = insiders.totalsOf(open.filter(({ kind }) => kind === 'sell'))
  const netUsd = Math.round((bought.usd - sold.usd) * 100) / 100
  const clusters = insiders.clustersOf(trades)
  const sums = sumsOf({ name, bought, sold, netUsd, days, filingsRead, retrievedAt })
  const [boughtLine = '', soldLine = '', netLine = ''] = sums.text.split('\n')
  const context = contextOf(prices)
  const months = monthsOf(open)
  const sections: Section[] = [
    {
      id: 'totals',
      title: 'Totals',
      sentences: [
        citing(boughtLine, sums, boughtLine),
        citing(soldLine, sums, soldLine),
        citing(netLine, sums, netLine),
        ...(context ? [priceSentence(context, prices, retrievedAt)] : []),
      ],
      ...(months && { table: months }),
    },
    {
      id: 'open-market',
      title: 'Open market',
      sentences: orNone(
        open.map((trade) => sentenceOf(trade, filings)),
        'No trade of codes P or S was reported.',
      ),
    },
    {
      id: 'clusters',
      title: 'Clusters',
      sentences: orNone(
        clusters.map((cluster) => clusterSentence(cluster, open, filings)),
        `No ${CLUSTER_INSIDERS} insiders did the same outside a plan within ${CLUSTER_DAYS} days.`,
      ),
    },
    {
      id: 'every-trade',
      title: 'Every trade',
      sentences: [
        ...trades
          .filter((trade) => !insiders.isOpenMarket(trade))
          .map((trade) => sentenceOf(trade, filings)),
        {
          text: `Trades of the table outside the open market: ${trades.length - open.length}.`,
          quotes: [],
        },
      ],
      table: tableOf(trades),
    },
  ]
  return {
    draft: { title: `Insider trades at ${name}, last ${days} days`, sections },
    fields: {
      trades: trades.map((trade) => ({ ...trade })),
      byInsider: byInsider(open),
      clusters: clusters.map((cluster) => ({ ...cluster })),
      netUsd,
      priceContext: context,
    },
  }
}

function byInsider(open: readonly Trade[]) {
  const groups = Map.groupBy(open, ({ insider }) => insider)
  return Array.from(groups, ([insider, of]) => ({
    insider,
    role: of[0]?.role ?? null,
    bought: insiders.totalsOf(of.filter(({ kind }) => kind === 'buy')),
    sold: insiders.totalsOf(of.filter(({ kind }) => kind === 'sell')),
  }))
}

const sumOf = (of: readonly Trade[], wanted: Trade['kind']): number =>
  insiders.totalsOf(of.filter(({ kind }) => kind === wanted)).usd

/** Open-market purchases and sales of each month, the oldest first. */
function monthsOf(open: readonly Trade[]): Table | null {
  const months = Map.groupBy(
    open.filter(({ date }) => date !== ''),
    ({ date }) => date.slice(0, 7),
  )
  if (months.size === 0) return null
  return {
    name: 'months',
    label: 'Open market by month, in dollars',
    columns: ['Month', 'Bought', 'Sold'],
    rows: [...months.keys()].toSorted().map((month) => {
      const of = months.get(month) ?? []
      return [month, sumOf(of, 'buy'), sumOf(of, 'sell')]
    }),
    chart: {
      kind: 'bars',
      labels: 0,
      values: [1, 2],
      says: 'What insiders bought and sold in each month.',
    },
  }
}
