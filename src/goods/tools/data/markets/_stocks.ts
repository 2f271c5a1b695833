import { z } from 'zod'
import { crossCheckField } from '../../../../base/lib/cross-check.ts'

/** A listed security, as exchanges and providers write it: BRK-B, ^GSPC, SAP.DE. */
export const symbolField = () =>
  z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9^][A-Za-z0-9.^=-]{0,19}$/, { error: 'must be a ticker such as AAPL' })
    .transform((ticker) => ticker.toUpperCase())
    .describe('Ticker such as AAPL.')

export const stockCrossCheck = () => crossCheckField('Alpha Vantage and Yahoo Finance')

/** London, Johannesburg and Tel Aviv quote in hundredths. */
export const quoteCurrency = () =>
  z
    .string()
    .nullable()
    .describe(
      'Currency of the prices, ISO 4217, or GBp, ZAc or ILA for hundredths of it; null if the source does not say.',
    )

export const RANGE_DAYS = {
  '5d': 8,
  '1mo': 31,
  '3mo': 92,
  '6mo': 184,
  '1y': 366,
  '2y': 731,
  '5y': 1_827,
  '10y': 3_653,
  max: 40_000,
} as const
