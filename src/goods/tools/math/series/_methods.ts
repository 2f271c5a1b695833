import { badInput } from '../../../../base/core/fault.ts'
import { mean } from '../../../../engines/numbers/moments.ts'
import { smooth, squaresOf, type Weights } from './_smoothing.ts'
import { bestFit } from './_smoothing-fit.ts'

/** Forecasting methods: each is fitted once and forecasts the next values. */

export const METHODS = [
  'naive',
  'seasonal-naive',
  'drift',
  'ses',
  'holt',
  'holt-winters',
  'theta',
] as const

export type MethodName = (typeof METHODS)[number]

export interface MethodSettings {
  readonly period: number | null
  readonly alpha: number | null
  readonly beta: number | null
  readonly gamma: number | null
}

export interface Fitted {
  /** One step ahead for each value; null while the method has too few values. */
  readonly fitted: readonly (number | null)[]
  readonly parameters: Readonly<Record<string, number>>
  /** Number of estimated parameters, for the information criterion. */
  readonly parameterCount: number
  ahead(steps: number): number
  /** Variance of the forecast so many steps ahead, relative to that of one step. */
  spread(steps: number): number
}

export const NONE: MethodSettings = { period: null, alpha: null, beta: null, gamma: null }

/** Fewest values that a method needs. */
export const leastValues = (name: MethodName, period: number | null): number =>
  ({
    naive: 2,
    'seasonal-naive': (period ?? 1) + 1,
    drift: 3,
    ses: 3,
    holt: 4,
    'holt-winters': 2 * (period ?? 1) + 1,
    theta: 4,
  })[name]

export const needsPeriod = (name: MethodName): boolean =>
  name === 'seasonal-naive' || name === 'holt-winters'

export function fit(name: MethodName, values: readonly number[], wanted: MethodSettings): Fitted {
  if (needsPeriod(name) && wanted.period === null)
    throw badInput(`period: must be given for ${name}`)
  if (values.length < leastValues(name, wanted.period))
    throw badInput(
      `values: must be at least ${leastValues(name, wanted.period)} numbers for ${name}`,
    )
  return FITS[name](values, wanted)
}

type Fit = (values: readonly number[], wanted: MethodSettings) => Fitted

const last = (values: readonly number[]): number => values.at(-1) ?? 0

const naive: Fit = (values) => ({
  fitted: values.map((_, at) => values[at - 1] ?? null),
  parameters: {},
  parameterCount: 1,
  ahead: () => last(values),
  spread: (steps) => steps,
})

const seasonalNaive: Fit = (values, { period }) => {
  const size = period ?? 1
  return {
    fitted: values.map((_, at) => values[at - size] ?? null),
    parameters: { period: size },
    parameterCount: size,
    ahead: (steps) => values[values.length - size + ((steps - 1) % size)] ?? 0,
    spread: (steps) => Math.floor((steps - 1) / size) + 1,
  }
}

const drift: Fit = (values) => {
  const n = values.length
  const slope = (last(values) - (values[0] ?? 0)) / (n - 1)
  return {
    fitted: values.map((_, at) => (at === 0 ? null : (values[at - 1] ?? 0) + slope)),
    parameters: { slope },
    parameterCount: 2,
    ahead: (steps) => last(values) + steps * slope,
    spread: (steps) => steps * (1 + steps / (n - 1)),
  }
}

/** Smoothing with or without slope and season, with the intervals of its state-space model. */
const smoothing =
  (has: { readonly slope: boolean; readonly season: boolean }): Fit =>
  (values, wanted) => {
    const period = has.season ? (wanted.period ?? 1) : 1
    const { start, weights } = bestFit(values, period, wanted, has)
    const run = smooth(values, start, weights)
    const used: Partial<Weights> = {
      alpha: weights.alpha,
      ...(has.slope && { beta: weights.beta }),
      ...(has.season && { gamma: weights.gamma }),
    }
    return {
      fitted: run.fitted,
      parameters: { ...used, ...(has.season && { period }) },
      parameterCount: 2 + (has.slope ? 2 : 0) + (has.season ? 1 + period : 0),
      ahead(steps) {
        const place = (values.length + steps - 1) % period
        return run.level + steps * run.slope + (run.season[place] ?? 0)
      },
      spread: (steps) => spreadOfSmoothing(steps, weights, period, has.season),
    }
  }

/** 1 + the sum of squared weights of the errors in between (Hyndman and others 2008, table 6.2). */
function spreadOfSmoothing(steps: number, weights: Weights, period: number, isSeasonal: boolean) {
  let total = 1
  for (let step = 1; step < steps; step += 1) {
    const isSame = isSeasonal && step % period === 0
    const weight = weights.alpha * (1 + weights.beta * step) + (isSame ? weights.gamma : 0)
    total += weight * weight
  }
  return total
}

const ses = smoothing({ slope: false, season: false })

/** Two lines: the trend, and smoothing of twice the deviations (Assimakopoulos and others 2000). */
const theta: Fit = (values, wanted) => {
  const n = values.length
  const middle = (n - 1) / 2
  const centre = mean(values)
  const squares = (n * (n * n - 1)) / 12
  const slope =
    values.reduce((sum, value, at) => sum + (at - middle) * (value - centre), 0) / squares
  const simple = ses(values, { ...wanted, beta: null, gamma: null })
  const alpha = simple.parameters['alpha'] ?? 1
  const lift = (count: number) => (alpha === 0 ? count : (1 - (1 - alpha) ** count) / alpha)
  return {
    fitted: simple.fitted.map((value, at) =>
      value === null ? null : value + (slope / 2) * lift(at),
    ),
    parameters: { alpha, slope: slope / 2 },
    parameterCount: 3,
    ahead: (steps) => simple.ahead(steps) + (slope / 2) * (steps - 1 + lift(n)),
    spread: (steps) => 1 + (steps - 1) * alpha * alpha,
  }
}

const FITS: Readonly<Record<MethodName, Fit>> = {
  naive,
  'seasonal-naive': seasonalNaive,
  drift,
  ses,
  holt: smoothing({ slope: true, season: false }),
  'holt-winters': smoothing({ slope: true, season: true }),
  theta,
}

/** Residuals, where the method has a value. */
export const residualsOf = (values: readonly number[], { fitted }: Fitted): number[] =>
  values.flatMap((value, at) => {
    const due = fitted[at]
    return due === null || due === undefined ? [] : [value - due]
  })

/** Corrected information criterion for normal errors; lower is better. */
export function criterionOf(residuals: readonly number[], parameterCount: number): number {
  const n = residuals.length
  const count = parameterCount + 1
  if (n - count - 1 <= 0) return Infinity
  const squares = Math.max(squaresOf(residuals) / n, Number.MIN_VALUE)
  return n * Math.log(squares) + 2 * count + (2 * count * (count + 1)) / (n - count - 1)
}
