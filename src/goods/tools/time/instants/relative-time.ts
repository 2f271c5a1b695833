import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { instantOf, NOTATIONS, timeText } from '../../../../engines/time/instants-notations.ts'
import { locale, withinTime } from '../../../../engines/time/instants.ts'

/** Each unit is used below this count, after rounding. */
const UNITS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Infinity],
] as const

export default defineTool({
  route: 'POST /api/relative-time',
  name: 'Relative time',
  description: 'How long ago or ahead a time is, in words such as "2 days ago", in any language.',
  asks: [
    'how long ago was this',
    'write a timestamp as "5 minutes ago"',
    'three hours ago',
    'in two days, as words',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    time: timeText().describe(`The time to describe: ${NOTATIONS.replace('`tz`', 'UTC')}.`),
    from: timeText().optional().describe('Reference time. Default: now.'),
    locale: locale().default('en').describe('Language of the words, a BCP 47 tag such as de.'),
  }),
  output: z.object({
    text: z.string().describe('The relative time in words.'),
    seconds: z.number().describe('Seconds from `from` to `time`; negative in the past.'),
    past: z.boolean().describe('Whether it lies before `from`.'),
  }),
  examples: [
    {
      input: { time: '2026-01-01T00:00:00Z', from: '2026-01-03T00:00:00Z' },
      output: { text: '2 days ago', seconds: -172800, past: true },
    },
    {
      at: '2026-01-01T00:00:00Z',
      input: { time: '2026-01-01T03:10:00Z', locale: 'de' },
      output: { text: 'in 3 Stunden', seconds: 11400, past: false },
    },
  ],

  run({ time, from, locale }, context) {
    const start =
      from === undefined
        ? Temporal.Instant.fromEpochMilliseconds(context.now())
        : instantOf('from', from, 'UTC')
    const origin = start.toZonedDateTimeISO('UTC')
    const span = origin.until(instantOf('time', time, 'UTC').toZonedDateTimeISO('UTC'))
    const seconds = span.total({ unit: 'second' })
    const text = withinTime('time', () => inWords(span, origin, locale))
    return { text, seconds, past: seconds < 0 }
  },
})

function inWords(span: Temporal.Duration, origin: Temporal.ZonedDateTime, locale: string): string {
  for (const [unit, limit] of UNITS) {
    const total = span.total({ unit, relativeTo: origin })
    const count = Math.sign(total) * Math.round(Math.abs(total))
    if (Math.abs(count) >= limit) continue
    // A count of zero is "now". Otherwise numbers, because "yesterday" would depend on a zone.
    const numeric = count === 0 ? 'auto' : 'always'
    return new Intl.RelativeTimeFormat(locale, { numeric }).format(count, unit)
  }
  return ''
}
