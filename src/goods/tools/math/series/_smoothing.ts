/** Exponential smoothing in its error-correction form (Hyndman and others 2008). */

export interface Weights {
  readonly alpha: number
  readonly beta: number
  readonly gamma: number
}

export interface Start {
  readonly level: number
  readonly slope: number
  /** One for each position in the period; empty without a season. */
  readonly season: readonly number[]
}

export interface Run {
  readonly fitted: readonly number[]
  readonly errors: readonly number[]
  readonly level: number
  readonly slope: number
  readonly season: readonly number[]
}

/** One step ahead through the values; weights of 0 keep slope and season at their start. */
export function smooth(values: readonly number[], start: Start, weights: Weights): Run {
  const { alpha, beta, gamma } = weights
  let { level, slope } = start
  const season = [...start.season]
  const fitted: number[] = []
  const errors: number[] = []
  for (const [at, value] of values.entries()) {
    const place = season.length === 0 ? -1 : at % season.length
    const due = level + slope + (season[place] ?? 0)
    const error = value - due
    fitted.push(due)
    errors.push(error)
    level += slope + alpha * error
    slope += alpha * beta * error
    if (place >= 0) season[place] = (season[place] ?? 0) + gamma * error
  }
  return { fitted, errors, level, slope, season }
}

export const squaresOf = (errors: readonly number[]): number =>
  errors.reduce((sum, error) => sum + error * error, 0)

/** First level, slope and season: means of the first periods, or the first values. */
export function startOf(values: readonly number[], period: number, hasSlope: boolean): Start {
  if (period > 1) {
    const first = meanOf(values.slice(0, period))
    const second = meanOf(values.slice(period, 2 * period))
    const slope = hasSlope ? (second - first) / period : 0
    const season = values
      .slice(0, period)
      .map((value, at) => value - first - slope * (at - (period - 1) / 2))
    // The level is that before the first value.
    return { level: first - slope * ((period + 1) / 2), slope, season }
  }
  const [one = 0, other = one] = values
  const slope = hasSlope ? other - one : 0
  return { level: one - slope, slope, season: [] }
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const GRIDS = [
  [0.05, 0.2, 0.4, 0.6, 0.8, 0.95],
  [0.05, 0.2, 0.5, 0.8],
  [0.05, 0.3, 0.7],
] as const
const HALVINGS = 14

type Given = { readonly [Name in keyof Weights]: number | null }

const choices = (
  value: number | null,
  isUsed: boolean,
  grid: readonly number[],
): readonly number[] => (isUsed ? (value === null ? grid : [value]) : [0])

/** The weights with the smallest squared errors: a coarse grid, then steps that halve. */
export function bestWeights(
  values: readonly number[],
  start: Start,
  given: Given,
  has: { readonly slope: boolean; readonly season: boolean },
): Weights {
  // With a fitted season, gamma is at most 1 - alpha.
  const worth = (weights: Weights) =>
    given.gamma === null && weights.gamma > 1 - weights.alpha
      ? Infinity
      : squaresOf(smooth(values, start, weights).errors)
  let best: { weights: Weights; worth: number } | undefined
  for (const alpha of choices(given.alpha, true, GRIDS[0]))
    for (const beta of choices(given.beta, has.slope, GRIDS[1]))
      for (const gamma of choices(given.gamma, has.season, GRIDS[2])) {
        const weights = { alpha, beta, gamma }
        const found = worth(weights)
        if (best === undefined || found < best.worth) best = { weights, worth: found }
      }
  const free = (['alpha', 'beta', 'gamma'] as const).filter(
    (name) =>
      given[name] === null && (name === 'alpha' || (name === 'beta' ? has.slope : has.season)),
  )
  let current = best ?? { weights: { alpha: 0, beta: 0, gamma: 0 }, worth: Infinity }
  for (let step = 0.1, round = 0; round < HALVINGS; round += 1, step /= 2)
    current = settled(current, free, step, worth)
  return current.weights
}

const MOVES_MAX = 40

/** Moves by a step as long as that helps. */
function settled(
  from: { weights: Weights; worth: number },
  free: readonly (keyof Weights)[],
  step: number,
  worth: (weights: Weights) => number,
) {
  let current = from
  for (let move = 0; move < MOVES_MAX; move += 1) {
    const tries = free.flatMap((name) =>
      [-step, step].map((by) => {
        const weights = { ...current.weights, [name]: clamped(current.weights[name] + by) }
        return { weights, worth: worth(weights) }
      }),
    )
    const best = tries.toSorted((a, b) => a.worth - b.worth)[0]
    if (best === undefined || best.worth >= current.worth) return current
    current = best
  }
  return current
}

const clamped = (value: number): number => Math.min(1, Math.max(0, value))
