/**
 * Trading days of exchanges, as they have announced them. A year that an exchange has not announced
 * is missing. Days are MMDD; weekend days are listed only if somebody might expect trading.
 */

export interface Year {
  /** Weekdays without trading, with the reason. */
  readonly closed: string
  /** Days with an early close. */
  readonly early?: string
  /** Days whose hours the exchange sets per product, or publishes only shortly before. */
  readonly unsure?: string
  /** Weekend days with the hours of a weekday. */
  readonly extra?: string
}

export interface Exchange {
  readonly name: string
  readonly tz: string
  /** Local times; a leading - means the evening before. */
  readonly regular: readonly (readonly [string, string])[]
  readonly extended?: { readonly pre: string; readonly post: string; readonly earlyPost: string }
  readonly earlyClose?: string
  readonly years: Readonly<Record<number, Year>>
  readonly source: string
  readonly about?: string
}
