import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { frequencyOf, latestOf, statisticIn } from '../../../../engines/numbers/series.ts'
import { ecb } from '../../../../capabilities/upstreams/ecb.ts'

const NAMES_MAX = 5

const Point = z.object({
  period: z.string().describe('Day, month, quarter or year.'),
  value: z.number().nullable().describe('Value; null if there is none, as on a holiday.'),
  status: z
    .string()
    .nullable()
    .describe('Status: A normal, P provisional, E estimated, M missing.'),
})

export default defineTool({
  route: 'GET /api/ecb-series',
  name: 'ECB series',
  description:
    'A statistics series of the European Central Bank: interest rates, exchange rates, money, prices.',
  asks: [
    'interest rate statistics of the euro area from the ECB',
    'SDMX series EXR D.USD.EUR.SP00.A',
    'key interest rate of the ECB',
    'euro statistics',
  ],
  price: '$0.002',
  uses: { ecb },
  input: z.object({
    flow: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9_]{1,40}$/, { error: 'must be a data flow such as EXR' })
      .describe('Data flow such as EXR, FM, ICP, YC.'),
    key: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9_+.]{1,200}$/, { error: 'must be a key such as D.USD.EUR.SP00.A' })
      .describe('Key of one series within the flow, such as D.USD.EUR.SP00.A.'),
    startDate: z.iso.date().optional().describe('No observations before this day (YYYY-MM-DD).'),
    limit: z
      .int()
      .min(1)
      .max(2_000)
      .default(200)
      .describe('Most observations; the last ones are kept.'),
  }),
  output: z.object({
    flow: z.string().describe('The data flow.'),
    key: z.string().describe('The key of the series.'),
    title: z.string().nullable().describe('Title of the series.'),
    unit: z.string().nullable().describe('Code of the unit, such as USD or PCPA (percent a year).'),
    unitMultiplier: z.int().describe('Power of ten: values are in units times ten to this power.'),
    frequency: z.string().nullable().describe('Frequency: daily, monthly, quarterly and so on.'),
    points: z.array(Point).describe('Oldest first.'),
    latest: Point.nullable().describe('Last observation with a value.'),
  }),
  examples: [
    {
      input: { flow: 'EXR', key: 'D.USD.EUR.SP00.A', limit: 3 },
      at: '2026-01-01T00:00:00Z',
      output: {
        flow: 'EXR',
        key: 'D.USD.EUR.SP00.A',
        title: 'ECB reference exchange rate, US dollar/Euro, 2.15 pm (C.E.T.)',
        unit: 'USD',
        unitMultiplier: 0,
        frequency: 'daily',
        points: [
          { period: '2025-12-25', value: null, status: 'H' },
          { period: '2025-12-30', value: 1.1762, status: 'A' },
          { period: '2025-12-31', value: 1.175, status: 'A' },
        ],
        latest: { period: '2025-12-31', value: 1.175, status: 'A' },
        source: 'European Central Bank',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
    { input: { flow: 'FM', key: 'D.U2.EUR.4F.KR.DFR.LEV', limit: 30 } },
  ],

  async run({ flow, key, startDate, limit }, { ecb }) {
    const rows = await ecb.observations({ flow, key, startPeriod: startDate, last: limit })
    const names = [...new Set(rows.map((row) => row.KEY))]
    if (names.length > 1) {
      const some = names.slice(0, NAMES_MAX).join(', ')
      throw badInput(`key: matches ${names.length} series, such as ${some}; name one of them`)
    }
    const [first] = rows
    if (!first) throw notFound(`The ECB has no observations of ${flow}/${key} in that time.`)
    const points = rows
      .map((row) => ({
        period: row.TIME_PERIOD,
        value: statisticIn(row.OBS_VALUE),
        status: row.OBS_STATUS || null,
      }))
      .toSorted((a, b) => (a.period < b.period ? -1 : 1))
    return {
      flow,
      key: first.KEY.split('.').slice(1).join('.'),
      title: first.TITLE_COMPL || first.TITLE || null,
      unit: first.UNIT || null,
      unitMultiplier: Number.parseInt(first.UNIT_MULT, 10) || 0,
      frequency: frequencyOf(first.TIME_PERIOD),
      points,
      latest: latestOf(points),
    }
  },
})
