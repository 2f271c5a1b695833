import type { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { countryField, dateField, dayOf } from '../_dates.ts'
import { calendarOf, type HolidayCalendar } from './_holidays.ts'

const CALENDARS_MAX = 5
const LAG_MAX = 10
const YEARS = { first: 1_970, last: 2_100 }
const TRIES_MAX = 60

const Input = z.object({
  tradeDate: dateField()
    .refine(
      (text) => Number(text.slice(0, 4)) >= YEARS.first && Number(text.slice(0, 4)) < YEARS.last,
      {
        error: `must be a date of the years ${YEARS.first} to ${YEARS.last - 1}`,
      },
    )
    .describe('Day of the trade, YYYY-MM-DD.'),
  lag: z
    .int()
    .min(0)
    .max(LAG_MAX)
    .default(1)
    .describe('Business days from trade to settlement: 1 is T+1.'),
  calendars: z
    .array(countryField())
    .max(CALENDARS_MAX)
    .default([])
    .describe(
      'Countries whose public holidays count, up to 5; a business day is not a holiday in any of them.',
    ),
  convention: z
    .enum(['following', 'modified-following', 'preceding'])
    .default('following')
    .describe('Direction in which the trade day moves if it is not a business day and lag is 0.'),
})

export default defineTool({
  route: 'POST /api/settlement-date',
  name: 'Settlement date',
  description:
    'Settlement day of a trade, T+1 or T+2 and so on, over the holiday calendars of one or several countries.',
  asks: [
    'settlement day of a T+2 trade',
    'when does a trade settle over US and UK holiday calendars',
    'when must I deliver the shares that I sold today',
    'T+2 date',
    'when is the cash of a trade due',
  ],
  price: '$0.001',
  uses: {},
  place: ({ calendars }) => (calendars.length === 0 ? 'here' : 'thread'),
  input: Input,
  output: z.object({
    settlementDate: z.string().describe('Day, YYYY-MM-DD.'),
    skipped: z
      .array(
        z.object({
          date: z.string(),
          reason: z.string().describe('Reason: weekend, or the name of the holiday.'),
        }),
      )
      .describe('Days in between that are not business days.'),
    businessDays: z.int().describe('Business days from the trade to the settlement.'),
    warnings: z.array(z.string()).optional().describe('What is not known about the holidays.'),
  }),
  examples: [
    {
      input: { tradeDate: '2026-12-24', lag: 2, calendars: ['US', 'GB'] },
      output: {
        settlementDate: '2026-12-30',
        skipped: [
          { date: '2026-12-25', reason: 'Christmas Day (US, GB)' },
          { date: '2026-12-26', reason: 'weekend' },
          { date: '2026-12-27', reason: 'weekend' },
          { date: '2026-12-28', reason: 'Boxing Day (substitute day) (GB)' },
        ],
        businessDays: 2,
      },
    },
    {
      input: { tradeDate: '2026-01-31', lag: 0, convention: 'modified-following' },
      output: {
        settlementDate: '2026-01-30',
        skipped: [
          { date: '2026-01-31', reason: 'weekend' },
          { date: '2026-02-01', reason: 'weekend' },
        ],
        businessDays: 0,
      },
    },
  ],

  async run({ tradeDate, lag, calendars, convention }) {
    const codes = [...new Set(calendars.map((code) => code.toUpperCase()))]
    const known = await Promise.all(
      codes.map(async (code) => [code, await calendarNamed(code)] as const),
    )
    const closed = createClosed(known)
    const trade = dayOf(tradeDate)
    const skipped: { date: string; reason: string }[] = []
    const isOpen = (day: Temporal.PlainDate): boolean => {
      const reason = closed(day)
      if (reason !== null) skipped.push({ date: day.toString(), reason })
      return reason === null
    }
    const settled = lag === 0 ? adjusted(trade, convention, isOpen) : after(trade, lag, isOpen)
    const years = new Set([trade.year, settled.year])
    const warnings = known.flatMap(([, one]) => [...years].flatMap((year) => one.gapsOf(year)))
    return {
      settlementDate: settled.toString(),
      skipped: skipped.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
      businessDays: lag,
      ...(warnings.length > 0 && { warnings: [...new Set(warnings)] }),
    }
  },
})

async function calendarNamed(code: string): Promise<HolidayCalendar> {
  try {
    return await calendarOf(code, undefined)
  } catch (thrown) {
    if (Fault.from(thrown).code !== 'bad_input') throw thrown
    throw badInput(`calendars: no holidays are known for ${code}; must be codes such as US`)
  }
}

/** Why a day is not a business day; null if it is one. */
function createClosed(
  known: readonly (readonly [string, HolidayCalendar])[],
): (day: Temporal.PlainDate) => string | null {
  const years = new Map<number, ReadonlyMap<string, string>>()
  const holidaysIn = (year: number): ReadonlyMap<string, string> => {
    const found = years.get(year)
    if (found) return found
    const made = new Map<string, string>()
    const codes = new Map<string, string[]>()
    for (const [code, calendar] of known)
      for (const { date, name } of calendar.of(year)) {
        made.set(date, made.get(date) ?? name)
        codes.set(date, [...(codes.get(date) ?? []), code])
      }
    const told = new Map(
      [...made].map(([date, name]) => [date, `${name} (${codes.get(date)?.join(', ')})`]),
    )
    years.set(year, told)
    return told
  }
  return (day) =>
    day.dayOfWeek > 5 ? 'weekend' : (holidaysIn(day.year).get(day.toString()) ?? null)
}

type IsOpen = (day: Temporal.PlainDate) => boolean

function after(trade: Temporal.PlainDate, lag: number, isOpen: IsOpen): Temporal.PlainDate {
  let [day, left] = [trade, lag]
  while (left > 0) {
    day = day.add({ days: 1 })
    if (isOpen(day)) left -= 1
  }
  return day
}

function adjusted(
  trade: Temporal.PlainDate,
  convention: z.output<typeof Input>['convention'],
  isOpen: IsOpen,
): Temporal.PlainDate {
  if (isOpen(trade)) return trade
  const away = (step: 1 | -1): Temporal.PlainDate => {
    for (let at = 1; at < TRIES_MAX; at += 1) {
      const day = trade.add({ days: at * step })
      if (isOpen(day)) return day
    }
    throw badInput('calendars: must leave a business day within two months')
  }
  if (convention === 'preceding') return away(-1)
  const next = away(1)
  return convention === 'modified-following' && next.month !== trade.month ? away(-1) : next
}
