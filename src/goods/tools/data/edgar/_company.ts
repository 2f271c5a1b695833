import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import type { Capability } from '../../../../base/core/capability.ts'
import type { edgar, Listed } from '../../../../capabilities/upstreams/edgar.ts'

export type Edgar = typeof edgar extends Capability<infer Api> ? Api : never

const CIK_DIGITS = 10

export const tickerField = () =>
  z
    .string()
    .max(12)
    .regex(/^[A-Za-z0-9./ -]{1,12}$/, { error: 'must be a ticker such as AAPL' })

/** A CIK, with leading zeros, whatever form it was written in. */
export const cikField = () =>
  z
    .string()
    .max(13)
    .regex(/^(CIK)?\d{1,10}$/i, { error: 'must be up to 10 digits' })
    .transform((cik) => paddedCik(cik.replace(/^CIK/i, '')))

export const paddedCik = (cik: string | number): string => String(cik).padStart(CIK_DIGITS, '0')

/** Both fields, of which one must be given. */
export const companyFields = {
  ticker: tickerField().optional().describe('Ticker such as AAPL; give it or `cik`.'),
  cik: cikField()
    .optional()
    .describe(
      'Central Index Key of the SEC, with or without leading zeros; has priority over ticker.',
    ),
}

/** The CIK of the company that the caller named. */
export async function cikOf(
  edgar: Edgar,
  { ticker, cik }: { readonly ticker?: string | undefined; readonly cik?: string | undefined },
): Promise<string> {
  if (cik !== undefined) return cik
  if (ticker === undefined) throw badInput('ticker: give a ticker or a cik.')
  const listed = byTicker(await edgar.listed(), ticker)
  if (!listed) throw notFound(`No SEC registrant has the ticker ${ticker}.`)
  return paddedCik(listed.cik_str)
}

export const byTicker = (all: readonly Listed[], ticker: string): Listed | undefined =>
  all.find((one) => tickerOf(one.ticker) === tickerOf(ticker))

/** Classes of shares are written with a dot, a dash or a slash. */
const tickerOf = (ticker: string): string => ticker.toUpperCase().replaceAll(/[./ ]/g, '-')
