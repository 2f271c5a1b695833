import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { decimal, minus, over, plus, rounded, sumOf } from '../../../../engines/numbers/decimal.ts'
import { decimalField } from '../../../../engines/numbers/number-fields.ts'
import { annuityFactor, type Instalment, instalmentsOf } from './_loan.ts'
import { money, payable, periodicRate, periodsIn, placesField } from './_money.ts'

const MONTHS = 12

export default defineTool({
  route: 'POST /api/amortization',
  name: 'Amortization schedule',
  description:
    'Month by month repayment schedule of a loan: interest, principal and balance, extra payments included.',
  asks: [
    'loan schedule with extra monthly payment',
    'repayment table of a mortgage with balance each month',
    'how much of the mortgage is left after ten years',
    'repayment plan',
    'interest and principal per month',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    principal: decimalField({ above: 0 }).describe(
      'Amount borrowed; each instalment must be a cent or more.',
    ),
    annualRatePct: decimalField({ min: 0, max: 1_000 }).describe('Percent per year, 0 to 1000.'),
    years: decimalField({ above: 0, max: 100 }).describe('Term, up to 100 years; whole months.'),
    extraPayment: decimalField({ min: 0 })
      .default(0)
      .describe('Extra amount each month in addition to the instalment.'),
    startDate: z.iso.date().optional().describe('Day of the first payment, YYYY-MM-DD.'),
    limit: z.int().min(1).max(1_200).default(600).describe('Most rows, 1 to 1200.'),
    decimals: placesField(),
  }),
  output: z.object({
    schedule: z
      .array(
        z.object({
          n: z.int(),
          date: z.string().nullable(),
          payment: z.string(),
          interest: z.string(),
          principal: z.string(),
          balance: z.string(),
        }),
      )
      .describe('Rows with amounts as decimal text; the last payment takes the rounding.'),
    totalInterest: z.string(),
    payoffMonths: z.int().describe('Number of payments until nothing is owed.'),
    monthsSaved: z
      .int()
      .describe(
        'How many fewer payments than the term has: extra payments and rounding up end it early.',
      ),
    interestSaved: z
      .string()
      .describe('Interest saved against the same loan without extra payments.'),
  }),
  examples: [
    {
      input: { principal: 1000, annualRatePct: 12, years: '0.25', startDate: '2026-01-31' },
      output: {
        schedule: [
          row(1, '2026-01-31', '340.02', '10.00', '330.02', '669.98'),
          row(2, '2026-02-28', '340.02', '6.70', '333.32', '336.66'),
          row(3, '2026-03-31', '340.03', '3.37', '336.66', '0.00'),
        ],
        totalInterest: '20.07',
        payoffMonths: 3,
        monthsSaved: 0,
        interestSaved: '0.00',
      },
    },
    { input: { principal: 10_000, annualRatePct: 5, years: 2, extraPayment: 100 } },
  ],

  run({ principal, annualRatePct, years, extraPayment, startDate, limit, decimals }) {
    const amount = decimal(principal)
    const annualPct = decimal(annualRatePct)
    const periods = periodsIn(years, MONTHS)
    const factor = annuityFactor(periodicRate(annualPct, MONTHS), periods)
    const regular = payable('principal', over(amount, factor), decimals)
    const plan = { principal: amount, annualPct, perYear: MONTHS, periods, places: decimals }
    const payment = plus(regular, rounded(decimal(extraPayment), decimals))
    const rows = instalmentsOf({ ...plan, payment })
    const interest = interestOf(rows)
    return {
      schedule: rows.slice(0, limit).map((instalment, at) => {
        const day = startDate === undefined ? null : monthsAfter(startDate, at)
        const { interest: due, payment: paid, principal: part, balance } = instalment
        const [a, b, c, d] = [paid, due, part, balance].map((value) => money(value, decimals))
        return row(at + 1, day, a ?? '', b ?? '', c ?? '', d ?? '')
      }),
      totalInterest: money(interest, decimals),
      payoffMonths: rows.length,
      monthsSaved: periods - rows.length,
      interestSaved: money(
        minus(interestOf(instalmentsOf({ ...plan, payment: regular })), interest),
        decimals,
      ),
    }
  },
})

const interestOf = (rows: readonly Instalment[]) => sumOf(rows.map(({ interest }) => interest))

function row(
  n: number,
  date: string | null,
  payment: string,
  interest: string,
  principal: string,
  balance: string,
) {
  return { n, date, payment, interest, principal, balance }
}

/** The same day of a later month, or its last day. */
function monthsAfter(start: string, months: number): string {
  const [year = 0, month = 0, day = 0] = start.split('-').map(Number)
  const at = month - 1 + months
  const last = new Date(Date.UTC(2000, 0, 1))
  last.setUTCFullYear(year, at + 1, 0)
  last.setUTCDate(Math.min(day, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}
