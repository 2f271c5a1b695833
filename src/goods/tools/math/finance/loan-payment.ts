import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  type Decimal,
  decimal,
  minus,
  numberOf,
  over,
  rounded,
  sumOf,
  textOf,
  times,
  ZERO,
} from '../../../../engines/numbers/decimal.ts'
import { decimalField } from '../../../../engines/numbers/number-fields.ts'
import { annuityFactor, instalmentsOf, solvedPeriods, solvedRate } from './_loan.ts'
import {
  money,
  needed,
  PERIODS_MAX,
  periodicRate,
  payable,
  periodsIn,
  perYearField,
  placesField,
  yearsField,
} from './_money.ts'

export default defineTool({
  route: 'POST /api/loan-payment',
  name: 'Loan payment',
  description:
    'Instalment of a loan or mortgage, or the principal, the term or the interest rate that fits a payment.',
  asks: [
    'monthly mortgage payment for 300000 at 6 percent',
    'how much can I borrow for 1000 a month',
    'what do I pay each month for a car credit',
    'can I afford a house of 300000',
    'monthly rate',
    'mortgage',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    principal: decimalField({ above: 0 })
      .optional()
      .describe('Amount borrowed; each instalment must be a cent or more.'),
    annualRatePct: decimalField({ min: 0, max: 1_000 })
      .optional()
      .describe('Nominal interest in percent per year, 0 to 1000.'),
    years: yearsField().optional().describe('Term in years, up to 200; whole periods.'),
    perYear: perYearField(),
    solveFor: z
      .enum(['payment', 'principal', 'years', 'rate'])
      .default('payment')
      .describe('What to find; the other three are given.'),
    payment: decimalField({ above: 0 }).optional().describe('Instalment, paid at the period end.'),
    decimals: placesField(),
  }),
  output: z.object({
    payment: z.string().describe('Regular instalment, as decimal text.'),
    totalPaid: z.string().describe('All instalments; the last one takes the rounding.'),
    totalInterest: z.string(),
    payments: z.int().describe('Number of instalments until nothing is owed.'),
    lastPayment: z.string().describe('The last one, which pays what is left.'),
    paymentsFewer: z
      .int()
      .describe(
        'How many fewer than the term has: an instalment that is rounded up ends it early.',
      ),
    solved: z
      .union([z.string(), z.number()])
      .describe('What was asked for: an amount as text; years, or percent per year, as a number.'),
  }),
  examples: [
    {
      input: { principal: 300_000, annualRatePct: 6, years: 30 },
      output: {
        payment: '1798.65',
        totalPaid: '647515.44',
        totalInterest: '347515.44',
        payments: 360,
        lastPayment: '1800.09',
        paymentsFewer: 0,
        solved: '1798.65',
      },
    },
    {
      input: { solveFor: 'principal', payment: '100.00', annualRatePct: 12, years: 1 },
      output: {
        payment: '100.00',
        totalPaid: '1200.01',
        totalInterest: '74.50',
        payments: 12,
        lastPayment: '100.01',
        paymentsFewer: 0,
        solved: '1125.51',
      },
    },
  ],

  run({ solveFor, decimals, ...given }) {
    const terms = SOLVERS[solveFor](given, decimals)
    const rows = instalmentsOf({ ...terms, perYear: given.perYear, places: decimals })
    const totalPaid = sumOf(rows.map(({ payment }) => payment))
    return {
      payment: textOf(terms.payment),
      totalPaid: money(totalPaid, decimals),
      totalInterest: money(minus(totalPaid, rounded(terms.principal, decimals)), decimals),
      payments: rows.length,
      lastPayment: money(rows.at(-1)?.payment ?? ZERO, decimals),
      paymentsFewer: terms.hasTerm ? terms.periods - rows.length : 0,
      solved: terms.solved,
    }
  },
})

interface LoanInput {
  readonly principal?: string | number | undefined
  readonly annualRatePct?: string | number | undefined
  readonly years?: string | number | undefined
  readonly payment?: string | number | undefined
  readonly perYear: number
}

interface Terms {
  readonly principal: Decimal
  readonly annualPct: Decimal
  readonly payment: Decimal
  readonly periods: number
  /** Whether the term was given. */
  readonly hasTerm: boolean
  readonly solved: string | number
}

const WHY = 'unless it is what to solve for'

const annualOf = ({ annualRatePct }: LoanInput): Decimal =>
  decimal(needed('annualRatePct', annualRatePct, WHY))
const principalOf = ({ principal }: LoanInput, places: number): Decimal => {
  const amount = decimal(needed('principal', principal, WHY))
  payable('principal', amount, places)
  return amount
}
const paymentOf = ({ payment }: LoanInput, places: number): Decimal =>
  payable('payment', decimal(needed('payment', payment, 'for what to solve for')), places)
const periodsOf = ({ years, perYear }: LoanInput): number =>
  periodsIn(needed('years', years, WHY), perYear)

const SOLVERS: Readonly<
  Record<'payment' | 'principal' | 'years' | 'rate', (given: LoanInput, places: number) => Terms>
> = {
  payment(given, places) {
    const principal = principalOf(given, places)
    const [annualPct, periods] = [annualOf(given), periodsOf(given)]
    const factor = annuityFactor(periodicRate(annualPct, given.perYear), periods)
    const payment = payable('principal', over(principal, factor), places)
    return { principal, annualPct, payment, periods, hasTerm: true, solved: textOf(payment) }
  },
  principal(given, places) {
    const payment = paymentOf(given, places)
    const [annualPct, periods] = [annualOf(given), periodsOf(given)]
    const factor = annuityFactor(periodicRate(annualPct, given.perYear), periods)
    const principal = rounded(times(payment, factor), places)
    return { principal, annualPct, payment, periods, hasTerm: true, solved: textOf(principal) }
  },
  years(given, places) {
    const payment = paymentOf(given, places)
    const [annualPct, principal] = [annualOf(given), principalOf(given, places)]
    const periods = solvedPeriods(principal, payment, periodicRate(annualPct, given.perYear))
    if (periods > PERIODS_MAX)
      throw badInput(`payment: must repay the loan within ${PERIODS_MAX} instalments`)
    const solved = periods / given.perYear
    const most = Math.ceil(periods) + 1
    return { principal, annualPct, payment, periods: most, hasTerm: false, solved }
  },
  rate(given, places) {
    const [payment, principal, periods] = [
      paymentOf(given, places),
      principalOf(given, places),
      periodsOf(given),
    ]
    const total = numberOf(payment) * periods
    if (total < numberOf(principal))
      throw badInput('payment: must pay back at least the principal over the term')
    const solved = solvedRate(numberOf(principal), numberOf(payment), periods)
    const annual = solved * 100 * given.perYear
    const annualPct = decimal(annual)
    return { principal, annualPct, payment, periods, hasTerm: true, solved: annual }
  },
}
