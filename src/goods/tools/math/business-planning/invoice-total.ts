import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  type Decimal,
  decimal,
  minus,
  numberOf,
  ONE,
  over,
  plus,
  rounded,
  sumOf,
  textOf,
  times,
  whole,
} from '../../../../engines/numbers/decimal.ts'
import { currencyPlaces } from '../../../../engines/numbers/currency-places.ts'
import { line } from '../../../../base/lib/fields.ts'
import { decimalField } from '../../../../engines/numbers/number-fields.ts'

const HUNDRED = whole(100n)

export default defineTool({
  route: 'POST /api/invoice-total',
  name: 'Invoice totals',
  description:
    'Totals of an invoice: line amounts, discounts, tax by rate and grand total, rounded as accountants do.',
  asks: [
    'add VAT to invoice lines and sum them up',
    'sales tax per rate of an order',
    'total of a bill with tax',
    'net and gross of an invoice',
    'add VAT to positions',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    lines: z
      .array(
        z.object({
          description: line(500).default(''),
          quantity: decimalField({ min: -1e9, max: 1e9 }).default(1),
          unitPrice: decimalField({ min: -1e12, max: 1e12 }),
          taxPct: decimalField({ min: 0, max: 1_000 }).default(0),
          discountPct: decimalField({ min: 0, max: 100 }).default(0),
        }),
      )
      .min(1)
      .max(1_000)
      .describe('1 to 1000 lines; discounts are taken before tax.'),
    pricesIncludeTax: z.boolean().default(false).describe('Whether unit prices are gross.'),
    currency: z
      .string()
      .regex(/^[A-Za-z]{3}$/)
      .default('USD')
      .describe('ISO 4217 code, which sets the decimals.'),
    rounding: z
      .enum(['line', 'total'])
      .default('line')
      .describe('line: the tax of each line is rounded; total: the tax of each rate.'),
    halves: z
      .enum(['half-even', 'half-up'])
      .default('half-even')
      .describe('Rounding of half a cent: to the even one, or away from zero.'),
  }),
  output: z.object({
    lines: z.array(
      z.object({
        description: z.string(),
        discount: z.string(),
        net: z.string(),
        taxPct: z.number(),
        tax: z.string().describe('Tax rounded for this line, even when rounding is total.'),
        gross: z.string(),
      }),
    ),
    subtotal: z.string().describe('Net sum of all lines, after discounts.'),
    discount: z.string().describe('Discounts of all lines, gross if prices include tax.'),
    taxes: z.array(z.object({ taxPct: z.number(), base: z.string(), tax: z.string() })),
    total: z.string().describe('Subtotal and taxes.'),
  }),
  examples: [
    {
      input: { lines: [{ description: 'x', quantity: 3, unitPrice: '9.99', taxPct: 20 }] },
      output: {
        lines: [
          {
            description: 'x',
            discount: '0.00',
            net: '29.97',
            taxPct: 20,
            tax: '5.99',
            gross: '35.96',
          },
        ],
        subtotal: '29.97',
        discount: '0.00',
        taxes: [{ taxPct: 20, base: '29.97', tax: '5.99' }],
        total: '35.96',
      },
    },
  ],

  run({ lines, pricesIncludeTax, currency, rounding, halves }) {
    const places = currencyPlaces(currency)
    const round = (value: Decimal) => rounded(value, places, halves)
    const booked = lines.map((one) => bookedLine(one, pricesIncludeTax, round))
    const rates = new Map<number, Booked[]>()
    for (const one of booked) rates.set(one.taxPct, [...(rates.get(one.taxPct) ?? []), one])
    const taxes = [...rates].map(([taxPct, members]) =>
      rounding === 'line'
        ? {
            taxPct,
            base: sumOf(members.map(({ net }) => net)),
            tax: sumOf(members.map(({ tax }) => tax)),
          }
        : { taxPct, ...taxOfRate(members, pricesIncludeTax, round) },
    )
    const subtotal = sumOf(taxes.map(({ base }) => base))
    const text = (value: Decimal) => textOf(rounded(value, places))
    return {
      lines: booked.map(({ description, taxPct, discount, net, tax, gross }) => ({
        description,
        discount: text(discount),
        net: text(net),
        taxPct,
        tax: text(tax),
        gross: text(gross),
      })),
      subtotal: text(subtotal),
      discount: text(sumOf(booked.map(({ discount }) => discount))),
      taxes: taxes.map(({ taxPct, base, tax }) => ({ taxPct, base: text(base), tax: text(tax) })),
      total: text(plus(subtotal, sumOf(taxes.map(({ tax }) => tax)))),
    }
  },
})

interface Line {
  readonly description: string
  readonly quantity: string | number
  readonly unitPrice: string | number
  readonly taxPct: string | number
  readonly discountPct: string | number
}

interface Booked {
  readonly description: string
  readonly taxPct: number
  readonly discount: Decimal
  readonly net: Decimal
  readonly tax: Decimal
  readonly gross: Decimal
}

type Round = (value: Decimal) => Decimal

/** The amount of a line is rounded first; then its tax is added to it, or taken out of it. */
function bookedLine(one: Line, isGross: boolean, round: Round): Booked {
  const full = round(times(decimal(one.quantity), decimal(one.unitPrice)))
  const discount = round(over(times(full, decimal(one.discountPct)), HUNDRED))
  const amount = minus(full, discount)
  const taxPct = numberOf(decimal(one.taxPct))
  const tax = round(taxIn(amount, taxPct, isGross))
  const named = { description: one.description, taxPct, discount, tax }
  return isGross
    ? { ...named, net: minus(amount, tax), gross: amount }
    : { ...named, net: amount, gross: plus(amount, tax) }
}

function taxIn(amount: Decimal, taxPct: number, isGross: boolean): Decimal {
  const rate = over(decimal(taxPct), HUNDRED)
  return isGross ? over(times(amount, rate), plus(ONE, rate)) : times(amount, rate)
}

function taxOfRate(members: readonly Booked[], isGross: boolean, round: Round) {
  const amount = sumOf(members.map(({ net, gross }) => (isGross ? gross : net)))
  const tax = round(taxIn(amount, members[0]?.taxPct ?? 0, isGross))
  return { base: isGross ? minus(amount, tax) : amount, tax }
}
