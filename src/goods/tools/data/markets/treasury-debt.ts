import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { fiscalData } from '../../../../capabilities/upstreams/fiscal-data.ts'

export default defineTool({
  route: 'GET /api/treasury-debt',
  name: 'US public debt',
  description: 'US public debt to the penny, in dollars, with its parts and recent changes.',
  asks: [
    'public debt of the US in dollars and how it changed',
    'US government debt today',
    'how much does America owe',
    'national debt',
  ],
  price: '$0.002',
  uses: { fiscalData },
  input: z.object({
    days: z.int().min(1).max(365).default(30).describe('Number of days back, 1 to 365.'),
  }),
  output: z.object({
    date: z.string().describe('Newest business day that was published.'),
    totalUsd: z.number().describe('Total public debt outstanding, in dollars and cents.'),
    publicUsd: z.number().nullable().describe('Debt held by the public.'),
    intragovernmentalUsd: z.number().nullable().describe('Debt held by the government itself.'),
    changeUsd: z.number().describe('Change of the total since the first of these days.'),
    points: z
      .array(
        z.object({
          date: z.string().describe('Business day.'),
          totalUsd: z.number().describe('Total on that day.'),
        }),
      )
      .describe('Oldest first.'),
  }),
  examples: [
    {
      input: { days: 10 },
      at: '2026-01-02T00:00:00Z',
      output: {
        date: '2025-12-31',
        totalUsd: 38_513_988_163_372.62,
        publicUsd: 30_808_206_022_811.75,
        intragovernmentalUsd: 7_705_782_140_560.87,
        changeUsd: 127_602_701_372.22,
        points: [
          { date: '2025-12-29', totalUsd: 38_386_385_462_000.4 },
          { date: '2025-12-30', totalUsd: 38_386_385_463_125.41 },
          { date: '2025-12-31', totalUsd: 38_513_988_163_372.62 },
        ],
        source: 'US Treasury Fiscal Data',
        asOf: '2026-01-02T00:00:00.000Z',
      },
    },
  ],

  async run({ days }, { fiscalData, now }) {
    const rows = (await fiscalData.debt(isoDay(now() - days * DAY_MS))).toReversed()
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first || !last)
      throw notFound(`The Treasury has published no debt in the last ${days} days.`)
    const change = centsIn(last.tot_pub_debt_out_amt) - centsIn(first.tot_pub_debt_out_amt)
    return {
      date: last.record_date,
      totalUsd: Number(last.tot_pub_debt_out_amt),
      publicUsd: numberIn(last.debt_held_public_amt),
      intragovernmentalUsd: numberIn(last.intragov_hold_amt),
      changeUsd: Number(change) / 100,
      points: rows.map(({ record_date: date, tot_pub_debt_out_amt: total }) => ({
        date,
        totalUsd: Number(total),
      })),
    }
  },
})

const numberIn = (text: string): number | null => (text === 'null' ? null : Number(text))

function centsIn(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(2, '0'))
}
