import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { nyFed } from '../../../../capabilities/upstreams/ny-fed.ts'

const RATES = ['sofr', 'effr', 'obfr', 'tgcr', 'bgcr'] as const

const percent = (what: string) => z.number().nullable().describe(what)

export default defineTool({
  route: 'GET /api/reference-rates',
  name: 'US overnight rates',
  description:
    'SOFR, effective federal funds rate and other US overnight reference rates, with volume and target range.',
  asks: [
    'what is SOFR today',
    'current federal funds rate and its target range',
    'SOFR today',
    'overnight rate',
  ],
  price: '$0.002',
  uses: { nyFed },
  input: z.object({
    rate: z
      .enum([...RATES, 'all'])
      .default('all')
      .describe('sofr: secured; effr: federal funds; obfr: bank funding; tgcr and bgcr: repo.'),
    days: z.int().min(1).max(250).default(5).describe('Number of last business days, 1 to 250.'),
  }),
  output: z.object({
    rates: z
      .array(
        z.object({
          rate: z.string().describe('Kind of rate.'),
          date: z.string().describe('Business day of the rate; it is published on the next one.'),
          ratePct: z.number().describe('Percent per year, volume-weighted median.'),
          volumeUsdB: percent('Volume of the transactions, in billions of dollars.'),
          percentiles: z
            .object({
              p1: percent('First percentile, percent per year.'),
              p25: percent('25th percentile.'),
              p75: percent('75th percentile.'),
              p99: percent('99th percentile.'),
            })
            .describe('Percentiles of the transactions, by volume.'),
          targetFromPct: percent('Lower end of the target range; only for effr.'),
          targetToPct: percent('Upper end of the target range; only for effr.'),
          revised: z.boolean().describe('Whether it changed after it was first published.'),
        }),
      )
      .describe('By rate, and then newest first.'),
    count: z.int().describe('Number of rows.'),
  }),
  examples: [
    {
      input: { rate: 'effr', days: 1 },
      at: '2026-01-02T15:00:00Z',
      output: {
        rates: [
          {
            rate: 'effr',
            date: '2025-12-31',
            ratePct: 3.64,
            volumeUsdB: 90,
            percentiles: { p1: 3.59, p25: 3.63, p75: 3.66, p99: 3.74 },
            targetFromPct: 3.5,
            targetToPct: 3.75,
            revised: false,
          },
        ],
        count: 1,
        source: 'Federal Reserve Bank of New York',
        asOf: '2026-01-02T15:00:00.000Z',
      },
    },
    { input: {} },
  ],

  async run({ rate, days }, { nyFed }) {
    const wanted = rate === 'all' ? RATES : [rate]
    const told = await Promise.all(
      wanted.map(async (one) =>
        (await nyFed.last(one, days)).map((row) => ({
          rate: one,
          date: row.effectiveDate,
          ratePct: row.percentRate,
          volumeUsdB: row.volumeInBillions ?? null,
          percentiles: {
            p1: row.percentPercentile1 ?? null,
            p25: row.percentPercentile25 ?? null,
            p75: row.percentPercentile75 ?? null,
            p99: row.percentPercentile99 ?? null,
          },
          targetFromPct: row.targetRateFrom ?? null,
          targetToPct: row.targetRateTo ?? null,
          revised: Boolean(row.revisionIndicator),
        })),
      ),
    )
    const rates = told.flat()
    return { rates, count: rates.length }
  },
})
