import { z } from 'zod'
import { badInput } from '../core/fault.ts'
import { desk, numberOf, textOf } from './_desk.ts'
import { citing, orNone, type Section } from './_document.ts'
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
import { defineReport, formatField, nothingFound } from './_report.ts'

const TRADES_MAX = 100
const RANGES = [
  [80, '3mo'],
  [170, '6mo'],
  [365, '1y'],
] as const

export default defineReport({
  body: z.object({
    ticker: z
      .string()
      .max(12)
      .regex(/^[A-Za-z0-9./ -]{1,12}$/, { error: 'must be a ticker such as AAPL' })
      .optional()
      .describe('Ticker such as AAPL; give it or `cik`.'),
    cik: z
      .string()
      .max(13)
      .regex(/^(CIK)?\d{1,10}$/i, { error: 'must be up to 10 digits' })
      .optional()
      .describe('Central Index Key of the SEC; wins over ticker.'),
    days: z.int().min(7).max(365).default(180).describe('Filed in so many last days, 7 to 365.'),
    format: formatField,
  }),
  fields: {
    trades: Rows.describe('Every trade, the newest filing first; amended ones as amended.'),
    byInsider: Rows.describe('Sums of each insider on the open market.'),
    clusters: Rows.describe('Three insiders or more doing the same within 30 days.'),
    netUsd: z.number().describe('Bought less sold on the open market, in dollars.'),
    priceContext: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('First and last close of that time; null without prices.'),
  },
  uses: { desk },
  needs: ['edgar-insider-trades'],
  pace: 'slow',
  tiers: {
    'insider-report': {
      route: 'POST /v1/insider-report',
      price: '$0.60',
      name: 'Insider report',
      description:
        'Report on insider buying and selling at a US company: totals, open market, clusters, ' +
        'every trade, each with its Form 4.',
      asks: [
        'insider report on buying and selling with totals and clusters',
        'insider report of a US company, every trade with its Form 4',
      ],
      examples: [{ input: { ticker: 'AAPL', days: 60 }, at: '2025-11-15T00:00:00Z' }],
      plan: null,
    },
  },

  async gather({ ticker, cik, days }, bench) {
    if (ticker === undefined && cik === undefined) throw badInput('ticker: give a ticker or a cik.')
    const company = cik === undefined ? { ticker } : { cik }
    const range = RANGES.find(([most]) => days <= most)?.[1] ?? '1y'
    const [answer, prices] = await Promise.all([
      bench.must('edgar-insider-trades', { ...company, days, limit: TRADES_MAX }),
      ticker === undefined ? null : bench.part('Share price', 'stock-history', { ticker, range }),
    ])
    const trades = insiders.tradesOf(answer)
    const filingsRead = numberOf(answer, 'filingsRead') ?? 0
    if (trades.length === 0)
      throw nothingFound(`No insider has reported a trade in the last ${days} days.`, {
        filingsRead,
        trades: 0,
      })
    if (answer['complete'] !== true)
      bench.missing.push({
        part: 'Older trades',
        why: `only the newest ${trades.length} trades of those ${days} days were read.`,
      })
    const unpriced = trades.filter((one) => insiders.isOpenMarket(one) && one.valueUsd === null)
    if (unpriced.length > 0)
      bench.missing.push({
        part: 'Prices',
        why: `${plural(unpriced.length, 'open-market trade')} without a price, in no sum.`,
      })
    return { name: textOf(answer, 'name') ?? ticker ?? '', trades, filingsRead, prices }
  },

  compose({ name, trades, filingsRead, prices }, { given: { days }, bench }) {
    const retrievedAt = new Date(bench.now()).toISOString()
    const filings = filingsOf(trades, retrievedAt)
    const open = trades.filter(insiders.isOpenMarket)
    const bought = insiders.totalsOf(open.filter(({ kind }) => kind === 'buy'))
    const sold = insiders.totalsOf(open.filter(({ kind }) => kind === 'sell'))
    const netUsd = Math.round((bought.usd - sold.usd) * 100) / 100
    const clusters = insiders.clustersOf(trades)
    const sums = sumsOf({ name, bought, sold, netUsd, days, filingsRead, retrievedAt })
    const [boughtLine = '', soldLine = '', netLine = ''] = sums.text.split('\n')
    const others = trades.length - open.length
    const context = contextOf(prices)
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
            text: `Trades of the table outside the open market: ${others}.`,
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
  },
})

function byInsider(open: readonly Trade[]) {
  const groups = Map.groupBy(open, ({ insider }) => insider)
  return Array.from(groups, ([insider, of]) => ({
    insider,
    role: of[0]?.role ?? null,
    bought: insiders.totalsOf(of.filter(({ kind }) => kind === 'buy')),
    sold: insiders.totalsOf(of.filter(({ kind }) => kind === 'sell')),
  }))
}
