import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import type { Capability } from '../../../../base/core/capability.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import {
  treasuryRates,
  type Maturity,
  type YieldDay,
} from '../../../../capabilities/upstreams/treasury-rates.ts'

const MATURITIES = [
  '1m',
  '1.5m',
  '2m',
  '3m',
  '4m',
  '6m',
  '1y',
  '2y',
  '3y',
  '5y',
  '7y',
  '10y',
  '20y',
  '30y',
] as const satisfies readonly Maturity[]

/** First year of each curve. */
const FIRST_YEAR = { nominal: 1990, real: 2003, breakeven: 2003 }
/** The day before New Year is in the file of the previous year. */
const EARLY_MONTH = '01'
const BASIS_POINTS = 100

const byMaturity = (what: string) => z.partialRecord(z.enum(MATURITIES), z.number()).describe(what)

export default defineTool({
  route: 'GET /api/treasury-yield-curve',
  name: 'Treasury yield curve',
  description:
    'US Treasury par yields by maturity for a day: nominal, real, or the inflation between them.',
  asks: [
    '10 year Treasury par yield of today',
    'real Treasury yields and the inflation between them and nominal ones',
    'return on US government bonds',
    '10 year treasury',
  ],
  price: '$0.002',
  uses: { treasuryRates },
  input: z.object({
    date: z.iso
      .date()
      .optional()
      .describe('Day (YYYY-MM-DD); if it has no yields, the last day before it. Default: today.'),
    kind: z
      .enum(['nominal', 'real', 'breakeven'])
      .default('nominal')
      .describe('real: yields of inflation-protected securities; breakeven: nominal less real.'),
  }),
  output: z.object({
    date: z.string().describe('Day of the yields, at the close of a business day in New York.'),
    kind: z.string().describe('nominal, real or breakeven.'),
    yieldsPct: byMaturity(
      'Percent per year, bond-equivalent; maturities without a quote are left out.',
    ),
    previousDate: z.string().nullable().describe('Previous business day.'),
    changesBp: byMaturity('Change since that day, in basis points.'),
  }),
  examples: [
    {
      input: { date: '2026-01-02' },
      at: '2026-01-03T12:00:00Z',
      output: {
        date: '2026-01-02',
        kind: 'nominal',
        yieldsPct: {
          '1m': 3.74,
          '3m': 3.65,
          '2y': 3.47,
          '5y': 3.73,
          '10y': 4.19,
          '30y': 4.84,
        },
        previousDate: '2025-12-31',
        changesBp: { '1m': 0, '3m': -2, '2y': 0, '5y': 0, '10y': 1, '30y': 0 },
        source: 'US Department of the Treasury',
        asOf: '2026-01-03T12:00:00.000Z',
      },
    },
    { input: { kind: 'breakeven' }, at: '2026-01-03T12:00:00Z' },
  ],

  async run({ date, kind }, { treasuryRates, now }) {
    const today = isoDay(now())
    const day = date ?? today
    if (day > today) throw badInput('date: must not be after today')
    const year = Number(day.slice(0, 4))
    if (year < FIRST_YEAR[kind])
      throw badInput(`date: must be in ${FIRST_YEAR[kind]} or later for ${kind} yields`)
    const isEarly = day.slice(5, 7) === EARLY_MONTH && year > FIRST_YEAR[kind]
    const days = await daysOf(treasuryRates, kind, isEarly ? [year - 1, year] : [year])
    const known = days.filter((one) => one.date <= day)
    const [before, last] = [known.at(-2), known.at(-1)]
    if (!last) throw notFound(`The Treasury has no yields up to ${day} in that year.`)
    const changes = Object.entries(last.yields).flatMap(([maturity, value]) => {
      const earlier = before?.yields[maturity as Maturity]
      return earlier === undefined ? [] : [[maturity, points(value - earlier)] as const]
    })
    return {
      date: last.date,
      kind,
      yieldsPct: last.yields,
      previousDate: before?.date ?? null,
      changesBp: Object.fromEntries(changes),
    }
  },
})

type TreasuryRates = typeof treasuryRates extends Capability<infer Api> ? Api : never

const points = (percent: number): number => Math.round(percent * BASIS_POINTS) + 0

async function daysOf(
  rates: TreasuryRates,
  kind: keyof typeof FIRST_YEAR,
  years: readonly number[],
): Promise<readonly YieldDay[]> {
  const of = async (curve: 'nominal' | 'real') =>
    (await Promise.all(years.map((year) => rates.year(curve, year)))).flat()
  if (kind !== 'breakeven') return of(kind)
  const [nominal, real] = await Promise.all([of('nominal'), of('real')])
  return nominal.flatMap(({ date, yields }) => {
    const other = real.find((one) => one.date === date)
    if (!other) return []
    const between = MATURITIES.flatMap((maturity) => {
      const [paid, kept] = [yields[maturity], other.yields[maturity]]
      if (paid === undefined || kept === undefined) return []
      return [[maturity, points(paid - kept) / BASIS_POINTS] as const]
    })
    return { date, yields: Object.fromEntries(between) }
  })
}
