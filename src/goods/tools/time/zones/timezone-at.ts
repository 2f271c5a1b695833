import findZone from '@photostructure/tz-lookup'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { describeMoment } from '../../../../engines/time/instants.ts'

export default defineTool({
  route: 'GET /api/timezone-at',
  name: 'Time zone of a place',
  description: 'IANA time zone of a coordinate (latitude, longitude), with its current local time.',
  asks: [
    'time zone for a latitude and longitude',
    'what timezone do these coordinates lie in',
    'which time zone is this place in',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    lat: z.number().min(-90).max(90).describe('Latitude in degrees, -90 to 90.'),
    lon: z.number().min(-180).max(180).describe('Longitude in degrees, -180 to 180.'),
  }),
  output: z.object({
    tz: z.string().describe('IANA zone; an Etc/GMT zone on the high seas.'),
    offset: z.string().describe('Current offset from UTC.'),
    local: z.string().describe('Current local time there, without offset.'),
    isDst: z.boolean().describe('Whether clocks are ahead of standard time.'),
  }),
  examples: [
    {
      at: '2026-01-05T10:00:00Z',
      input: { lat: 35.68, lon: 139.76 },
      output: { tz: 'Asia/Tokyo', offset: '+09:00', local: '2026-01-05T19:00:00', isDst: false },
    },
    {
      at: '2026-07-05T10:00:00Z',
      input: { lat: 40.71, lon: -74.01 },
      output: {
        tz: 'America/New_York',
        offset: '-04:00',
        local: '2026-07-05T06:00:00',
        isDst: true,
      },
    },
  ],

  run({ lat, lon }, context) {
    const here = Temporal.Instant.fromEpochMilliseconds(context.now()).toZonedDateTimeISO(
      findZone(lat, lon),
    )
    const { tz, offset, local, isDst } = describeMoment(here)
    return { tz, offset, local, isDst }
  },
})
