import { z } from 'zod'
import { textAt } from './_results.ts'
import { definePack } from './_runtime.ts'
import { numberText } from './_values.ts'

export default definePack({
  title: 'Loan comparison',
  tagline: 'Two loan offers side by side with the full schedule and the interest gap.',
  asks: [
    'loan comparison: two offers side by side with schedule and gap',
    'which of two loans costs less interest, and by how much',
    'which of two credits is cheaper',
  ],
  input: z.object({
    principal: numberText('Amount borrowed.'),
    ratePctA: numberText('Interest of the first offer, percent a year.'),
    ratePctB: numberText('Interest of the second offer, percent a year.'),
    years: numberText('Term in years.'),
  }),
  steps: [
    {
      tool: 'loan-payment',
      label: 'a',
      input: ({ principal, ratePctA, years }) => ({ principal, annualRatePct: ratePctA, years }),
    },
    {
      tool: 'loan-payment',
      label: 'b',
      input: ({ principal, ratePctB, years }) => ({ principal, annualRatePct: ratePctB, years }),
    },
    {
      tool: 'amortization',
      input: ({ principal, ratePctA, years }) => ({ principal, annualRatePct: ratePctA, years }),
    },
    {
      tool: 'percentage',
      after: ['a', 'b'],
      input(_given, results) {
        const a = textAt(results['a'], 'totalInterest')
        const b = textAt(results['b'], 'totalInterest')
        // A change from zero has no percentage.
        return a === null || b === null || Number(a) === 0 ? null : { op: 'change', a, b }
      },
    },
  ],
  examples: [{ input: { principal: '300000', ratePctA: '6', ratePctB: '5.5', years: '30' } }],
})
