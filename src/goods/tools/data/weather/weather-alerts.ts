import { z } from 'zod'
import { nullableText } from '../../../../base/lib/fields.ts'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { latitude, longitude } from '../../../../engines/numbers/places.ts'
import { weatherGov, type AlertQuery } from '../../../../capabilities/upstreams/weather-gov.ts'

const Input = z.object({
  lat: latitude().optional().describe('Latitude of a point in the US, with `lon`.'),
  lon: longitude().optional().describe('Longitude of the point.'),
  area: z
    .string()
    .regex(/^[A-Za-z]{2}$/, { error: 'must be a two-letter US state code such as CA' })
    .transform((code) => code.toUpperCase())
    .optional()
    .describe('US state or territory instead of a point, such as CA.'),
})

export default defineTool({
  route: 'GET /api/weather-alerts',
  name: 'Weather alerts',
  description: 'Active US National Weather Service warnings for a point or a state.',
  asks: [
    'are there severe weather warnings for Texas',
    'is there a hurricane or flood alert for my state',
    'is there a tornado warning',
    'storm warning for my county',
  ],
  price: '$0.002',
  uses: { weatherGov },
  input: Input,
  output: z.object({
    alerts: z
      .array(
        z.object({
          event: z.string().describe('Kind of alert, such as Heat Advisory.'),
          severity: nullableText().describe('Extreme, Severe, Moderate, Minor or Unknown.'),
          urgency: nullableText().describe('How soon to act.'),
          headline: nullableText().describe('Summary in one line.'),
          areaDesc: nullableText().describe('The area in words.'),
          onsetIso: nullableText().describe('When it begins, ISO 8601.'),
          endsIso: nullableText().describe('When it ends, ISO 8601.'),
          instruction: nullableText().describe('What to do.'),
        }),
      )
      .describe('Alerts in force.'),
    count: z.int().describe('Number of alerts.'),
  }),
  examples: [
    {
      input: { area: 'CA' },
      at: '2026-07-18T12:00:00Z',
      output: {
        alerts: [
          {
            event: 'Heat Advisory',
            severity: 'Moderate',
            urgency: 'Expected',
            headline: 'Heat Advisory issued July 18 at 2:05AM PDT until July 20 at 9:00PM PDT',
            areaDesc: 'San Diego County Valleys',
            onsetIso: '2026-07-18T11:00:00-07:00',
            endsIso: '2026-07-20T21:00:00-07:00',
            instruction: 'Drink plenty of fluids and stay out of the sun.',
          },
        ],
        count: 1,
        source: 'US National Weather Service',
        asOf: '2026-07-18T12:00:00.000Z',
      },
    },
    { input: { lat: 32.95, lon: -116.95 } },
  ],

  async run(input, { weatherGov }) {
    const found = await weatherGov.alerts(queryOf(input))
    const alerts = found.map((alert) => ({
      event: alert.event,
      severity: alert.severity ?? null,
      urgency: alert.urgency ?? null,
      headline: alert.headline ?? null,
      areaDesc: alert.areaDesc ?? null,
      onsetIso: alert.onset ?? null,
      endsIso: alert.ends ?? alert.expires ?? null,
      instruction: alert.instruction ?? null,
    }))
    return { alerts, count: alerts.length }
  },
})

/** The service accepts at most four decimals. */
function queryOf({ lat, lon, area }: z.output<typeof Input>): AlertQuery {
  const isPoint = lat !== undefined && lon !== undefined
  if (area !== undefined && (lat !== undefined || lon !== undefined))
    throw badInput('area: must not be given together with lat and lon.')
  if (area !== undefined) return { area }
  if (!isPoint) throw badInput('area: must be given, or lat and lon together.')
  return { point: `${Number(lat.toFixed(4))},${Number(lon.toFixed(4))}` }
}
