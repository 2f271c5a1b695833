import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  decimal,
  minus,
  rounded,
  ROUNDING_MODES,
  shortTextOf,
  sumOf,
  textOf,
  toSignificant,
} from '../../../../engines/numbers/decimal.ts'
import { decimalField } from '../../../../engines/numbers/number-fields.ts'

export default defineTool({
  route: 'POST /api/round',
  name: 'Decimal rounding',
  description:
    'Rounds decimal numbers to places or significant digits by a chosen rule, free of binary float error.',
  asks: [
    "bankers' rounding to two decimals",
    'round half up without floating point errors',
    'round to two decimals',
    'to the nearest 5 cents',
    'significant digits',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    values: z
      .array(decimalField())
      .min(1)
      .max(10_000)
      .describe('1 to 10,000 numbers, preferably as decimal text.'),
    decimals: z
      .int()
      .min(-12)
      .max(30)
      .default(2)
      .describe('Places after the point, -12 to 30; -2 rounds to hundreds.'),
    mode: z
      .enum(ROUNDING_MODES)
      .default('half-even')
      .describe(
        'Rounding rule; half-up rounds halves away from zero, up rounds any remainder away from zero.',
      ),
    significant: z
      .int()
      .min(1)
      .max(78)
      .optional()
      .describe('Significant digits instead of `decimals`, 1 to 78.'),
  }),
  output: z.object({
    values: z.array(z.string()).describe('Rounded values as decimal text, in order.'),
    sum: z.string().describe('Sum of the rounded values.'),
    errorSum: z.string().describe('Sum of the rounded values minus the sum of the given values.'),
  }),
  examples: [
    {
      input: { values: ['2.675', '1.005'] },
      output: { values: ['2.68', '1.00'], sum: '3.68', errorSum: '0' },
    },
    {
      input: { values: ['-2.5', 0.125], decimals: 0, mode: 'up' },
      output: { values: ['-3', '1'], sum: '-2', errorSum: '0.375' },
    },
  ],

  run({ values, decimals, mode, significant }) {
    const given = values.map(decimal)
    const results = given.map((value) =>
      significant === undefined
        ? rounded(value, decimals, mode)
        : toSignificant(value, significant, mode),
    )
    const sum = sumOf(results)
    return {
      values: results.map(textOf),
      sum: textOf(sum),
      errorSum: shortTextOf(minus(sum, sumOf(given))),
    }
  },
})
