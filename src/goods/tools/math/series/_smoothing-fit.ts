import { smooth, squaresOf, type Start, type Weights } from './_smoothing.ts'

/** The start and the weights of exponential smoothing that fit values best. */

/** A first guess of level, slope and season: means of the first periods, or the first values. */
function guessedStart(values: readonly number[], period: number, hasSlope: boolean): Start {
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

type GivenWeights = { readonly [Name in keyof Weights]: number | null }

const choices = (
  value: number | null,
  isUsed: boolean,
  grid: readonly number[],
): readonly number[] => (isUsed ? (value === null ? grid : [value]) : [0])

interface Parts {
  readonly slope: boolean
  readonly season: boolean
}

/** Values times squared unknowns: up to here each try of weights gets its own best start. */
const JOINT_MAX = 12_000
/** Up to here a season is fitted at its start; beyond, that of the first period stays. */
const SEASON_MAX = 20_000_000
const ROUNDS = 3

/** Weights and start with the smallest squared errors. */
export function bestFit(
  values: readonly number[],
  period: number,
  given: GivenWeights,
  has: Parts,
): { readonly start: Start; readonly weights: Weights } {
  const guess = guessedStart(values, period, has.slope)
  const unknowns = 1 + (has.slope ? 1 : 0) + (has.season ? period - 1 : 0)
  const work = values.length * unknowns * unknowns
  const units = unitsOf(period, has, work <= SEASON_MAX)
  const startFor = (weights: Weights) => bestStart(values, guess, units, weights)
  if (work <= JOINT_MAX) {
    const weights = bestWeights(values, startFor, given, has)
    return { start: startFor(weights), weights }
  }
  let start = guess
  let weights = bestWeights(values, () => start, given, has)
  for (let round = 0; round < ROUNDS; round += 1) {
    start = startFor(weights)
    weights = bestWeights(values, () => start, given, has)
  }
  return { start: startFor(weights), weights }
}

/** One start for each unknown: 1 there, 0 elsewhere; a season sums to zero. */
function unitsOf(period: number, has: Parts, isSeasonFitted: boolean): readonly Start[] {
  const flat = has.season ? Array.from({ length: period }, () => 0) : []
  const seasons =
    has.season && isSeasonFitted
      ? Array.from({ length: period - 1 }, (_, place) =>
          flat.map((_zero, at) => (at === place ? 1 : at === period - 1 ? -1 : 0)),
        )
      : []
  return [
    { level: 1, slope: 0, season: flat },
    ...(has.slope ? [{ level: 0, slope: 1, season: flat }] : []),
    ...seasons.map((season) => ({ level: 0, slope: 0, season })),
  ]
}

/** Errors are linear in the start, so the best one for given weights is a linear least square. */
function bestStart(
  values: readonly number[],
  guess: Start,
  units: readonly Start[],
  weights: Weights,
): Start {
  const { errors } = smooth(values, guess, weights)
  const zeros = values.map(() => 0)
  const columns = units.map((unit) => smooth(zeros, unit, weights).errors)
  const square = columns.map((one) => columns.map((other) => dot(one, other)))
  const scale = Math.max(...square.map((row, at) => row[at] ?? 0))
  // What the values hardly tell stays at the guess.
  for (const [at, row] of square.entries()) row[at] = (row[at] ?? 0) + scale * 1e-10
  const shifts = solved(
    square,
    columns.map((column) => -dot(column, errors)),
  )
  const sum = (of: (unit: Start) => number): number =>
    units.reduce((all, unit, at) => all + (shifts[at] ?? 0) * of(unit), 0)
  return {
    level: guess.level + sum(({ level }) => level),
    slope: guess.slope + sum(({ slope }) => slope),
    season: guess.season.map((value, place) => value + sum(({ season }) => season[place] ?? 0)),
  }
}

const dot = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

/** Solves a positive definite system by elimination. */
function solved(matrix: readonly number[][], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  for (const [at, row] of rows.entries())
    for (const below of rows.slice(at + 1)) {
      const factor = (below[at] ?? 0) / (row[at] ?? 1)
      if (factor !== 0)
        for (let column = at; column < row.length; column += 1)
          below[column] = (below[column] ?? 0) - factor * (row[column] ?? 0)
    }
  const result = right.map(() => 0)
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at] ?? []
    const known = dot(row.slice(0, -1), result)
    result[at] = ((row.at(-1) ?? 0) - known) / (row[at] ?? 1)
  }
  return result
}

/** The weights with the smallest squared errors: a coarse grid, then steps that halve. */
function bestWeights(
  values: readonly number[],
  startFor: (weights: Weights) => Start,
  given: GivenWeights,
  has: Parts,
): Weights {
  // With a fitted season, gamma is at most 1 - alpha.
  const worth = (weights: Weights) =>
    given.gamma === null && weights.gamma > 1 - weights.alpha
      ? Infinity
      : squaresOf(smooth(values, startFor(weights), weights).errors)
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
