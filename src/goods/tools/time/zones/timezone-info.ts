import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { isDst, zone, zoneName } from '../../../../engines/time/instants.ts'

const Transition = z.object({
  atIso: z.string().describe('First moment of the new offset, in UTC.'),
  offsetBefore: z.string().describe('Offset before that moment.'),
  offsetAfter: z.string().describe('Offset from that moment on.'),
})

export default defineTool({
  route: 'GET /api/timezone-info',
  name: 'Time zone facts',
  description:
    'UTC offset, abbreviation and countries of a time zone on a date, with its next and previous clock changes (DST).',
  asks: [
    'when does daylight saving time start',
    'UTC offset of Europe/Paris',
    'is there daylight saving',
    'offset of a zone',
    'when do the clocks change',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    tz: zone().describe('IANA time zone such as Europe/Lisbon.'),
    date: z.iso
      .date()
      .optional()
      .describe('Day at whose start the zone is described, YYYY-MM-DD. Default: now.'),
  }),
  output: z.object({
    tz: z.string().describe('IANA time zone.'),
    offset: z.string().describe('Offset from UTC, such as +01:00.'),
    abbreviation: z
      .string()
      .describe('Abbreviation such as CEST, or GMT+4 if none is in common use.'),
    isDst: z.boolean().describe('Whether clocks are ahead of standard time.'),
    nextTransition: Transition.nullable().describe('Null if no change is planned.'),
    previousTransition: Transition.nullable().describe('Null if the offset never changed before.'),
    countryCodes: z
      .array(z.string())
      .describe('ISO 3166 alpha-2 codes; empty for zones without a country.'),
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
      // A change at the given moment itself is the previous one, not the one before it.
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

/** No single language has all common abbreviations; together these languages have them. */
const LANGUAGES = ['en-US', 'en-GB', 'en-CA', 'en-AU', 'en-ZA', 'en-IN', 'en-HK', 'ja', 'en-GU']

/** Common abbreviations that Intl does not have. */
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ['China Standard Time', 'CST'],
  ['Israel Daylight Time', 'IDT'],
  ['Israel Standard Time', 'IST'],
  ['Korean Standard Time', 'KST'],
  ['Mexican Pacific Standard Time', 'MST'],
  ['Moscow Standard Time', 'MSK'],
  ['Pakistan Standard Time', 'PKT'],
  ['Philippine Standard Time', 'PST'],
  ['Samoa Standard Time', 'SST'],
  ['Yukon Time', 'MST'],
])

function abbreviationOf(moment: Temporal.ZonedDateTime): string {
  const known = BY_NAME.get(zoneName(moment, 'long', 'en'))
  if (known) return known
  for (const language of LANGUAGES) {
    const name = zoneName(moment, 'short', language)
    if (/^[A-Z]{2,5}$/.test(name)) return name
  }
  return zoneName(moment, 'shortOffset', 'en')
}

/** The countries of a zone. Intl answers the zones of a country, so this inverts that table. */
function countriesOf(tz: string): readonly string[] {
  const canonical = new Intl.DateTimeFormat('en', { timeZone: tz }).resolvedOptions().timeZone
  return countries().get(canonical) ?? []
}

function zonesToCountries(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  for (const country of letters.flatMap((first) => letters.map((second) => first + second))) {
    if (names.of(country) === undefined) continue
    const locale = new Intl.Locale(`und-${country}`)
    // A former code such as SU or UK reads as its successor.
    if (locale.region !== country) continue
    for (const tz of zonesOf(locale)) found.set(tz, [...(found.get(tz) ?? []), country])
  }
  return found
}

/** This takes some forty milliseconds, so it runs once, and only when it is needed. */
const countries = once(zonesToCountries)

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** `getTimeZones` is newer than the types that this project compiles against. */
const zonesOf = (locale: Intl.Locale): readonly string[] =>
  (locale as Intl.Locale & { getTimeZones(): string[] | undefined }).getTimeZones() ?? []
