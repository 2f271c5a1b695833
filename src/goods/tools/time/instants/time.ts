import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { describeMoment, zone } from '../../../../engines/time/instants.ts'

export default defineTool({
  route: 'GET /api/time',
  name: 'Current time',
  description:
    'Current time in a zone, with its UTC offset, weekday, date and whether DST applies.',
  asks: [
    'what time is it in London',
    'current UTC time and date',
    'what time is it in Dubai',
    'clock now',
    'local time',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    tz: zone().default('UTC').describe('IANA time zone such as America/New_York.'),
  }),
  output: z.object({
    iso: z.string().describe('The moment in UTC.'),
    epochSeconds: z.int().describe('Seconds since 1970.'),
    tz: z.string().describe('IANA time zone.'),
    local: z.string().describe('Local time in `tz`, without offset.'),
    offset: z.string().describe('Offset from UTC, such as -05:00.'),
    weekday: z.string().describe('Day of the week in English.'),
    date: z.string().describe('The date in `tz`.'),
    isDst: z.boolean().describe('Whether clocks are ahead of standard time.'),
  }),
  examples: [
    {
      at: '2026-07-04T16:00:00Z',
      input: { tz: 'America/New_York' },
      output: {
        iso: '2026-07-04T16:00:00Z',
        epochSeconds: 1783180800,
        tz: 'America/New_York',
        local: '2026-07-04T12:00:00',
        offset: '-04:00',
        weekday: 'Saturday',
        date: '2026-07-04',
        isDst: true,
      },
    },
  ],

  run({ tz }, context) {
    return describeMoment(
      Temporal.Instant.fromEpochMilliseconds(context.now()).toZonedDateTimeISO(tz),
    )
  },
})
