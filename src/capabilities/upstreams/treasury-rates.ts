import { Fault } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream } from './define.ts'

const TITLE = 'US Department of the Treasury'

/** Maturities of the published par yields, by the name of their field. */
const NOMINAL = {
  BC_1MONTH: '1m',
  BC_1_5MONTH: '1.5m',
  BC_2MONTH: '2m',
  BC_3MONTH: '3m',
  BC_4MONTH: '4m',
  BC_6MONTH: '6m',
  BC_1YEAR: '1y',
  BC_2YEAR: '2y',
  BC_3YEAR: '3y',
  BC_5YEAR: '5y',
  BC_7YEAR: '7y',
  BC_10YEAR: '10y',
  BC_20YEAR: '20y',
  BC_30YEAR: '30y',
} as const
const REAL = {
  TC_5YEAR: '5y',
  TC_7YEAR: '7y',
  TC_10YEAR: '10y',
  TC_20YEAR: '20y',
  TC_30YEAR: '30y',
} as const

export type Maturity = (typeof NOMINAL)[keyof typeof NOMINAL]

/** Yields of one day in percent; a maturity that was not quoted is left out. */
export interface YieldDay {
  readonly date: string
  readonly yields: Readonly<Partial<Record<Maturity, number>>>
}

const CURVES = {
  nominal: { data: 'daily_treasury_yield_curve', fields: NOMINAL },
  real: { data: 'daily_treasury_real_yield_curve', fields: REAL },
} as const satisfies Record<
  string,
  { readonly data: string; readonly fields: Readonly<Record<string, Maturity>> }
>

export const treasuryRates = defineUpstream({
  name: 'treasury-rates',
  title: TITLE,
  terms:
    'https://home.treasury.gov/policy-issues/financing-the-government/interest-rate-statistics',
  texts: 'own',
  base: 'https://home.treasury.gov',
  // An answer takes nearly twenty seconds.
  limits: { timeoutMs: 28_000, bytesMax: 4_000_000, perSecond: 2 },
  cacheTtlMs: 6 * HOUR_MS,
  api: (http) => ({
    /** The days of a year, oldest first. */
    async year(curve: keyof typeof CURVES, year: number): Promise<readonly YieldDay[]> {
      const { data, fields } = CURVES[curve]
      const path = '/resource-center/data-chart-center/interest-rates/pages/xml'
      const xml = await http.text(path, { query: { data, field_tdr_date_value: year } })
      return daysIn(xml, fields).toSorted((a, b) => (a.date < b.date ? -1 : 1))
    },
  }),
})

/** A feed with an entry per day, which holds the fields. */
function daysIn(xml: string, fields: Readonly<Record<string, Maturity>>): readonly YieldDay[] {
  if (!/<feed[\s>]/.test(xml.slice(0, 2_000)) || !xml.trimEnd().endsWith('</feed>')) throw odd()
  return xml
    .split(/<entry[\s>]/)
    .slice(1)
    .map((entry) => {
      const told = new Map(
        [...entry.matchAll(/<d:([A-Z0-9_]{1,40})(?:\s[^<>]{0,200})?>([^<>]{0,60})<\/d:/g)].map(
          ([, name = '', text = '']) => [name, text.trim()] as const,
        ),
      )
      const date = told.get('NEW_DATE')?.slice(0, 10)
      const yields = Object.entries(fields).flatMap(([field, maturity]) => {
        const text = told.get(field) ?? ''
        const value = Number(text)
        return text === '' || !Number.isFinite(value) ? [] : [[maturity, value] as const]
      })
      if (date === undefined || !/^\d{4}-\d\d-\d\d$/.test(date)) throw odd()
      return { date, yields: Object.fromEntries(yields) }
    })
}

const odd = (): Fault => new Fault('upstream_failed', `${TITLE} answered in an unknown shape.`)
