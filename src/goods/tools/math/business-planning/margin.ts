import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  compare,
  type Decimal,
  decimal,
  isZero,
  minus,
  numberOf,
  ONE,
  over,
  plus,
  rounded,
  textOf,
  times,
  whole,
  ZERO,
} from '../../../../engines/numbers/decimal.ts'
import { decimalField } from '../../../../engines/numbers/number-fields.ts'

const HUNDRED = whole(100n)

export default defineTool({
  route: 'POST /api/margin',
  name: 'Margin and markup',
  description: 'Cost, selling price, profit, margin and markup from any two of them, with tax.',
  asks: [
    'selling price for a 60 percent margin',
    'convert markup to profit margin',
    'selling price for a given profit',
    'how much do I earn on each sale',
    'markup from cost',
    'what should I charge',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    cost: decimalField({ min: 0 }).optional().describe('Cost. Give exactly two of these four.'),
    price: decimalField({ min: 0 }).optional().describe('Net selling price after discount.'),
    marginPct: decimalField({ max: 99.999999 }).optional().describe('Profit in percent of price.'),
    markupPct: decimalField({ above: -100 }).optional().describe('Profit in percent of cost.'),
    taxPct: decimalField({ min: 0, max: 1_000 })
      .default(0)
      .describe('Tax in percent of the price.'),
    discountPct: decimalField({ min: 0, max: 99.999999 })
      .default(0)
      .describe('Discount to grant: the gross price is raised so that the price remains after it.'),
    decimals: z.int().min(0).max(8).default(2).describe('Decimals of amounts, 0 to 8.'),
  }),
  output: z.object({
    cost: z.string().describe('Amount, as decimal text.'),
    price: z.string(),
    profit: z.string(),
    marginPct: z.number().nullable().describe('null if the price is 0.'),
    markupPct: z.number().nullable().describe('null if the cost is 0.'),
    grossPrice: z.string().describe('List price before discount, with tax.'),
  }),
  examples: [
    {
      input: { cost: 40, marginPct: 60 },
      output: {
        cost: '40.00',
        price: '100.00',
        profit: '60.00',
        marginPct: 60,
        markupPct: 150,
        grossPrice: '100.00',
      },
    },
    {
      input: { price: '19.90', cost: '12', taxPct: 19 },
      output: {
        cost: '12.00',
        price: '19.90',
        profit: '7.90',
        marginPct: 39.6984924623,
        markupPct: 65.8333333333,
        grossPrice: '23.68',
      },
    },
  ],

  run({ taxPct, discountPct, decimals, ...given }) {
    const { cost, price } = solved(given)
    const profit = minus(price, cost)
    const list = over(price, minus(ONE, over(decimal(discountPct), HUNDRED)))
    const gross = times(list, plus(ONE, over(decimal(taxPct), HUNDRED)))
    const [costText, priceText, profitText, grossText] = [cost, price, profit, gross].map((value) =>
      textOf(rounded(value, decimals)),
    )
    return {
      cost: costText ?? '',
      price: priceText ?? '',
      profit: profitText ?? '',
      marginPct: percentOf(profit, price),
      markupPct: percentOf(profit, cost),
      grossPrice: grossText ?? '',
    }
  },
})

type Literal = string | number | undefined

interface MarginInput {
  readonly cost?: Literal
  readonly price?: Literal
  readonly marginPct?: Literal
  readonly markupPct?: Literal
}

function solved(given: MarginInput): { cost: Decimal; price: Decimal } {
  const [cost, price, margin, markup] = [
    given.cost,
    given.price,
    given.marginPct,
    given.markupPct,
  ].map((literal) => (literal === undefined ? undefined : decimal(literal)))
  if ([cost, price, margin, markup].filter((value) => value !== undefined).length !== 2)
    throw badInput('cost: exactly two of cost, price, marginPct and markupPct must be given')
  if (cost && price) return { cost, price }
  if (cost && margin) return { cost, price: over(cost, minus(ONE, over(margin, HUNDRED))) }
  if (cost && markup) return { cost, price: times(cost, plus(ONE, over(markup, HUNDRED))) }
  if (price && margin) return { price, cost: times(price, minus(ONE, over(margin, HUNDRED))) }
  if (price && markup) return { price, cost: over(price, plus(ONE, over(markup, HUNDRED))) }
  throw badInput(
    'marginPct: must be given with cost or price, because margin and markup say the same',
  )
}

function percentOf(part: Decimal, base: Decimal): number | null {
  if (isZero(base) || compare(base, ZERO) < 0) return null
  return Number(numberOf(over(times(part, HUNDRED), base)).toPrecision(12))
}
