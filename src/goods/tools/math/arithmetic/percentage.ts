import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  type Decimal,
  decimal,
  isZero,
  minus,
  numberOf,
  over,
  plus,
  shortTextOf,
  times,
  toSignificant,
  whole,
} from '../../../../engines/numbers/decimal.ts'
import { decimalField } from '../../../../engines/numbers/number-fields.ts'

const HUNDRED = whole(100n)
const EXACT_DIGITS = 34

export default defineTool({
  route: 'POST /api/percentage',
  name: 'Percentage',
  description:
    'Answers percent questions: a share, a change in percent, a markup or discount, the amount before a change.',
  asks: [
    'what is 15 percent of 80',
    'by how many percent did sales grow from 80 to 100',
    '20 percent off 80',
    'how much more in percent',
    'tip of 15 percent',
    'discount',
    'VAT on top',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    op: z
      .enum(['of', 'isWhatPct', 'change', 'increase', 'decrease', 'reverse', 'points'])
      .describe(
        'of: a percent of b; isWhatPct: a as percent of b; change: from a to b in percent; ' +
          'increase, decrease: a changed by b percent; reverse: what became a after growing by ' +
          'b percent; points: from a percent to b percent in percentage points.',
      ),
    a: decimalField().describe('First number, as number or decimal text.'),
    b: decimalField().describe('Second number, as number or decimal text.'),
  }),
  output: z.object({
    result: z.number().describe('Answer; in percent for isWhatPct and change.'),
    exact: z.string().describe('The answer as decimal text of up to 34 digits.'),
    formula: z.string().describe('Formula that was used.'),
  }),
  examples: [
    {
      input: { op: 'change', a: 80, b: 100 },
      output: { result: 25, exact: '25', formula: '(100 - 80) / |80| * 100' },
    },
    {
      input: { op: 'reverse', a: '119.00', b: 19 },
      output: { result: 100, exact: '100', formula: '119 / (1 + 19 / 100)' },
    },
  ],

  run({ op, a, b }) {
    const { value, formula } = ANSWERS[op](decimal(a), decimal(b))
    const exact = toSignificant(value, EXACT_DIGITS)
    return { result: numberOf(exact), exact: shortTextOf(exact), formula }
  },
})

type Answer = (a: Decimal, b: Decimal) => { readonly value: Decimal; readonly formula: string }

const text = shortTextOf

const ANSWERS: Readonly<
  Record<'of' | 'isWhatPct' | 'change' | 'increase' | 'decrease' | 'reverse' | 'points', Answer>
> = {
  of: (a, b) => ({
    value: over(times(a, b), HUNDRED),
    formula: `${text(a)} / 100 * ${text(b)}`,
  }),
  isWhatPct: (a, b) => ({
    value: over(times(a, HUNDRED), divisor('b', b)),
    formula: `${text(a)} / ${text(b)} * 100`,
  }),
  change(a, b) {
    const base = divisor('a', a)
    const size = base.digits < 0n ? { ...base, digits: -base.digits } : base
    return {
      value: over(times(minus(b, a), HUNDRED), size),
      formula: `(${text(b)} - ${text(a)}) / |${text(a)}| * 100`,
    }
  },
  increase: (a, b) => ({
    value: over(times(a, plus(HUNDRED, b)), HUNDRED),
    formula: `${text(a)} * (1 + ${text(b)} / 100)`,
  }),
  decrease: (a, b) => ({
    value: over(times(a, minus(HUNDRED, b)), HUNDRED),
    formula: `${text(a)} * (1 - ${text(b)} / 100)`,
  }),
  reverse: (a, b) => ({
    value: over(times(a, HUNDRED), divisor('b', plus(HUNDRED, b), 'must not be -100')),
    formula: `${text(a)} / (1 + ${text(b)} / 100)`,
  }),
  points: (a, b) => ({ value: minus(b, a), formula: `${text(b)} - ${text(a)}` }),
}

function divisor(field: string, value: Decimal, rule = 'must not be 0'): Decimal {
  if (isZero(value)) throw badInput(`${field}: ${rule}`)
  return value
}
