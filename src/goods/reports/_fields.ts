import { z } from 'zod'
import { evmNetworkNamed } from '../../engines/onchain/chains/evm-networks.ts'

/** Formats of numbers and texts in reports. */

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

/** The page of a price at its provider. */
export const pricesUrl = (publisher: string | null, ticker: string): string =>
  /yahoo/i.test(publisher ?? '')
    ? `https://finance.yahoo.com/quote/${encodeURIComponent(ticker)}/history`
    : 'https://www.alphavantage.co/documentation/'

/** The explorer page of a contract. */
export const explorerOf = (network: string, address: string): string =>
  `${evmNetworkNamed(network)?.explorer ?? 'https://basescan.org'}/address/${address}`

/** The chart of a table. Columns are named by index, from 0. */
export interface TableChart {
  readonly kind: 'bars' | 'lines' | 'rows'
  readonly labels: number
  readonly values: readonly number[]
  /** What the chart shows, in a sentence. */
  readonly says: string
}
