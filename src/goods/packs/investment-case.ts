import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { numberList, numbersIn, numberText } from './_values.ts'

export default definePack({
  title: 'Investment case',
  tagline: "A project's worth, return and the alternative of leaving the money invested.",
  asks: [
    'is this project worth its outlay at eight percent',
    'investment case: a project against leaving the money in the bank',
    'is an investment worth it',
  ],
  input: z.object({
    cashflows: numberList(2, 50).describe(
      'Outlay of today (negative), then the income of each year, with commas between them.',
    ),
    ratePct: numberText('Discount rate, percent a year.'),
  }),
  steps: [
    {
      tool: 'npv-irr',
      input: ({ cashflows, ratePct }) => ({
        cashflows: numbersIn(cashflows),
        ratePct: Number(ratePct),
      }),
    },
    {
      tool: 'dcf',
      input: ({ cashflows, ratePct }) => ({
        cashflows: numbersIn(cashflows).slice(1),
        discountPct: Number(ratePct),
      }),
    },
    {
      tool: 'compound-interest',
      input({ cashflows, ratePct }) {
        const [outlay = 0, ...years] = numbersIn(cashflows)
        return { principal: Math.abs(outlay), annualRatePct: ratePct, years: years.length }
      },
    },
  ],
  examples: [{ input: { cashflows: '-1000,300,400,500', ratePct: '8' } }],
})
