import type { ParsedComponents } from 'chrono-node'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { attempt, isoInstant, zone } from '../../../../engines/time/instants.ts'

const DATES_MAX = 2_000
const Locale = z.enum(['en', 'en-GB', 'de', 'fr', 'es', 'pt', 'ja', 'nl', 'it'])

export default defineTool({
  route: 'POST /api/date-extract',
  name: 'Date extract',
  description:
    'Finds every date and time that is mentioned in a text, such as "next Tuesday at 3pm", and resolves each to ISO 8601.',
  asks: [
    'extract all dates and times mentioned in a text',
    'find every date in a text, such as next friday, and resolve it',
    'find the dates in a mail',
    'when is the appointment in this text',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(200 * KB).describe('The text, up to 200 KB.'),
    referenceIso: isoInstant()
      .optional()
      .describe('Reference time for words such as tomorrow. Default: now.'),
    tz: zone().default('UTC').describe('Zone of times without a zone: IANA name or offset.'),
    locale: Locale.default('en').describe(
      'Language of the text; en reads 3/4 as 4 March, en-GB as 3 April.',
    ),
  }),
  output: z.object({
    dates: z
      .array(
        z.object({
          text: z.string(),
          index: z.int().describe('Offset in UTF-16 code units, from 0.'),
          startIso: z
            .string()
            .describe(
              'Start: a day such as 2026-01-06 if no time is given, else with time and offset.',
            ),
          endIso: z.string().nullable().describe('End of a span such as 3 to 5pm.'),
          certain: z
            .boolean()
            .describe('Whether the text defines the day, by a date or by a word such as tomorrow.'),
        }),
      )
      .describe(`The first ${DATES_MAX}. A day that does not exist is left out.`),
    count: z.int().describe('Number of all dates.'),
  }),
  examples: [
    {
      input: {
        text: "let's meet next Tuesday at 3pm",
        referenceIso: '2026-01-01T00:00:00Z',
      },
      output: {
        dates: [
          {
            text: 'next Tuesday at 3pm',
            index: 11,
            startIso: '2026-01-06T15:00:00Z',
            endIso: null,
            certain: false,
          },
        ],
        count: 1,
      },
    },
    {
      input: {
        text: 'Open 4 March 2026, 9am to 5pm; closed on 5 March 2026.',
        referenceIso: '2026-01-01T00:00:00Z',
        tz: 'Europe/Berlin',
      },
      output: {
        dates: [
          {
            text: '4 March 2026, 9am to 5pm',
            index: 5,
            startIso: '2026-03-04T09:00:00+01:00',
            endIso: '2026-03-04T17:00:00+01:00',
            certain: true,
          },
          {
            text: 'on 5 March 2026',
            index: 38,
            startIso: '2026-03-05',
            endIso: null,
            certain: true,
          },
        ],
        count: 2,
      },
    },
  ],

  async run({ text, referenceIso, tz, locale }, { now }) {
    const chrono = await import('chrono-node')
    const reference = referenceIso === undefined ? now() : Date.parse(referenceIso)
    const here = Temporal.Instant.fromEpochMilliseconds(reference).toZonedDateTimeISO(tz)
    const origin = {
      instant: new Date(reference),
      timezone: Math.round(here.offsetNanoseconds / NANOSECONDS_OF_MINUTE),
    }
    const reader = locale === 'en-GB' ? chrono.en.GB : chrono[locale].casual
    const dates = paragraphsOf(text).flatMap(({ text: part, start }) =>
      reader.parse(part, origin).flatMap((found) => {
        const startIso = attempt(() => isoOf(found.start, tz))
        const { start: from, end: to } = found
        const endIso = to ? attempt(() => isoOf(to, tz)) : null
        if (startIso === undefined || endIso === undefined) return []
        const certain = DAY.every((unit) => from.isCertain(unit))
        return [{ text: found.text, index: start + found.index, startIso, endIso, certain }]
      }),
    )
    return { dates: dates.slice(0, DATES_MAX), count: dates.length }
  },
})

const NANOSECONDS_OF_MINUTE = 60e9
const DAY = ['year', 'month', 'day'] as const

const PART_CHARACTERS = 4_000

/**
 * No date spans the end of a paragraph, and the library reads short parts faster than a long one.
 */
function paragraphsOf(text: string): readonly { readonly text: string; readonly start: number }[] {
  const parts: { text: string; start: number }[] = []
  for (let start = 0; start < text.length;) {
    const whole = text.slice(start, start + PART_CHARACTERS)
    const isLast = start + PART_CHARACTERS >= text.length
    const end = Math.max(whole.lastIndexOf('\n'), whole.lastIndexOf('. '))
    const part = isLast || end <= 0 ? whole : whole.slice(0, end + 1)
    parts.push({ text: part, start })
    start += part.length
  }
  return parts
}

function isoOf(parts: ParsedComponents, tz: string): string {
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second') =>
    parts.get(name) ?? 0
  const [year, month, day] = [part('year'), part('month'), part('day')]
  const date = Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
  if (!parts.isCertain('hour')) return date.toString()
  const [hour, minute, second] = [part('hour'), part('minute'), part('second')]
  const local = date.toPlainDateTime({ hour, minute, second })
  const offset = parts.isCertain('timezoneOffset') ? parts.get('timezoneOffset') : null
  const zoned = local.toZonedDateTime(offset === null ? tz : offsetText(offset))
  const isUtc = zoned.offsetNanoseconds === 0
  const written = zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' })
  return isUtc ? written.replace('+00:00', 'Z') : written
}

const pad = (part: number): string => String(part).padStart(2, '0')

function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${pad(hours)}:${pad(rest)}`
}
