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
