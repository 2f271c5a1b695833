import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  compare,
  type Decimal,
  decimal,
  minus,
  ONE,
  over,
  plus,
  power,
  times,
  whole,
} from '../../../../engines/numbers/decimal.ts'
import { decimalField } from '../../../../engines/numbers/number-fields.ts'
import { money, placesField, rateField } from './_money.ts'

const PERIODS_MAX = 12_000

export default defineTool({
  route: 'POST /api/annuity',
  name: 'Annuity value',
  description:
    'Present value and future value of equal or growing regular payments, and of a perpetuity.',
  asks: [
    'present value of an annuity of 100 a month',
    'value of a perpetuity growing 2 percent',
    'what is a pension of 1000 a month worth',
    'save monthly, end value',
    'regular payments',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    payment: decimalField().describe('First payment.'),
    ratePct: rateField().describe('Interest in percent per period, above -100.'),
    periods: z.int().min(1).max(PERIODS_MAX).describe('Number of payments, 1 to 12,000.'),
    due: z
      .boolean()
      .default(false)
      .describe('Whether payments are at the start of each period, not at its end.'),
    growthPct: rateField().default(0).describe('Growth of the payment in percent per period.'),
    decimals: placesField(),
  }),
  output: z.object({
    presentValue: z.string().describe('Amount, as decimal text.'),
    futureValue: z.string().describe('Value at the end of the last period.'),
    perpetuityValue: z
      .string()
      .nullable()
      .describe('Value of endless payments; null unless the rate is above the growth.'),
  }),
  examples: [
    {
      input: { payment: 100, ratePct: 1, periods: 12 },
      output: { presentValue: '1125.51', futureValue: '1268.25', perpetuityValue: '10000.00' },
    },
  ],

  run({ payment, ratePct, periods, due, growthPct, decimals }) {
    const [rate, growth] = [ratePct, growthPct].map((pct) => over(decimal(pct), whole(100n))) as [
      Decimal,
      Decimal,
    ]
    const factor = plus(ONE, rate)
    const first = times(decimal(payment), due ? factor : ONE)
    const gap = minus(rate, growth)
    const presentValue = presentValueOf(first, factor, plus(ONE, growth), gap, periods)
    return {
      presentValue: money(presentValue, decimals),
      futureValue: money(times(presentValue, power(factor, periods)), decimals),
      perpetuityValue: compare(rate, growth) > 0 ? money(over(first, gap), decimals) : null,
    }
  },
})

/** payment (1 - ((1 + g) / (1 + r))^n) / (r - g), or n payment / (1 + r) where they are equal. */
function presentValueOf(
  first: Decimal,
  rateFactor: Decimal,
  growthFactor: Decimal,
  gap: Decimal,
  periods: number,
): Decimal {
  if (gap.digits === 0n) return over(times(first, whole(BigInt(periods))), rateFactor)
  const share = power(over(growthFactor, rateFactor), periods)
  return over(times(first, minus(ONE, share)), gap)
}
