import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { treasuryRates } from '../../../../capabilities/upstreams/treasury-rates.ts'

export default defineTool({
  route: 'GET /api/yield-curve-spread',
  name: 'Yield curve spread',
  description:
    'Spread between two US Treasury maturities, whether the curve is inverted and since when, with history.',
  asks: [
    'is the yield curve inverted',
    '10 year minus 2 year treasury spread',
    'is a recession coming by the curve',
    'ten minus two',
  ],
  price: '$0.002',
  uses: { treasuryRates },
  input: z.object({
    short: z.enum(['3m', '2y', '5y']).default('2y').describe('The shorter maturity.'),
    long: z.enum(['5y', '10y', '30y']).default('10y').describe('The longer maturity.'),
    days: z.int().min(1).max(365).default(90).describe('Number of days back, 1 to 365.'),
  }),
  output: z.object({
    short: z.string().describe('The shorter maturity.'),
    long: z.string().describe('The longer maturity.'),
    date: z.string().describe('Day of the last spread.'),
    spreadBp: z.number().describe('Long yield less short yield, in basis points.'),
    inverted: z.boolean().describe('Whether the longer maturity yields less.'),
    invertedSinceDate: z
      .string()
      .nullable()
      .describe('First day of this inversion; null if there is none, or if it began earlier.'),
    invertedBeforeWindow: z
      .boolean()
      .describe('Whether the inversion began before the first day that was read.'),
    points: z
      .array(
        z.object({
          date: z.string().describe('Business day.'),
          spreadBp: z.number().describe('Spread in basis points.'),
        }),
      )
      .describe('Oldest first.'),
    minBp: z.number().describe('Least spread of these days.'),
    maxBp: z.number().describe('Greatest spread of these days.'),
  }),
  examples: [
    {
      input: { short: '2y', long: '10y', days: 4 },
      at: '2026-01-03T12:00:00Z',
      output: {
        short: '2y',
        long: '10y',
        date: '2026-01-02',
        spreadBp: 72,
        inverted: false,
        invertedSinceDate: null,
        invertedBeforeWindow: false,
        points: [
          { date: '2025-12-30', spreadBp: 69 },
          { date: '2025-12-31', spreadBp: 71 },
          { date: '2026-01-02', spreadBp: 72 },
        ],
        minBp: 69,
        maxBp: 72,
        source: 'US Department of the Treasury',
        asOf: '2026-01-03T12:00:00.000Z',
      },
    },
  ],

  async run({ short, long, days }, { treasuryRates, now }) {
    if (short === long) throw badInput('long: must be longer than short')
    const since = isoDay(now() - days * DAY_MS)
    const years = [...new Set([since, isoDay(now())].map((day) => Number(day.slice(0, 4))))]
    const told = await Promise.all(years.map((year) => treasuryRates.year('nominal', year)))
    const all = told.flat().flatMap(({ date, yields }) => {
      const [near, far] = [yields[short], yields[long]]
      if (near === undefined || far === undefined) return []
      return { date, spreadBp: Math.round((far - near) * 100) + 0 }
    })
    const points = all.filter(({ date }) => date >= since)
    const last = points.at(-1)
    if (!last) throw notFound(`The Treasury has no yields of the last ${days} days.`)
    const inverted = last.spreadBp < 0
    const straight = all.findLastIndex(({ spreadBp }) => spreadBp >= 0)
    const spreads = points.map(({ spreadBp }) => spreadBp)
    return {
      short,
      long,
      date: last.date,
      spreadBp: last.spreadBp,
      inverted,
      invertedSinceDate: inverted && straight >= 0 ? (all[straight + 1]?.date ?? null) : null,
      invertedBeforeWindow: inverted && straight < 0,
      points,
      minBp: Math.min(...spreads),
      maxBp: Math.max(...spreads),
    }
  },
})
