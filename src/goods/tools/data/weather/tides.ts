import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { noaaTides } from '../../../../capabilities/upstreams/noaa-tides.ts'

const HOURS_PER_DAY = 24

export default defineTool({
  route: 'GET /api/tides',
  name: 'Tides',
  description: 'Times and heights of high and low water at a NOAA tide station of the US coasts.',
  asks: [
    'when is high tide in San Francisco',
    'low water times at a NOAA station',
    'when is low water',
    'can I walk to the island',
    'ebb and flood',
    'best time to surf',
  ],
  price: '$0.002',
  uses: { noaaTides },
  input: z.object({
    station: z
      .string()
      .regex(/^\d{7}$/, { error: 'must be the seven digits of a NOAA station such as 9414290' })
      .describe('Number of the station, seven digits.'),
    date: z.iso.date().optional().describe('First day, YYYY-MM-DD in UTC. Default: today.'),
    days: z.int().min(1).max(30).default(2).describe('Number of days, 1 to 30.'),
    datum: z
      .enum(['MLLW', 'MSL', 'NAVD', 'MHHW'])
      .default('MLLW')
      .describe('Reference level of the heights. Default: mean lower low water.'),
  }),
  output: z.object({
    station: z.string().describe('The station.'),
    datum: z.string().describe('Reference level of the heights.'),
    predictions: z
      .array(
        z.object({
          timeIso: z.string().describe('Time in UTC, to the minute.'),
          heightM: z.number().describe('Height above the datum in metres.'),
          kind: z.enum(['high', 'low']).describe('High or low water.'),
        }),
      )
      .describe('Predictions in order of time, without the effect of weather.'),
    count: z.int().describe('Number of predictions.'),
  }),
  examples: [
    {
      input: { station: '9414290', days: 1 },
      at: '2026-06-01T12:00:00Z',
      output: {
        station: '9414290',
        datum: 'MLLW',
        predictions: [
          { timeIso: '2026-06-01T05:38:00Z', heightM: 1.934, kind: 'high' },
          { timeIso: '2026-06-01T12:57:00Z', heightM: -0.176, kind: 'low' },
        ],
        count: 2,
        source: 'NOAA Tides and Currents',
        asOf: '2026-06-01T12:00:00.000Z',
      },
    },
  ],

  async run({ station, date, days, datum }, { noaaTides, now }) {
    const day = date ?? new Date(now()).toISOString().slice(0, 10)
    const beginDate = day.replaceAll('-', '')
    const query = { station, beginDate, hours: days * HOURS_PER_DAY, datum }
    const predictions = (await noaaTides.highsAndLows(query)).map(({ t, v, type }) => ({
      timeIso: `${t.replace(' ', 'T')}:00Z`,
      heightM: Number(v),
      kind: type === 'H' ? ('high' as const) : ('low' as const),
    }))
    return { station, datum, predictions, count: predictions.length }
  },
})
