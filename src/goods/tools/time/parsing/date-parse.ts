import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { instantOf, timeText, isRealOffset } from '../../../../engines/time/instants-notations.ts'
import { isoIn, zone } from '../../../../engines/time/instants.ts'
import { readerAt, type Reader, type Reading } from './_readings.ts'

export default defineTool({
  route: 'POST /api/date-parse',
  name: 'Parse date',
  description:
    'Free-form date or time in natural language (next Friday 5pm, 5. März 2026, 03/04/2026) to ISO 8601, saying when day and month are ambiguous.',
  asks: [
    'parse a human date like next Monday',
    'make an ISO date out of words such as tomorrow at noon',
    'understand "next Friday at five"',
    'what date is meant',
  ],
  price: '$0.001',
  uses: {},
  // The library with its hundreds of patterns takes long to load, and long to read a long text.
  place: 'thread',
  input: z.object({
    text: z
      .string()
      .max(500)
      .describe(
        'Text with a date, in English or nine other languages, or any machine notation. ' +
          'A date without a year is that of the last three months, or else the coming one.',
      ),
    referenceIso: timeText()
      .optional()
      .describe('Reference time of words such as "tomorrow". Default: now.'),
    tz: zone().default('UTC').describe('IANA time zone of times without a zone.'),
    order: z
      .enum(['auto', 'dmy', 'mdy', 'ymd'])
      .default('auto')
      .describe('How to read 03/04/2026; auto takes the most likely order and lists the others.'),
  }),
  output: z.object({
    iso: z
      .string()
      .describe('Result with the offset of `tz`; the start of the day if no time is given.'),
    date: z.string().describe('The date in `tz`.'),
    certain: z.array(z.string()).describe('Parts that the text itself gives.'),
    ambiguous: z
      .boolean()
      .describe('Whether the text has several meanings, or holds words that were not understood.'),
    alternatives: z
      .array(z.string())
      .describe('Other meanings of numeric dates and of zone names.'),
    unparsed: z
      .array(z.string())
      .optional()
      .describe('Words that were not understood, so the result may be wrong.'),
    endIso: z.string().optional().describe('End of the range, if the text is a range.'),
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
    const read = await readerAt(reference.toZonedDateTimeISO(tz))
    const said = text.trim().replace(/\s+/g, ' ')
    const orders = order === 'auto' ? ordersFor(said) : [order]
    const clear = orders.map((one) => unambiguous(said, one)).filter((one) => one !== undefined)
    if (clear.length === 0) {
      const manner = order === 'auto' ? 'in any order' : `as ${order}`
      throw badInput(`text: ${numericDateIn(said)} read ${manner} is not a date that exists`)
    }
    const [main, ...others] = readingsOf([...new Set(clear.flatMap(spellingsOf))], read)
    if (!main) throw badInput('text: must hold a date or time that exists, such as "next Friday"')
    return answerOf(main, others)
  },
})

/** The readings of all spellings; a weekday that does not fit the date rules one out. */
function readingsOf(texts: readonly string[], read: Reader): readonly Reading[] {
  const refusals: unknown[] = []
  const readings = texts.flatMap((text) => {
    try {
      return read(text) ?? []
    } catch (thrown) {
      refusals.push(thrown)
      return []
    }
  })
  if (readings.length === 0 && refusals.length > 0) throw refusals[0]
  return readings
}

function answerOf(main: Reading, others: readonly Reading[]) {
  const moments = [
    ...main.others,
    ...others.flatMap(({ moment, others: more }) => [moment, ...more]),
  ]
  const iso = isoIn(main.moment)
  const alternatives = [...new Set(moments.map(isoIn))].filter((other) => other !== iso)
  return {
    iso,
    date: main.moment.toPlainDate().toString(),
    certain: [...main.certain],
    ambiguous: alternatives.length > 0 || main.unparsed.length > 0,
    alternatives,
    ...(main.unparsed.length > 0 && { unparsed: [...main.unparsed] }),
    ...(main.end && { endIso: isoIn(main.end) }),
  }
}

/** Orders of numeric dates, which mean different days to different people: `03/04/2026`. */
type Order = 'dmy' | 'mdy' | 'ymd'

const NUMERIC = /(?<![\d.:/-])(\d{1,4})([/.-])(\d{1,2})\2(\d{4}|\d{1,2})(?![\d/-]|[.:]\d)/g
/** A numeric day and month without a year, whose month is then written by its name. */
const WITHOUT_YEAR = /(?<![\d.:/-])(\d{1,2})\/(\d{1,2})(?![\d/-]|[.:]\d)/g

const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/** The first numeric date of a text, as written. */
const numericDateIn = (text: string): string | undefined =>
  (text.match(NUMERIC) ?? text.match(WITHOUT_YEAR))?.[0]

/** The text with every numeric date made unambiguous; undefined if the order does not fit. */
function unambiguous(text: string, order: Order): string | undefined {
  let fits = true
  const full = text.replace(NUMERIC, (_, first: string, __, second: string, third: string) => {
    const found = dateOf(first, second, third, first.length > 2 ? 'ymd' : order)
    fits &&= found !== undefined
    return found ?? ''
  })
  const both = full.replace(WITHOUT_YEAR, (_, first: string, second: string) => {
    const [month, day] = order === 'dmy' ? [second, first] : [first, second]
    const name = MONTHS[Number(month) - 1]
    fits &&= name !== undefined && Number(day) >= 1 && Number(day) <= 31
    return `${day} ${name}`
  })
  return fits ? both : undefined
}

/** The order to try first if the text leaves it open: slashes are most often American. */
const ordersFor = (text: string): readonly Order[] =>
  /\d\/\d/.test(text) ? ['mdy', 'dmy', 'ymd'] : ['dmy', 'mdy', 'ymd']

/** Two-digit years from 50 on belong to the last century. */
const PIVOT = 50

function dateOf(first: string, second: string, third: string, order: Order): string | undefined {
  const [year = '', month = '', day = ''] = {
    ymd: [first, second, third],
    dmy: [third, second, first],
    mdy: [third, first, second],
  }[order]
  if (year.length === 3 || year.length === 1 || day.length > 2 || month.length > 2) return undefined
  const century = year.length === 4 ? 0 : Number(year) < PIVOT ? 2000 : 1900
  const date = new Date(0)
  // Date.UTC takes the years 0 to 99 as years of the last century.
  date.setUTCFullYear(century + Number(year), Number(month) - 1, Number(day))
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

/** Notations with several meanings, and an unambiguous spelling of each meaning. */

const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'

interface Notation {
  readonly pattern: RegExp
  /** The most likely first; `$0` is the text itself. */
  readonly meanings: readonly string[]
}

const NOTATIONS: readonly Notation[] = [
  {
    pattern:
      /^((?:19|20|21)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-3])([0-5]\d)([0-5]\d)?$/,
    meanings: ['$1-$2-$3T$4:$5', '$0'],
  },
  {
    pattern: new RegExp(`^(?:the )?(${WEEKDAY}) after next$`, 'i'),
    meanings: ['a week after next $1', '$0'],
  },
  { pattern: new RegExp(`^(${WEEKDAY}) (\\d{1,2})$`, 'i'), meanings: ['$1 $2th', '$0'] },
  {
    pattern: /^(.*\d:\d\d(?: ?[ap]m)?) -(\d{1,2})(:\d\d)?$/i,
    meanings: ['$1 GMT-$2$3', '$0'],
  },
]

const LOOSE_NUMBER =
  /^[+-]?\d{1,8}(?:\.\d{1,9})?$|^(?:\d{1,4}-\d{1,2}|\d{1,2}-\d{4}|\d{5,9}-\d\d-\d\d.*)$/
const COMPACT_DATE = /^(?:19|20|21)\d{6}$/
const OFFSET =
  /(?:T\d\d:?\d\d(?::?\d\d(?:[.,]\d{1,9})?)? ?|GMT ?|UTC ?)([+-]\d{1,2}(?::?\d\d)?)(?!\d)|(\+\d{1,2}:\d\d)(?!\d)/i

/** All meanings of a text, spelled out. */
function spellingsOf(text: string): readonly string[] {
  if (LOOSE_NUMBER.test(text) && !COMPACT_DATE.test(text)) {
    throw badInput(
      `text: ${text} alone may be a time, a date or a number, must be such as 14:30, ` +
        '14 March, 2026-03-14 or seconds of nine digits and more',
    )
  }
  const [, after, plus] = OFFSET.exec(text) ?? []
  const offset = after ?? plus
  if (offset !== undefined && !isRealOffset(offset))
    throw badInput(`text: ${offset} must be an offset of -14:00 to +14:00`)
  const found = NOTATIONS.find(({ pattern }) => pattern.test(text))
  return (
    found?.meanings.map((one) => (one === '$0' ? text : text.replace(found.pattern, one))) ?? [text]
  )
}
