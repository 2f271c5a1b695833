import type { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { dateField, dayOf, daysBetween } from '../_dates.ts'

const Convention = z.enum(['act/365', 'act/360', 'act/act', '30/360', '30u/360', '30e/360'])
type Convention = z.output<typeof Convention>

export default defineTool({
  route: 'POST /api/day-count',
  name: 'Day count',
  description:
    'Year fraction between two dates under a bond day-count rule (actual/365, actual/360, actual/actual ISDA, 30/360, 30U/360, 30E/360), with the accrued interest.',
  asks: [
    'accrued interest between two dates by 30/360',
    'year fraction by actual/actual ISDA day-count',
    'interest period of a bond in years',
    'actual/360 between two dates',
    'year fraction',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    from: dateField().describe('First date, YYYY-MM-DD.'),
    to: dateField().describe('Last date, not before `from`.'),
    convention: Convention.default('act/365').describe(
      'act/365: fixed. act/act: ISDA. 30/360: bond basis (ISDA), where the 28th of February is ' +
        'day 28. 30u/360: SIFMA, for bonds that pay at the end of a month: the last day of ' +
        'February is day 30 as `from`, and as `to` if `from` is one too. 30e/360: Eurobond basis.',
    ),
    principal: z.number().min(-1e15).max(1e15).optional().describe('Amount that bears interest.'),
    annualRatePct: z
      .number()
      .min(-1e6)
      .max(1e6)
      .optional()
      .describe('Simple interest a year in percent.'),
  }),
  output: z.object({
    days: z.int().describe('Days as the convention counts them.'),
    yearFraction: z.number().describe('Years between the dates.'),
    accrued: z
      .number()
      .nullable()
      .describe('Interest, not rounded; null without principal and annualRatePct.'),
  }),
  examples: [
    {
      input: { from: '2026-01-15', to: '2026-07-15', convention: '30/360' },
      output: { days: 180, yearFraction: 0.5, accrued: null },
    },
    {
      input: { from: '2026-01-01', to: '2026-12-31', principal: 1000, annualRatePct: 3.65 },
      output: { days: 364, yearFraction: 0.9972602739726028, accrued: 36.4 },
    },
  ],

  run({ from, to, convention, principal, annualRatePct }) {
    const [start, end] = [dayOf(from), dayOf(to)]
    if (daysBetween(start, end) < 0) throw badInput('to: must not be before from')
    if ((principal === undefined) !== (annualRatePct === undefined))
      throw badInput(
        `${principal === undefined ? 'principal' : 'annualRatePct'}: is needed for the interest`,
      )
    const { days, parts, per } = countOf(start, end, convention)
    const accrued =
      principal === undefined || annualRatePct === undefined
        ? null
        : (principal * annualRatePct * parts) / (per * 100)
    return { days, yearFraction: parts / per, accrued }
  },
})

interface Count {
  readonly days: number
  /** The year fraction is `parts / per`. */
  readonly parts: number
  readonly per: number
}

function countOf(
  start: Temporal.PlainDate,
  end: Temporal.PlainDate,
  convention: Convention,
): Count {
  const actual = daysBetween(start, end)
  switch (convention) {
    case 'act/365':
      return { days: actual, parts: actual, per: 365 }
    case 'act/360':
      return { days: actual, parts: actual, per: 360 }
    case 'act/act':
      return { days: actual, parts: byYears(start, end), per: 365 * 366 }
    case '30/360':
    case '30u/360':
    case '30e/360': {
      const days = thirties(start, end, convention)
      return { days, parts: days, per: 360 }
    }
  }
}

/** Days of leap years by 366, the others by 365, in parts of 1/(365 * 366). */
function byYears(start: Temporal.PlainDate, end: Temporal.PlainDate): number {
  if (start.year === end.year) return partsOf(start, end)
  const next = start.with({ month: 1, day: 1 }).add({ years: 1 })
  const last = end.with({ month: 1, day: 1 })
  return partsOf(start, next) + (last.year - next.year) * 365 * 366 + partsOf(last, end)
}

const partsOf = (from: Temporal.PlainDate, to: Temporal.PlainDate): number =>
  daysBetween(from, to) * (from.inLeapYear ? 365 : 366)

function thirties(
  start: Temporal.PlainDate,
  end: Temporal.PlainDate,
  convention: '30/360' | '30u/360' | '30e/360',
): number {
  const isFromFebruary = convention === '30u/360' && endsFebruary(start)
  const first = isFromFebruary ? 30 : Math.min(start.day, 30)
  const day = isFromFebruary && endsFebruary(end) ? 30 : end.day
  const last = day === 31 && (convention === '30e/360' || first === 30) ? 30 : day
  return (end.year - start.year) * 360 + (end.month - start.month) * 30 + last - first
}

const endsFebruary = ({ month, day, daysInMonth }: Temporal.PlainDate): boolean =>
  month === 2 && day === daysInMonth
