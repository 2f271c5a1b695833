import type { ParsedComponents, ParsedResult } from 'chrono-node'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { instantOf, timeText } from '../../../lib/instants-notations.ts'
import { attempt, isoIn, zone } from '../../../lib/instants.ts'
import { numericDateIn, ordersFor, unambiguous } from './_numeric-dates.ts'

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'ru', 'ja'] as const
const PARTS = ['year', 'month', 'day', 'weekday', 'hour', 'minute', 'second'] as const

export default defineTool({
  route: 'POST /api/date-parse',
  name: 'Parse date',
  description:
    'Free-form date or time in natural language (next Friday 5pm, 5. März 2026, 03/04/2026) to ISO 8601, saying when day and month are ambiguous.',
  asks: ['parse a human date like next Monday', 'convert a written date to ISO format'],
  price: '$0.001',
  uses: {},
  input: z.object({
    text: z
      .string()
      .max(500)
      .describe('Text with a date, in English or nine other languages, or any machine notation.'),
    referenceIso: timeText()
      .optional()
      .describe('What words such as "tomorrow" are relative to; now if left out.'),
    tz: zone().default('UTC').describe('IANA time zone of times that name none.'),
    order: z
      .enum(['auto', 'dmy', 'mdy', 'ymd'])
      .default('auto')
      .describe('How to read 03/04/2026; auto takes the likeliest and lists the others.'),
  }),
  output: z.object({
    iso: z.string().describe('With the offset of `tz`; the start of the day if no time is given.'),
    date: z.string().describe('The date in `tz`.'),
    certain: z.array(z.string()).describe('The parts that the text itself gives.'),
    ambiguous: z.boolean().describe('Whether day, month and year in digits read in several ways.'),
    alternatives: z.array(z.string()).describe('The other readings.'),
    endIso: z.string().optional().describe('The end, if the text is a range.'),
  }),
  examples: [
    {
      input: { text: '03/04/2026' },
      output: {
        iso: '2026-03-04T00:00:00Z',
        date: '2026-03-04',
        certain: ['year', 'month', 'day'],
        ambiguous: true,
        alternatives: ['2026-04-03T00:00:00Z'],
      },
    },
    {
      input: {
        text: 'tomorrow from 5pm to 6:30pm',
        referenceIso: '2026-03-28T12:00:00Z',
        tz: 'Europe/Berlin',
      },
      output: {
        iso: '2026-03-29T17:00:00+02:00',
        date: '2026-03-29',
        certain: ['year', 'month', 'day', 'hour', 'minute'],
        ambiguous: false,
        alternatives: [],
        endIso: '2026-03-29T18:30:00+02:00',
      },
    },
  ],

  async run({ text, referenceIso, tz, order }, context) {
    const reference =
      referenceIso === undefined
        ? Temporal.Instant.fromEpochMilliseconds(context.now())
        : instantOf('referenceIso', referenceIso, tz)
    const read = await readerFrom(reference.toZonedDateTimeISO(tz))
    const said = text.trim().replace(/\s+/g, ' ')
    const orders = order === 'auto' ? ordersFor(said) : [order]
    const clear = orders.map((one) => unambiguous(said, one)).filter((one) => one !== undefined)
    if (clear.length === 0) {
      const reading = order === 'auto' ? 'in any order' : `as ${order}`
      throw badInput(`text: ${numericDateIn(said)} read ${reading} is not a date that exists`)
    }
    const [main, ...others] = [...new Set(clear)].map((one) => read(one))
    if (!main) throw badInput('text: must hold a date or time that exists, such as "next Friday"')
    const alternatives = new Set(others.flatMap((other) => (other ? [other.iso] : [])))
    alternatives.delete(main.iso)
    return { ...main, ambiguous: alternatives.size > 0, alternatives: [...alternatives] }
  },
})

interface Reading {
  readonly iso: string
  readonly date: string
  readonly certain: readonly string[]
  readonly endIso?: string
}

async function readerFrom(
  reference: Temporal.ZonedDateTime,
): Promise<(text: string) => Reading | undefined> {
  const chrono = await import('chrono-node')
  const tz = reference.timeZoneId
  const origin = {
    instant: new Date(reference.epochMilliseconds),
    timezone: Math.round(reference.offsetNanoseconds / 60e9),
  }
  return (text) => {
    const plain = spelledOut(text)
    // English unless another language makes sense of more of the text.
    let found: ParsedResult | undefined
    for (const language of LANGUAGES) {
      found = longer(found, chrono[language].casual.parse(plain, origin)[0])
      if (found?.text.length === plain.length) break
    }
    const machine = found?.text.length === plain.length ? undefined : machineTime(text, tz)
    return machine ?? (found && attempt(() => readingOf(found, tz)))
  }
}

const longer = (best: ParsedResult | undefined, other: ParsedResult | undefined) =>
  best && best.text.length >= (other?.text.length ?? 0) ? best : other

/** chrono hears "tomorrow" in this, and no more. */
const spelledOut = (text: string): string =>
  text
    .replace(/\b(the )?day after tomorrow\b/i, 'in 2 days')
    .replace(/\b(the )?day before yesterday\b/i, '2 days ago')

/** ISO weeks, epoch numbers and whatever else no human writes. */
function machineTime(text: string, tz: string): Reading | undefined {
  const moment = attempt(() => instantOf('text', text, tz).toZonedDateTimeISO(tz))
  if (!moment) return undefined
  const hasTime =
    /\d:\d|T\d/i.test(text) || /^[+-]?\d+(\.\d+)?$/.test(text) !== /^\d{8}$/.test(text)
  const certain = ['year', 'month', 'day', ...(hasTime ? ['hour', 'minute', 'second'] : [])]
  return { iso: isoIn(moment), date: moment.toPlainDate().toString(), certain }
}

function readingOf({ start, end }: ParsedResult, tz: string): Reading {
  const moment = momentOf(start, tz)
  const hasOffset = start.isCertain('timezoneOffset')
  return {
    iso: isoIn(moment),
    date: moment.toPlainDate().toString(),
    certain: [...PARTS.filter((part) => start.isCertain(part)), ...(hasOffset ? ['offset'] : [])],
    ...(end ? { endIso: isoIn(momentOf(end, tz)) } : {}),
  }
}

const TIME_WORD = /^casualReference\/(morning|noon|afternoon|evening|night|tonight|midnight)$/

function momentOf(said: ParsedComponents, tz: string): Temporal.ZonedDateTime {
  const of = (part: (typeof PARTS)[number] | 'millisecond'): number => said.get(part) ?? 0
  // chrono counts 44 BC as -44, ISO as -43.
  const year = of('year') < 0 ? of('year') + 1 : of('year')
  const date = new Temporal.PlainDate(year, of('month'), of('day'))
  const hasTime = said.isCertain('hour') || [...said.tags()].some((tag) => TIME_WORD.test(tag))
  if (!hasTime) return date.toZonedDateTime(tz)
  const time = new Temporal.PlainTime(of('hour'), of('minute'), of('second'), of('millisecond'))
  const offset = said.isCertain('timezoneOffset') ? said.get('timezoneOffset') : null
  if (offset === null) return date.toPlainDateTime(time).toZonedDateTime(tz)
  return date
    .toPlainDateTime(time)
    .toZonedDateTime('UTC')
    .subtract({ minutes: offset })
    .withTimeZone(tz)
}
