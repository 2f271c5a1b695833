import type { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { instantOf, NOTATIONS, timeText } from '../../../../engines/time/instants-notations.ts'
import { isoIn, locale, zone } from '../../../../engines/time/instants.ts'
import { writeByPattern } from './_date-pattern.ts'

export default defineTool({
  route: 'POST /api/date-format',
  name: 'Format date',
  description:
    'Write a time by pattern (EEEE d MMMM yyyy), by standard (RFC 2822, RFC 3339, HTTP) or in the style of a locale.',
  asks: [
    'format a date',
    'display a timestamp in French style',
    'write a date the American way',
    '2026-03-01 as 1 March',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    time: timeText().describe(`The time to write: ${NOTATIONS}.`),
    format: z
      .string()
      .max(200)
      .optional()
      .describe(
        "Unicode pattern such as yyyy-MM-dd HH:mm:ss, words in quotes as in 'week' w; required for the style custom. w and YYYY count ISO weeks in every locale.",
      ),
    locale: locale().default('en-US').describe('Language and region of names, such as fr-CH.'),
    tz: zone().default('UTC').describe('IANA time zone in which to write it.'),
    style: z
      .enum(['custom', 'full', 'long', 'medium', 'short', 'rfc2822', 'rfc3339', 'http'])
      .default('custom')
      .describe('custom uses `format`; full to short are those of the locale.'),
  }),
  output: z.object({
    text: z.string().describe('The time in that form.'),
    iso: z.string().describe('The same moment in UTC.'),
  }),
  examples: [
    {
      input: { time: '2026-01-05T10:00:00Z', format: 'EEEE d MMMM yyyy' },
      output: { text: 'Monday 5 January 2026', iso: '2026-01-05T10:00:00Z' },
    },
    {
      input: {
        time: '2026-01-05T10:00:00Z',
        format: "EEE d MMM yyyy 'um' HH:mm XXX",
        locale: 'de',
        tz: 'Europe/Berlin',
      },
      output: { text: 'Mo 5 Jan. 2026 um 11:00 +01:00', iso: '2026-01-05T10:00:00Z' },
    },
    {
      input: { time: '1767607200', style: 'http' },
      output: { text: 'Mon, 05 Jan 2026 10:00:00 GMT', iso: '2026-01-05T10:00:00Z' },
    },
  ],

  run({ time, format, locale, tz, style }) {
    const instant = instantOf('time', time, tz)
    const moment = instant.toZonedDateTimeISO(tz)
    return { text: write(moment, style, format, locale), iso: instant.toString() }
  },
})

type Style = 'custom' | 'full' | 'long' | 'medium' | 'short' | 'rfc2822' | 'rfc3339' | 'http'

function write(
  moment: Temporal.ZonedDateTime,
  style: Style,
  format: string | undefined,
  locale: string,
): string {
  switch (style) {
    case 'custom':
      if (!format?.trim()) throw badInput('format: is required when style is custom')
      return writeByPattern(format, moment, locale)
    case 'rfc3339':
      return isoIn(fourDigitYear(moment))
    case 'rfc2822':
      return writeByPattern(
        'EEE, dd MMM yyyy HH:mm:ss xx',
        fourDigitYear(minuteOffset(moment)),
        'en-US',
      )
    case 'http': {
      const utc = fourDigitYear(moment.withTimeZone('UTC'))
      return writeByPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", utc, 'en-US')
    }
    default:
      return new Intl.DateTimeFormat(locale, {
        dateStyle: style,
        timeStyle: style,
        timeZone: moment.timeZoneId,
      }).format(moment.epochMilliseconds)
  }
}

/** Offsets of the past have seconds, which RFC 2822 cannot write. */
const minuteOffset = (moment: Temporal.ZonedDateTime): Temporal.ZonedDateTime =>
  moment.offsetNanoseconds % 60e9 === 0 ? moment : moment.withTimeZone('UTC')

function fourDigitYear(moment: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  if (moment.year >= 1 && moment.year <= 9999) return moment
  throw badInput('time: must be within the years 1 to 9999 for this style')
}
