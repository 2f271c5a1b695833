import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { defineTool } from '../../../core/tool.ts'
import { isDst, zone } from '../../../lib/instants.ts'
import { abbreviationOf, countriesOf } from './_zones.ts'

const Transition = z.object({
  atIso: z.string().describe('The first moment of the new offset, in UTC.'),
  offsetBefore: z.string().describe('Offset until then.'),
  offsetAfter: z.string().describe('Offset from then on.'),
})

export default defineTool({
  route: 'GET /api/timezone-info',
  name: 'Time zone facts',
  description:
    'UTC offset, abbreviation and countries of a time zone on a date, with its next and previous clock changes (DST).',
  asks: ['when does daylight saving time start', 'UTC offset of Europe/Paris'],
  price: '$0.001',
  uses: {},
  input: z.object({
    tz: zone().describe('IANA time zone such as Europe/Lisbon.'),
    date: z.iso
      .date()
      .optional()
      .describe('YYYY-MM-DD; the zone as that day begins. Without it, the zone as it is now.'),
  }),
  output: z.object({
    tz: z.string().describe('IANA time zone.'),
    offset: z.string().describe('Offset from UTC, such as +01:00.'),
    abbreviation: z.string().describe('Such as CEST, or GMT+4 where none is in common use.'),
    isDst: z.boolean().describe('Whether clocks are ahead of standard time.'),
    nextTransition: Transition.nullable().describe('Null if no change is planned.'),
    previousTransition: Transition.nullable().describe('Null if the offset never changed before.'),
    countryCodes: z.array(z.string()).describe('ISO 3166 alpha-2; empty for zones of no country.'),
  }),
  examples: [
    {
      at: '2026-01-05T10:00:00Z',
      input: { tz: 'Europe/Lisbon' },
      output: {
        tz: 'Europe/Lisbon',
        offset: '+00:00',
        abbreviation: 'WET',
        isDst: false,
        nextTransition: {
          atIso: '2026-03-29T01:00:00Z',
          offsetBefore: '+00:00',
          offsetAfter: '+01:00',
        },
        previousTransition: {
          atIso: '2025-10-26T01:00:00Z',
          offsetBefore: '+01:00',
          offsetAfter: '+00:00',
        },
        countryCodes: ['PT'],
      },
    },
    {
      input: { tz: 'Asia/Kolkata', date: '2026-06-01' },
      output: {
        tz: 'Asia/Kolkata',
        offset: '+05:30',
        abbreviation: 'IST',
        isDst: false,
        nextTransition: null,
        previousTransition: {
          atIso: '1945-10-14T17:30:00Z',
          offsetBefore: '+06:30',
          offsetAfter: '+05:30',
        },
        countryCodes: ['IN'],
      },
    },
  ],

  run({ tz, date }, context) {
    const moment = date
      ? Temporal.PlainDate.from(date).toZonedDateTime(tz)
      : Temporal.Instant.fromEpochMilliseconds(context.now()).toZonedDateTimeISO(tz)
    return {
      tz: moment.timeZoneId,
      offset: moment.offset,
      abbreviation: abbreviationOf(moment),
      isDst: isDst(moment),
      nextTransition: described(moment.getTimeZoneTransition('next')),
      // A change in the asked moment itself is the latest one, not the one before it.
      previousTransition: described(
        moment.add({ nanoseconds: 1 }).getTimeZoneTransition('previous'),
      ),
      countryCodes: countriesOf(moment.timeZoneId),
    }
  },
})

function described(change: Temporal.ZonedDateTime | null) {
  if (!change) return null
  return {
    atIso: change.toInstant().toString(),
    offsetBefore: change.subtract({ nanoseconds: 1 }).offset,
    offsetAfter: change.offset,
  }
}
