import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoInstant } from '../../../../engines/time/instants.ts'
import type { Exchange, Year } from './_exchange.ts'
import { EAST } from './_exchanges-east.ts'
import { WEST } from './_exchanges-west.ts'

const EXCHANGES = { ...WEST, ...EAST }

const NAMES = Object.keys(EXCHANGES) as [keyof typeof EXCHANGES, ...(keyof typeof EXCHANGES)[]]
/** The longest break, at Chinese new year, has nine days. */
const DAYS_AHEAD = 15
const LATER =
  'Closures that were declared later, such as for mourning, storms or halts, are not known.'

type Kind = 'pre' | 'regular' | 'lunch' | 'post' | 'unknown'

interface Segment {
  readonly kind: Kind
  readonly from: number
  readonly to: number
}

export default defineTool({
  route: 'GET /api/market-hours',
  name: 'Market hours',
  description:
    'Whether a stock exchange is open at a moment, and when it opens or closes next: holidays, half days, lunch, extended hours.',
  asks: [
    'is the New York stock exchange open right now',
    'when does the Tokyo market close today and is it a trading holiday',
    'is Wall Street open now',
    'when does the London exchange close',
    'can I trade in Tokyo at this hour',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    exchange: z.enum(NAMES).describe('The exchange.'),
    atIso: isoInstant()
      .optional()
      .describe('The moment, with its offset, such as 2026-07-03T15:00:00Z. Default: now.'),
  }),
  output: z.object({
    exchange: z.string(),
    name: z.string(),
    open: z.boolean().nullable().describe('Whether regular trading is on; null if unknown.'),
    session: z
      .enum(['pre', 'regular', 'lunch', 'post', 'closed', 'unknown'])
      .describe('Session; pre and post are extended hours of United States stocks only.'),
    nextOpenIso: z
      .string()
      .nullable()
      .describe('When regular trading starts next, also after lunch; null if unknown.'),
    nextCloseIso: z
      .string()
      .nullable()
      .describe('When regular trading stops next, also for lunch; null if unknown.'),
    holiday: z.string().nullable().describe('Why there is no trading on this local day.'),
    earlyClose: z.boolean().describe('Whether this local day is a short one.'),
    localIso: z.string().describe('The moment in the local time of the exchange.'),
    tz: z.string(),
    calendar: z.string().describe('Source of the trading days, with its date.'),
    years: z.array(z.int()).describe('Years that the calendar covers.'),
    notes: z.array(z.string()),
  }),
  examples: [
    {
      input: { exchange: 'NYSE', atIso: '2026-07-03T15:00:00Z' },
      output: {
        exchange: 'NYSE',
        name: 'New York Stock Exchange',
        open: false,
        session: 'closed',
        nextOpenIso: '2026-07-06T13:30:00Z',
        nextCloseIso: '2026-07-06T20:00:00Z',
        holiday: 'Independence Day',
        earlyClose: false,
        localIso: '2026-07-03T11:00:00-04:00',
        tz: 'America/New_York',
        calendar: EXCHANGES.NYSE.source,
        years: [2026, 2027, 2028],
        notes: [EXCHANGES.NYSE.about, LATER],
      },
    },
  ],

  run({ exchange: code, atIso }, { now }) {
    const exchange: Exchange = EXCHANGES[code]
    const at = atIso === undefined ? now() : Temporal.Instant.from(atIso).epochMilliseconds
    const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(exchange.tz)
    const years = Object.keys(exchange.years).map(Number)
    const today = local.toPlainDate()
    if (!years.includes(today.year))
      throw badInput(
        `atIso: must be in ${years.join(', ')}, in local time; the calendar of ${code} has no other years`,
      )
    const segments = Array.from({ length: DAYS_AHEAD }, (_, ahead) =>
      segmentsOf(exchange, today.add({ days: ahead - 1 })),
    ).flat()
    const { kind = 'closed' } = segments.find(({ from, to }) => from <= at && at < to) ?? {}
    const { early, why } = dayOf(exchange, today)
    return {
      exchange: code,
      name: exchange.name,
      open: kind === 'unknown' ? null : kind === 'regular',
      session: kind,
      nextOpenIso: kind === 'unknown' ? null : nextOf(segments, at, 'from'),
      nextCloseIso: kind === 'unknown' ? null : nextOf(segments, at, 'to'),
      holiday: why,
      earlyClose: early,
      localIso: local.toString({ timeZoneName: 'never', smallestUnit: 'second' }),
      tz: exchange.tz,
      calendar: exchange.source,
      years,
      notes: [...(exchange.about ? [exchange.about] : []), LATER],
    }
  },
})

/** Null if a day of unknown hours comes before it. */
function nextOf(segments: readonly Segment[], at: number, end: 'from' | 'to'): string | null {
  const next = segments.find(
    (one) => (one.kind === 'regular' || one.kind === 'unknown') && one[end] > at,
  )
  if (next?.kind !== 'regular') return null
  return Temporal.Instant.fromEpochMilliseconds(next[end]).toString()
}

interface Day {
  readonly trades: boolean | null
  readonly early: boolean
  readonly why: string | null
}

function dayOf({ years }: Exchange, date: Temporal.PlainDate): Day {
  const year: Year | undefined = years[date.year]
  if (!year) return { trades: null, early: false, why: null }
  const key = `${date.toString().slice(5, 7)}${date.toString().slice(8)}`
  const [closed, unsure] = [reasonIn(year.closed, key), reasonIn(year.unsure ?? '', key)]
  const isWorked = date.dayOfWeek <= 5 || (year.extra ?? '').split(' ').includes(key)
  return {
    trades: unsure === null ? isWorked && closed === null : null,
    early: (year.early ?? '').split(' ').includes(key),
    why: closed ?? unsure,
  }
}

const reasonIn = (list: string, key: string): string | null =>
  list
    .split(/, (?=\d{4} )/)
    .find((one) => one.startsWith(`${key} `))
    ?.slice(5) ?? null

function segmentsOf(exchange: Exchange, date: Temporal.PlainDate): readonly Segment[] {
  const { trades, early } = dayOf(exchange, date)
  const at = (time: string): number => {
    const day = time.startsWith('-') ? date.subtract({ days: 1 }) : date
    const plainTime = time.replace('-', '')
    return day.toZonedDateTime({ timeZone: exchange.tz, plainTime }).epochMilliseconds
  }
  const [first, ...others] = exchange.regular
  const opens = first?.[0] ?? '00:00'
  const usual = exchange.regular.at(-1)?.[1] ?? '24:00'
  if (trades === null) return [{ kind: 'unknown', from: at(opens), to: at(usual) }]
  if (!trades || !first) return []
  const close = early ? (exchange.earlyClose ?? usual) : usual
  const { pre, post, earlyPost } = exchange.extended ?? {}
  const parts: readonly (readonly [Kind, string, string])[] = [
    ...(pre ? [['pre', pre, opens] as const] : []),
    ['regular', opens, others.length > 0 ? first[1] : close],
    ...(early
      ? []
      : others.flatMap(([from, to]): [Kind, string, string][] => [
          ['lunch', first[1], from],
          ['regular', from, to],
        ])),
    ...(post && earlyPost ? [['post', close, early ? earlyPost : post] as const] : []),
  ]
  return parts.map(([kind, from, to]) => ({ kind, from: at(from), to: at(to) }))
}
