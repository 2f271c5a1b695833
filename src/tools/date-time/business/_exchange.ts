/**
 * When exchanges trade, as they have announced it. A year that an exchange has not announced is not
 * here. Days are MMDD; of a weekend only those on which somebody might expect trading.
 */

export interface Year {
  /** Weekdays without trading, and why. */
  readonly closed: string
  /** Days that end early. */
  readonly early?: string
  /** Days whose hours the exchange sets for each product, or tells only shortly before. */
  readonly unsure?: string
  /** Days of a weekend with the hours of a weekday. */
  readonly extra?: string
}

export interface Exchange {
  readonly name: string
  readonly tz: string
  /** Local times; a leading - is the evening before. */
  readonly regular: readonly (readonly [string, string])[]
  readonly extended?: { readonly pre: string; readonly post: string; readonly earlyPost: string }
  readonly earlyClose?: string
  readonly years: Readonly<Record<number, Year>>
  readonly source: string
  readonly about?: string
}
