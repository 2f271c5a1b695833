import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { percentOf, tidied, tidy } from '../../../../engines/numbers/number-fields.ts'
import { type Flow, modifiedReturn, paybackOf, presentValue, returnsOf } from './_flows.ts'

const FLOWS_MAX = 1_000
const DAYS_PER_YEAR = 365

export default defineTool({
  route: 'POST /api/npv-irr',
  name: 'NPV and IRR',
  description:
    'Net present value, internal rate of return, modified IRR and payback of cash flows, dated ones too (XIRR).',
  asks: [
    'internal rate of return of an investment',
    'xirr for irregular dates',
    'does the investment pay off',
    'is the project worth its cost',
    'return of a series of payments',
    'payback time',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    cashflows: z
      .array(z.number().min(-1e15).max(1e15))
      .min(1)
      .max(FLOWS_MAX)
      .describe('1 to 1000 flows; the first is now, outlays are negative.'),
    ratePct: z
      .number()
      .gt(-100)
      .max(100_000)
      .optional()
      .describe('Discount rate in percent per period, or per year with dates.'),
    dates: z
      .array(z.iso.date())
      .max(FLOWS_MAX)
      .optional()
      .describe('Date of each flow, YYYY-MM-DD; days count by actual/365.'),
    financePct: z
      .number()
      .gt(-100)
      .max(100_000)
      .optional()
      .describe('Finance rate of outlays in percent, for MIRR.'),
    reinvestPct: z
      .number()
      .gt(-100)
      .max(100_000)
      .optional()
      .describe('Reinvestment rate of income in percent, for MIRR.'),
  }),
  output: z.object({
    npv: z.number().nullable().describe('null without ratePct.'),
    irrPct: z
      .number()
      .nullable()
      .describe('Root nearest to 0 between -99.9 and 1000; null if there is none.'),
    mirrPct: z.number().nullable(),
    paybackPeriods: z.number().nullable().describe('Undiscounted payback; in years with dates.'),
    profitabilityIndex: z.number().nullable(),
    dated: z.boolean(),
    problems: z.array(z.string()).describe('What could not be computed, and the reason.'),
  }),
  examples: [
    {
      input: { cashflows: [-1000, 400, 400, 400], ratePct: 8 },
      output: {
        npv: 30.8387948992,
        irrPct: 9.70102574033,
        mirrPct: null,
        paybackPeriods: 2.5,
        profitabilityIndex: 1.0308387949,
        dated: false,
        problems: ['mirrPct: needs financePct and reinvestPct'],
      },
    },
    { input: { cashflows: [-1000, 1100], dates: ['2025-01-01', '2026-01-01'] } },
  ],

  run({ cashflows, ratePct, dates, financePct, reinvestPct }) {
    const flows = flowsOf(cashflows, dates)
    const problems: string[] = []
    const roots = returnsOf(flows)
    if (roots.length === 0)
      problems.push('irrPct: no rate between -99.9 and 1000 percent makes the net present value 0')
    if (roots.length > 1)
      problems.push(`irrPct: several rates do: ${roots.map((root) => tidy(root * 100)).join(', ')}`)
    if (ratePct === undefined) problems.push('npv: needs ratePct')
    if (financePct === undefined || reinvestPct === undefined)
      problems.push('mirrPct: needs financePct and reinvestPct')
    const npv = ratePct === undefined ? null : presentValue(flows, ratePct / 100)
    const first = flows[0]?.amount ?? 0
    const mirr =
      financePct === undefined || reinvestPct === undefined
        ? null
        : modifiedReturn(flows, financePct / 100, reinvestPct / 100)
    return {
      npv: tidied(npv),
      irrPct: percentOf(roots[0]),
      mirrPct: percentOf(mirr),
      paybackPeriods: tidied(paybackOf(flows)),
      profitabilityIndex: npv === null || first >= 0 ? null : tidied((npv - first) / -first),
      dated: dates !== undefined,
      problems,
    }
  },
})

function flowsOf(amounts: readonly number[], dates: readonly string[] | undefined): Flow[] {
  if (dates === undefined) return amounts.map((amount, time) => ({ amount, time }))
  if (dates.length !== amounts.length)
    throw badInput('dates: must be as many as cashflows, one for each')
  const days = dates.map((date) => Date.parse(`${date}T00:00:00Z`) / DAY_MS)
  const start = Math.min(...days)
  return amounts
    .map((amount, at) => ({ amount, time: ((days[at] ?? 0) - start) / DAYS_PER_YEAR }))
    .toSorted((one, other) => one.time - other.time)
}
