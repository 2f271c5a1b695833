import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  type Distribution,
  quantileOf,
} from '../../../../engines/numbers/distributions/distribution.ts'
import {
  DISTRIBUTIONS,
  namedDistribution,
  PARAMS_HELP,
  paramsField,
} from './_named-distribution.ts'

export default defineTool({
  route: 'POST /api/distribution',
  name: 'Probability distribution',
  description:
    'Density, cumulative probability, tail and quantile of a named probability distribution, exact in the far tails.',
  asks: [
    'cumulative probability of a normal distribution',
    'quantile of the binomial distribution',
    'chance that a normal value is above 2',
    'probability table',
    'how likely are 8 heads out of 10',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    name: z.enum(DISTRIBUTIONS).describe('Name of the distribution.'),
    params: paramsField().describe(PARAMS_HELP),
    at: z
      .number()
      .min(-1e15)
      .max(1e15)
      .optional()
      .describe('Point at which pdf, cdf and survival are computed.'),
    quantile: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('Probability below the quantile, 0 to 1.'),
    between: z
      .array(z.number().min(-1e15).max(1e15))
      .length(2)
      .optional()
      .describe('Two ends; probability is that from the first to the second, both included.'),
  }),
  output: z.object({
    pdf: z
      .number()
      .nullable()
      .describe('Density at `at`; for a discrete distribution the probability.'),
    cdf: z.number().nullable().describe('Probability of at most `at`.'),
    survival: z.number().nullable().describe('Probability above `at`, computed directly.'),
    quantile: z
      .number()
      .nullable()
      .describe(
        'Inverse of cdf; for a discrete distribution the smallest number with at least that probability.',
      ),
    probability: z.number().nullable().describe('Probability of `between`.'),
    mean: z.number().nullable(),
    variance: z.number().nullable(),
    problems: z.array(z.string()).describe('Figures that are null, and the reason.'),
  }),
  examples: [
    {
      input: { name: 'normal', params: { mean: 0, sd: 1 }, at: 1.96, quantile: 0.975 },
      output: {
        pdf: 0.058440944333451476,
        cdf: 0.9750021048517796,
        survival: 0.02499789514822036,
        quantile: 1.9599639845400527,
        probability: null,
        mean: 0,
        variance: 1,
        problems: ['probability: needs between'],
      },
    },
    { input: { name: 'binomial', params: { n: 20, p: 0.1 }, between: [3, 20] } },
  ],

  run({ name, params, at, quantile, between }) {
    const of = namedDistribution(name, params)
    const problems: string[] = []
    const reportNumber = (field: string, value: number | null | undefined, missing: string) => {
      if (value !== null && value !== undefined && Number.isFinite(value)) return value + 0
      const why = value === undefined ? `needs ${missing}` : value === null ? 'there is none' : null
      problems.push(`${field}: ${why ?? (Number.isNaN(value) ? 'cannot be told' : 'is infinite')}`)
      return null
    }
    return {
      pdf: reportNumber('pdf', at === undefined ? undefined : of.density(at), 'at'),
      cdf: reportNumber('cdf', at === undefined ? undefined : of.below(at), 'at'),
      survival: reportNumber('survival', at === undefined ? undefined : of.above(at), 'at'),
      quantile: reportNumber(
        'quantile',
        quantile === undefined ? undefined : quantileOf(of, quantile),
        'quantile',
      ),
      probability: reportNumber('probability', between && shareBetween(of, between), 'between'),
      mean: reportNumber('mean', of.mean, ''),
      variance: reportNumber('variance', of.variance, ''),
      problems,
    }
  },
})

/** From the smaller tail, so that a difference of two values near 1 loses no digits. */
function shareBetween(of: Distribution, [from = 0, to = 0]: readonly number[]): number {
  if (from > to) throw badInput('between: must have the smaller end first')
  // For a discrete distribution the first end counts too.
  const start = of.isDiscrete ? Math.ceil(from) - 1 : from
  if (of.below(start) > 0.5) return of.above(start) - of.above(to)
  return of.below(to) - of.below(start)
}
