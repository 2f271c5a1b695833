import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { perGroupForMeans, perGroupForShares, twoSidedQuantile } from './_sample-sizes.ts'

const SIZE_MAX = 1e15

const sizeField = () => z.number().gt(0).max(1e12).optional()

export default defineTool({
  route: 'POST /api/sample-size',
  name: 'Sample size',
  description:
    'Sample size for a survey with a margin of error, or for an A/B experiment with an effect and power.',
  asks: [
    'sample size for a survey with a margin of error',
    'sample size of an experiment with 80 % power',
    'how many people must I ask',
    'how long must the experiment run',
    'users needed for a test',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    kind: z
      .enum(['proportion', 'mean', 'ab-proportion', 'ab-mean'])
      .describe('A survey of a share or a mean, or an experiment with two groups.'),
    marginOfError: sizeField().describe(
      'Margin of error; for proportion as a share (0.05 is 5 points), for mean in its unit.',
    ),
    baseline: z
      .number()
      .gt(0)
      .lt(1)
      .optional()
      .describe('Share without the effect, 0 to 1. Default for proportion: 0.5.'),
    effect: z
      .number()
      .min(-1e12)
      .max(1e12)
      .optional()
      .describe('Smallest difference to detect: added to baseline, or between means.'),
    sd: sizeField().describe('Standard deviation, for mean and ab-mean.'),
    confidence: z
      .number()
      .min(0.5)
      .max(0.999999)
      .default(0.95)
      .describe('Confidence, 0.5 to 0.999999.'),
    power: z.number().min(0.5).max(0.999999).default(0.8).describe('Power, for experiments.'),
    population: z
      .int()
      .min(1)
      .max(1e15)
      .optional()
      .describe('Size of a finite population, for surveys.'),
  }),
  output: z.object({
    perGroup: z.int(),
    total: z.int().describe('Size of both groups of an experiment together.'),
    formula: z.string(),
  }),
  examples: [
    {
      input: { kind: 'proportion', marginOfError: 0.05 },
      output: { perGroup: 385, total: 385, formula: 'n = z^2 p (1 - p) / e^2' },
    },
    {
      input: { kind: 'ab-proportion', baseline: 0.05, effect: 0.01 },
      output: {
        perGroup: 8158,
        total: 16316,
        formula: 'n = (z sqrt(2 p (1 - p)) + zPower sqrt(p1 (1 - p1) + p2 (1 - p2)))^2 / effect^2',
      },
    },
  ],

  run(input) {
    const { size, groups, formula } = KINDS[input.kind](input)
    const perGroup = Math.max(1, Math.ceil(withinPopulation(size, groups, input.population)))
    if (perGroup > SIZE_MAX)
      throw badInput('effect: must be larger; this one needs more than 1e15 values')
    return { perGroup, total: perGroup * groups, formula }
  },
})

interface Input {
  readonly marginOfError?: number | undefined
  readonly baseline?: number | undefined
  readonly effect?: number | undefined
  readonly sd?: number | undefined
  readonly confidence: number
  readonly power: number
}

interface Sized {
  readonly size: number
  readonly groups: 1 | 2
  readonly formula: string
}

function needed(field: string, value: number | undefined): number {
  if (value === undefined) throw badInput(`${field}: must be given for this kind`)
  return value
}

const KINDS: Readonly<
  Record<'proportion' | 'mean' | 'ab-proportion' | 'ab-mean', (input: Input) => Sized>
> = {
  proportion({ marginOfError, baseline = 0.5, confidence }) {
    const margin = needed('marginOfError', marginOfError)
    if (margin >= 1) throw badInput('marginOfError: must be a share below 1, such as 0.05')
    const z = twoSidedQuantile(confidence)
    return {
      size: (z / margin) ** 2 * baseline * (1 - baseline),
      groups: 1,
      formula: 'n = z^2 p (1 - p) / e^2',
    }
  },
  mean({ marginOfError, sd, confidence }) {
    const reach = twoSidedQuantile(confidence) * needed('sd', sd)
    return {
      size: (reach / needed('marginOfError', marginOfError)) ** 2,
      groups: 1,
      formula: 'n = (z sd / e)^2',
    }
  },
  'ab-proportion'({ baseline, effect, ...demand }) {
    const one = needed('baseline', baseline)
    const other = one + needed('effect', effect)
    if (other <= 0 || other >= 1 || other === one)
      throw badInput('effect: must not be 0, and must keep baseline + effect between 0 and 1')
    return {
      size: perGroupForShares(one, other, demand),
      groups: 2,
      formula: 'n = (z sqrt(2 p (1 - p)) + zPower sqrt(p1 (1 - p1) + p2 (1 - p2)))^2 / effect^2',
    }
  },
  'ab-mean'({ sd, effect, ...demand }) {
    const apart = needed('effect', effect) / needed('sd', sd)
    if (apart === 0) throw badInput('effect: must not be 0')
    return {
      size: perGroupForMeans(apart, demand),
      groups: 2,
      formula: 'n = 2 (z + zPower)^2 sd^2 / effect^2',
    }
  },
}

/** A finite population needs fewer. */
function withinPopulation(size: number, groups: 1 | 2, population: number | undefined): number {
  if (population === undefined) return size
  if (groups === 2)
    throw badInput('population: must be left out for experiments; it is for surveys')
  return size / (1 + (size - 1) / population)
}
