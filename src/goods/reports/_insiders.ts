import { DAY_MS } from '../../base/core/milliseconds.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'
import { numberOf, rowsOf, textOf } from './_report-tools.ts'

/** A trade in the answer of `edgar-insider-trades`. */
export interface Trade {
  readonly date: string
  readonly filedDate: string
  readonly insider: string
  readonly role: string | null
  readonly code: string
  readonly kind: 'buy' | 'sell' | 'other'
  readonly security: string | null
  readonly derivative: boolean
  readonly shares: number | null
  readonly priceUsd: number | null
  readonly valueUsd: number | null
  readonly sharesAfter: number | null
  readonly planned: boolean | null
  readonly amendment: boolean
  readonly note: string | null
  readonly url: string
}

export function tradesOf(answer: JsonObject): readonly Trade[] {
  return withoutAmended(rowsOf(answer, 'trades').map(tradeOf))
}

const tradeOf = (row: JsonObject): Trade => ({
  date: textOf(row, 'date') ?? '',
  filedDate: textOf(row, 'filedDate') ?? '',
  insider: textOf(row, 'insider') ?? 'not named',
  role: textOf(row, 'role'),
  code: textOf(row, 'code') ?? '',
  kind: row['kind'] === 'buy' || row['kind'] === 'sell' ? row['kind'] : 'other',
  security: textOf(row, 'security'),
  derivative: row['derivative'] === true,
  shares: numberOf(row, 'shares'),
  priceUsd: numberOf(row, 'priceUsd'),
  valueUsd: numberOf(row, 'valueUsd'),
  sharesAfter: numberOf(row, 'sharesAfter'),
  planned: typeof row['planned'] === 'boolean' ? row['planned'] : null,
  amendment: row['amendment'] === true,
  note: textOf(row, 'note'),
  url: textOf(row, 'url') ?? '',
})

/** Removes trades that a later amendment repeats or corrects. */
function withoutAmended(trades: readonly Trade[]): readonly Trade[] {
  const keyOf = ({ insider, date, code, security, derivative }: Trade): string =>
    JSON.stringify([insider, date, code, security, derivative])
  const amended = new Map<string, string>()
  for (const trade of trades.filter(({ amendment }) => amendment)) {
    const before = amended.get(keyOf(trade)) ?? ''
    if (trade.filedDate > before) amended.set(keyOf(trade), trade.filedDate)
  }
  return trades.filter((trade) => {
    const last = amended.get(keyOf(trade))
    return (
      last === undefined || (trade.amendment ? trade.filedDate >= last : trade.filedDate > last)
    )
  })
}

/**
 * Whether a trade is an open-market trade of shares. Grants, exercises, gifts and withheld shares
 * show no opinion of the insider.
 */
export const isOpenMarket = ({ kind, derivative }: Trade): boolean =>
  kind !== 'other' && !derivative

export interface Totals {
  readonly trades: number
  readonly insiders: number
  readonly shares: number
  readonly usd: number
  readonly unpriced: number
  readonly planned: number
}

export function totalsOf(trades: readonly Trade[]): Totals {
  const cents = trades.reduce((sum, { valueUsd }) => sum + Math.round((valueUsd ?? 0) * 100), 0)
  return {
    trades: trades.length,
    insiders: new Set(trades.map(({ insider }) => insider)).size,
    shares: trades.reduce((sum, { shares }) => sum + (shares ?? 0), 0),
    usd: cents / 100,
    unpriced: trades.filter(({ valueUsd }) => valueUsd === null).length,
    planned: trades.filter(({ planned }) => planned === true).length,
  }
}

export interface Cluster {
  readonly kind: 'buy' | 'sell'
  readonly from: string
  readonly to: string
  readonly insiders: readonly string[]
  readonly trades: number
  readonly usd: number
}

export const CLUSTER_DAYS = 30
export const CLUSTER_INSIDERS = 3

/**
 * Periods of 30 days in which three or more insiders traded in the same direction. Trades under a
 * plan are left out, because they were decided long before.
 */
export function clustersOf(trades: readonly Trade[]): readonly Cluster[] {
  return (['buy', 'sell'] as const).flatMap((kind) => {
    const own = trades
      .filter((trade) => isOpenMarket(trade) && trade.kind === kind && trade.planned !== true)
      .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    const found: Cluster[] = []
    for (let at = 0; at < own.length;) {
      const first = own[at]
      const until = Date.parse(first?.date ?? '') + CLUSTER_DAYS * DAY_MS
      const within = own.slice(at).filter(({ date }) => Date.parse(date) <= until)
      const insiders = [...new Set(within.map(({ insider }) => insider))]
      if (first && insiders.length >= CLUSTER_INSIDERS) {
        const { usd } = totalsOf(within)
        const to = within.at(-1)?.date ?? first.date
        found.push({ kind, from: first.date, to, insiders, trades: within.length, usd })
        at += within.length
      } else at += 1
    }
    return found
  })
}
