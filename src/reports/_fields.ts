import { z } from 'zod'
import { evmNetworkNamed } from '../lib/chains/evm-networks.ts'

/** Numbers and texts as reports write them. */

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const FINE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

export const wholeNumber = (value: number): string => WHOLE.format(value)
export const fineNumber = (value: number): string => FINE.format(value)
export const dollars = (value: number): string =>
  value < 0 ? `-$${FINE.format(-value)}` : `$${FINE.format(value)}`
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${WHOLE.format(count)} ${count === 1 ? one : many}`

/** Rows of an answer, as they are told. */
export const Rows = z.array(z.record(z.string(), z.unknown()))
export const Part = z.record(z.string(), z.unknown())

/** Where the provider of a price tells of it. */
export const pricesUrl = (publisher: string | null, ticker: string): string =>
  /yahoo/i.test(publisher ?? '')
    ? `https://finance.yahoo.com/quote/${encodeURIComponent(ticker)}/history`
    : 'https://www.alphavantage.co/documentation/'

/** Where people look at a contract. */
export const explorerOf = (network: string, address: string): string =>
  `${evmNetworkNamed(network)?.explorer ?? 'https://basescan.org'}/address/${address}`

/** How a table is drawn beside itself: columns by their place, from 0. */
export interface TableChart {
  readonly kind: 'bars' | 'lines' | 'rows'
  readonly labels: number
  readonly values: readonly number[]
  /** What there is to see in it, in a sentence. */
  readonly says: string
}
