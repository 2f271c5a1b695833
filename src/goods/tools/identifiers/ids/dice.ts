import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { drawBy } from '../../../../engines/numbers/seeded.ts'
import { isDie, rangeOf, rollOf, termsOf } from './_dice.ts'
import { meanOf, oddsOf } from './_odds.ts'
import { seedField } from './_fields.ts'

export default defineTool({
  route: 'GET /api/dice',
  name: 'Dice roll',
  description:
    'Roll dice notation such as 4d6kh3+2, with the range, the mean and on request the exact odds of every total.',
  asks: [
    'roll 2d6 plus 3 dice',
    'odds of every total of three dice',
    'throw three dice',
    'd20 for my game',
  ],
  price: '$0.001',
  uses: {},
  place: ({ distribution }) => (distribution ? 'thread' : 'here'),
  input: z.object({
    notation: z
      .string()
      .min(1)
      .max(200)
      .describe(
        'Dice notation such as 2d6+3: kh and kl keep the highest or lowest, dh and dl drop them; d% and dF are allowed.',
      ),
    seed: seedField(),
    distribution: z.boolean().default(false).describe('Whether to give the odds of every total.'),
  }),
  output: z.object({
    total: z.int().describe('Total of the roll.'),
    rolls: z
      .array(
        z.object({
          dice: z.string().describe('Term of the notation.'),
          rolled: z.array(z.int()).describe('Result of each die.'),
          kept: z.array(z.int()).describe('Results that count.'),
          sum: z.int().describe('What the term adds to the total.'),
        }),
      )
      .describe('Terms with dice.'),
    min: z.int().describe('Smallest possible total.'),
    max: z.int().describe('Largest possible total.'),
    mean: z.number().describe('Mean of the total.'),
    probabilities: z
      .record(z.string(), z.number())
      .nullable()
      .describe('The chance of every total, 0 to 1; null if not asked for.'),
  }),
  examples: [
    { input: { notation: '2d6+3' } },
    {
      input: { notation: '2d4', seed: 's', distribution: true },
      output: {
        total: 4,
        rolls: [{ dice: '2d4', rolled: [3, 1], kept: [3, 1], sum: 4 }],
        min: 2,
        max: 8,
        mean: 5,
        probabilities: { 2: 0.0625, 3: 0.125, 4: 0.1875, 5: 0.25, 6: 0.1875, 7: 0.125, 8: 0.0625 },
      },
    },
  ],

  run({ notation, seed, distribution }) {
    const terms = termsOf(notation)
    const draw = drawBy(seed)
    const rolls = terms.map((term) => rollOf(term, draw))
    const ranges = terms.map(rangeOf)
    return {
      total: sum(rolls.map((roll) => roll.sum)),
      rolls: rolls.filter((_, at) => {
        const term = terms[at]
        return term !== undefined && isDie(term)
      }),
      min: sum(ranges.map(([low]) => low)),
      max: sum(ranges.map(([, high]) => high)),
      mean: sum(terms.map(meanOf)),
      probabilities: distribution ? Object.fromEntries(oddsOf(terms)) : null,
    }
  },
})

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)
