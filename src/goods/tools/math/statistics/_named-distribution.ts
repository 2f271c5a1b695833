import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import * as continuous from '../../../../engines/numbers/distributions/continuous.ts'
import * as discrete from '../../../../engines/numbers/distributions/discrete.ts'
import type { Distribution } from '../../../../engines/numbers/distributions/distribution.ts'

const SIZE_MAX = 1_000_000_000
const POPULATION_MAX = 10_000_000

export const DISTRIBUTIONS = [
  'normal',
  't',
  'chi2',
  'f',
  'binomial',
  'poisson',
  'exponential',
  'gamma',
  'beta',
  'uniform',
  'lognormal',
  'weibull',
  'geometric',
  'hypergeometric',
  'negative-binomial',
] as const

type DistributionName = (typeof DISTRIBUTIONS)[number]

export const PARAMS_HELP =
  'normal mean, sd; t df; chi2 df; f df1, df2; binomial n, p; poisson mean; exponential rate; ' +
  'gamma shape, scale; beta alpha, beta; uniform min, max; lognormal meanLog, sdLog; ' +
  'weibull shape, scale; geometric p (trials to the first success); ' +
  'hypergeometric population, successes, draws; ' +
  'negative-binomial successes, p (failures before them).'

export const paramsField = () => z.record(z.string().max(20), z.number())

type Params = Readonly<Record<string, number>>

interface Bound {
  readonly above?: number
  readonly min?: number
  readonly max?: number
  readonly isWhole?: true
}

const ANY: Bound = { min: -1e15, max: 1e15 }
const SCALE: Bound = { above: 0, max: 1e15 }
const SHAPE: Bound = { min: 1e-4, max: SIZE_MAX }
const SHARE: Bound = { min: 0, max: 1 }
const COUNT: Bound = { min: 0, max: POPULATION_MAX, isWhole: true }

interface Kind {
  readonly bounds: Readonly<Record<string, Bound>>
  make(...params: number[]): Distribution
}

const KINDS: Readonly<Record<DistributionName, Kind>> = {
  normal: { bounds: { mean: ANY, sd: SCALE }, make: continuous.normal },
  t: { bounds: { df: SHAPE }, make: continuous.student },
  chi2: { bounds: { df: SHAPE }, make: continuous.chiSquare },
  f: { bounds: { df1: SHAPE, df2: SHAPE }, make: continuous.fisher },
  binomial: {
    bounds: { n: { min: 0, max: SIZE_MAX, isWhole: true }, p: SHARE },
    make: discrete.binomial,
  },
  poisson: { bounds: { mean: { above: 0, max: SIZE_MAX } }, make: discrete.poisson },
  exponential: { bounds: { rate: SCALE }, make: continuous.exponential },
  gamma: { bounds: { shape: SHAPE, scale: SCALE }, make: continuous.gamma },
  beta: { bounds: { alpha: SHAPE, beta: SHAPE }, make: continuous.beta },
  uniform: { bounds: { min: ANY, max: ANY }, make: continuous.uniform },
  lognormal: {
    bounds: { meanLog: { min: -300, max: 300 }, sdLog: { above: 0, max: 300 } },
    make: continuous.lognormal,
  },
  weibull: {
    bounds: { shape: { min: 0.01, max: SIZE_MAX }, scale: SCALE },
    make: continuous.weibull,
  },
  geometric: { bounds: { p: { min: 1e-15, max: 1 } }, make: discrete.geometric },
  hypergeometric: {
    bounds: { population: { ...COUNT, min: 1 }, successes: COUNT, draws: COUNT },
    make: discrete.hypergeometric,
  },
  'negative-binomial': {
    bounds: { successes: SHAPE, p: { min: 1e-9, max: 1 } },
    make: discrete.negativeBinomial,
  },
}

/** The distribution of that name; parameters that do not fit are refused with their names. */
export function namedDistribution(name: DistributionName, params: Params): Distribution {
  const { bounds, make } = KINDS[name]
  const wanted = Object.keys(bounds)
  const strange = Object.keys(params).find((key) => !wanted.includes(key))
  if (strange !== undefined)
    throw badInput(`params.${strange}: must be left out; ${name} takes only ${wanted.join(', ')}`)
  const given = wanted.map((key) => checked(key, params[key], bounds[key] ?? ANY))
  const [first = 0, second = 0, third = 0] = given
  if (name === 'uniform' && first >= second) throw badInput('params.min: must be below max')
  if (name === 'hypergeometric' && Math.max(second, third) > first)
    throw badInput('params.population: must be at least successes and draws')
  return make(...given)
}

function checked(key: string, value: number | undefined, bound: Bound): number {
  const { above, min, max = 1e15, isWhole } = bound
  const low = above === undefined ? `at least ${min}` : `above ${above}`
  const fits =
    value !== undefined &&
    value <= max &&
    (above === undefined ? value >= (min ?? 0) : value > above) &&
    (!isWhole || Number.isInteger(value))
  if (!fits)
    throw badInput(
      `params.${key}: must be a ${isWhole ? 'whole ' : ''}number, ${low} and at most ${max}`,
    )
  return value
}
