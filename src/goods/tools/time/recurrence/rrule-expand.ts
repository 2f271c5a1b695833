import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { instantOf, NOTATIONS, timeText } from '../../../../engines/time/instants-notations.ts'
import { isoIn, zone } from '../../../../engines/time/instants.ts'
import { parseRule, type Rule } from '../../../../engines/time/recurrence/rrule.ts'
import { isSubDaily, wallTimes } from '../../../../engines/time/recurrence/rrule-expand.ts'
import { momentsOf, wallSecondsOf } from '../../../../engines/time/recurrence/rrule-moments.ts'
import { ruleInWords } from './_rrule-text.ts'

const EXCLUDED_MAX = 1000
const YEAR_MIN = 1000
const YEAR_MAX = 9999

export default defineTool({
  route: 'POST /api/rrule-expand',
  name: 'Expand recurrence rule',
  description:
    'Dates of an iCalendar recurrence rule (RRULE), its wall-clock time kept across DST, and the rule in words.',
  asks: [
    'expand an RRULE',
    'dates of a recurring calendar event',
    'every second Tuesday, all dates',
    'repeating appointment',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    rule: z
      .string()
      .max(1000)
      .describe('RFC 5545 rule such as FREQ=MONTHLY;BYDAY=-1FR, with or without RRULE:.'),
    startIso: timeText().describe(
      `DTSTART, which also sets the time of day. ${NOTATIONS}. Years 1000 to 9999.`,
    ),
    tz: zone().default('UTC').describe('IANA time zone whose local time the rule follows.'),
    untilIso: timeText().optional().describe('Last moment to list.'),
    limit: z.int().min(1).max(1000).default(50).describe('Occurrences to list, 1 to 1000.'),
    exclude: z
      .array(timeText())
      .max(EXCLUDED_MAX)
      .default([])
      .describe(`EXDATE: moments to leave out, up to ${EXCLUDED_MAX}; COUNT still counts them.`),
  }),
  output: z.object({
    occurrences: z
      .array(z.string())
      .describe(
        'Occurrences in order, with the offset of `tz`. The search for very rare ones is limited.',
      ),
    text: z.string().describe('The rule in words.'),
    count: z.int().describe('Number of occurrences listed.'),
    infinite: z
      .boolean()
      .describe('Whether the rule has no end (COUNT or UNTIL); false if no date fits it at all.'),
  }),
  examples: [
    {
      input: { rule: 'FREQ=MONTHLY;BYDAY=-1FR', startIso: '2026-01-01T09:00:00Z', limit: 3 },
      output: {
        occurrences: ['2026-01-30T09:00:00Z', '2026-02-27T09:00:00Z', '2026-03-27T09:00:00Z'],
        text: 'every month on the last Friday',
        count: 3,
        infinite: true,
      },
    },
    {
      input: {
        rule: 'FREQ=WEEKLY;BYDAY=SA,SU;COUNT=4',
        startIso: '2026-03-28T09:00',
        tz: 'Europe/Berlin',
        exclude: ['2026-04-04T07:00:00Z'],
      },
      output: {
        occurrences: [
          '2026-03-28T09:00:00+01:00',
          '2026-03-29T09:00:00+02:00',
          '2026-04-05T09:00:00+02:00',
        ],
        text: 'every week on Saturday and Sunday, 4 times',
        count: 3,
        infinite: false,
      },
    },
  ],

  run({ rule: ruleText, startIso, tz, untilIso, limit, exclude }) {
    const rule = parseRule(ruleText)
    const start = instantOf('startIso', startIso, tz)
      .toZonedDateTimeISO(tz)
      .round({ smallestUnit: 'second', roundingMode: 'floor' })
    if (start.year < YEAR_MIN || start.year > YEAR_MAX) {
      throw badInput(`startIso: must be within the years ${YEAR_MIN} to ${YEAR_MAX}`)
    }
    const ends = untilIso === undefined ? Infinity : millisecondsOf('untilIso', untilIso, tz)
    const end = Math.min(ends, untilOf(rule, tz))
    const excluded = new Set(exclude.map((text, at) => millisecondsOf(`exclude.${at}`, text, tz)))
    const { listed, occurs } = expand(rule, start, end, limit, excluded)
    const occurrences = listed.map(isoIn)
    const infinite = rule.count === undefined && rule.until === undefined && occurs
    return { occurrences, text: ruleInWords(rule), count: occurrences.length, infinite }
  },
})

const millisecondsOf = (field: string, text: string, tz: string): number =>
  instantOf(field, text, tz).epochMilliseconds

function expand(
  rule: Rule,
  start: Temporal.ZonedDateTime,
  end: number,
  limit: number,
  excluded: ReadonlySet<number>,
): { readonly listed: readonly Temporal.ZonedDateTime[]; readonly occurs: boolean } {
  const listed: Temporal.ZonedDateTime[] = []
  let counted = 0
  const walls = wallTimes(rule, wallSecondsOf(start))
  for (const moment of momentsOf(walls, start, isSubDaily(rule))) {
    counted += 1
    if (moment.epochMilliseconds > end || counted > (rule.count ?? Infinity)) break
    if (!excluded.has(moment.epochMilliseconds)) listed.push(moment)
    if (listed.length === limit) break
  }
  return { listed, occurs: counted > 0 }
}

/** The last moment of UNTIL, which is a moment in UTC, a local time, or a whole day. */
function untilOf({ until }: Rule, tz: string): number {
  if (until === undefined) return Infinity
  try {
    if (until.endsWith('Z')) return Temporal.Instant.from(until).epochMilliseconds
    const local = Temporal.PlainDateTime.from(until)
    if (until.includes('T')) return local.toZonedDateTime(tz).epochMilliseconds
    return local.add({ days: 1 }).toZonedDateTime(tz).epochMilliseconds - 1
  } catch {
    throw badInput('rule: UNTIL must be a date that exists, such as 20261231')
  }
}
