import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  compare,
  decimal,
  minus,
  numberOf,
  over,
  plus,
  roundedQuotient,
  shortTextOf,
  textOf,
  times,
  tenTo,
  whole,
  ZERO,
} from '../../../../engines/numbers/decimal.ts'
import { decimalField } from '../../../../engines/numbers/number-fields.ts'

export default defineTool({
  route: 'POST /api/break-even',
  name: 'Break-even point',
  description: 'Units and revenue at which a product breaks even or reaches a target profit.',
  asks: [
    'how many units must I sell to cover fixed costs',
    'break even sales for a price of 50 and a unit cost of 30',
    'how many must I sell to cover my costs',
    'when does the business make a profit',
    'cover fixed costs',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    fixedCost: decimalField({ min: 0 }).describe('Costs that do not depend on the units.'),
    price: decimalField({ above: 0 }).describe('Price of one unit.'),
    variableCost: decimalField({ min: 0 }).describe('Variable cost of one unit; below the price.'),
    targetProfit: decimalField({ min: 0 }).default(0).describe('Profit to reach.'),
    units: decimalField({ above: 0 }).optional().describe('Units sold, for the safety margin.'),
  }),
  output: z.object({
    units: z.string().describe('Whole units, rounded up.'),
    exactUnits: z.number().describe('Exact quotient.'),
    revenue: z.string().describe('Revenue of the whole units, as decimal text.'),
    contributionMargin: z.string().describe('Price less variable cost.'),
    marginRatio: z.number().describe('Contribution margin as a share of the price.'),
    safetyMarginPct: z
      .number()
      .nullable()
      .describe(
        'How far the given units may fall before the target is missed; null without units.',
      ),
  }),
  examples: [
    {
      input: { fixedCost: 10_000, price: 50, variableCost: 30, units: 800 },
      output: {
        units: '500',
        exactUnits: 500,
        revenue: '25000',
        contributionMargin: '20',
        marginRatio: 0.4,
        safetyMarginPct: 37.5,
      },
    },
  ],

  run({ fixedCost, price, variableCost, targetProfit, units }) {
    const [each, cost] = [decimal(price), decimal(variableCost)]
    const margin = minus(each, cost)
    if (compare(margin, ZERO) <= 0)
      throw badInput('variableCost: must be below the price, or no number of units breaks even')
    const needed = plus(decimal(fixedCost), decimal(targetProfit))
    const scale = Math.max(needed.scale, margin.scale)
    const count = roundedQuotient(
      needed.digits * tenTo(scale - needed.scale),
      margin.digits * tenTo(scale - margin.scale),
      'ceil',
    )
    const exact = over(needed, margin)
    const sold = units === undefined ? undefined : decimal(units)
    return {
      units: String(count),
      exactUnits: numberOf(exact),
      revenue: textOf(times(whole(count), each)),
      contributionMargin: shortTextOf(margin),
      marginRatio: numberOf(over(margin, each)),
      safetyMarginPct:
        sold === undefined ? null : numberOf(over(times(minus(sold, exact), whole(100n)), sold)),
    }
  },
})
