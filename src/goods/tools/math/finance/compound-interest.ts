import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  type Decimal,
  decimal,
  minus,
  numberOf,
  ONE,
  over,
  plus,
  power,
  times,
  whole,
} from '../../../../engines/numbers/decimal.ts'
import { decimalField } from '../../../../engines/numbers/number-fields.ts'
import {
  growthOf,
  money,
  periodicRate,
  periodsIn,
  perYearField,
  placesField,
  rateField,
  yearsField,
} from './_money.ts'

export default defineTool({
  route: 'POST /api/compound-interest',
  name: 'Compound interest',
  description:
    'Growth of savings or an investment with compound interest, regular contributions and inflation.',
  asks: [
    'future value of savings with compounding',
    'how much does a savings plan with contributions grow',
    'how does my money grow',
    'savings plan over 30 years',
    'invest 200 a month, what will I have',
    'retirement savings',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    principal: decimalField({ min: 0 }).describe('Amount at the start.'),
    annualRatePct: rateField().describe('Nominal interest in percent per year, above -100.'),
    years: yearsField().describe('Duration, up to 200 years; whole periods.'),
    perYear: perYearField(),
    contribution: decimalField().default(0).describe('Amount added at the end of each period.'),
    inflationPct: rateField()
      .default(0)
      .describe('Inflation in percent per year, for the real value.'),
    decimals: placesField(),
  }),
  output: z.object({
    futureValue: z.string().describe('Amount, as decimal text.'),
    contributed: z.string().describe('Principal and contributions together.'),
    interest: z.string(),
    realValue: z.string().describe("Future value in today's money."),
    byYear: z.array(z.object({ year: z.int(), balance: z.string(), contributed: z.string() })),
  }),
  examples: [
    {
      input: { principal: 1000, annualRatePct: 5, years: 2, perYear: 1, contribution: 100 },
      output: {
        futureValue: '1307.50',
        contributed: '1200.00',
        interest: '107.50',
        realValue: '1307.50',
        byYear: [
          { year: 1, balance: '1150.00', contributed: '1100.00' },
          { year: 2, balance: '1307.50', contributed: '1200.00' },
        ],
      },
    },
    { input: { principal: 1000, annualRatePct: 5, years: 10, contribution: 100 } },
  ],

  run({ principal, annualRatePct, years, perYear, contribution, inflationPct, decimals }) {
    const start = decimal(principal)
    const added = decimal(contribution)
    const rate = periodicRate(decimal(annualRatePct), perYear)
    if (growthOf(rate).digits <= 0n)
      throw badInput('annualRatePct: must not lose everything within a period')
    const periods = periodsIn(years, perYear)
    const putIn = (count: number) => plus(start, times(added, whole(BigInt(count))))
    const futureValue = grown(start, added, rate, periods)
    const fullYears = Math.floor(periods / perYear)
    return {
      futureValue: money(futureValue, decimals),
      contributed: money(putIn(periods), decimals),
      interest: money(minus(futureValue, putIn(periods)), decimals),
      realValue: money(deflated(futureValue, inflationPct, periods, perYear), decimals),
      byYear: Array.from({ length: fullYears }, (_, at) => ({
        year: at + 1,
        balance: money(grown(start, added, rate, (at + 1) * perYear), decimals),
        contributed: money(putIn((at + 1) * perYear), decimals),
      })),
    }
  },
})

/** P (1 + i)^n + c ((1 + i)^n - 1) / i. */
function grown(start: Decimal, added: Decimal, rate: Decimal, periods: number): Decimal {
  const growth = power(growthOf(rate), periods)
  const factor = rate.digits === 0n ? whole(BigInt(periods)) : over(minus(growth, ONE), rate)
  return plus(times(start, growth), times(added, factor))
}

/** The remaining part of a year needs a root, for which a float has enough digits. */
function deflated(value: Decimal, pct: string | number, periods: number, perYear: number): Decimal {
  const inflation = plus(ONE, over(decimal(pct), whole(100n)))
  const part = (periods % perYear) / perYear
  const fraction = part === 0 ? ONE : decimal(numberOf(inflation) ** part)
  return over(value, times(power(inflation, Math.floor(periods / perYear)), fraction))
}
