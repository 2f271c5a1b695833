import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { mean, productsOf } from '../../../../engines/numbers/moments.ts'
import { numbersField, tidy } from '../../../../engines/numbers/number-fields.ts'

const ASSETS_MAX = 50
const NUMBERS_MAX = 100_000
const SWEEPS_MAX = 100_000
const DONE = 1e-12

const nameField = () => z.string().min(1).max(200)

export default defineTool({
  route: 'POST /api/portfolio',
  name: 'Portfolio weights',
  description:
    'Evaluates portfolio weights, or finds those of least variance, best Sharpe ratio or equal risk, from asset returns.',
  asks: [
    'minimum variance portfolio weights',
    'risk parity weights of a portfolio of assets',
    'how should I spread my money over shares',
    'best mix of risk and return',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    returns: z
      .record(nameField(), numbersField(2, NUMBERS_MAX))
      .describe(
        'Simple returns by asset: 2 to 50 assets with equally many, 100000 numbers in all.',
      ),
    weights: z
      .record(nameField(), z.number().min(-100).max(100))
      .optional()
      .describe('For evaluate; they sum to 1.'),
    objective: z
      .enum(['evaluate', 'minVariance', 'maxSharpe', 'riskParity'])
      .default('evaluate')
      .describe('Objective; riskParity: each asset adds the same risk.'),
    riskFreePct: z
      .number()
      .min(-100)
      .max(1_000)
      .default(0)
      .describe('Risk-free rate in percent per period.'),
    longOnly: z
      .boolean()
      .default(true)
      .describe('Whether to allow no weight below 0; riskParity never has one.'),
  }),
  output: z.object({
    weights: z.record(z.string(), z.number()),
    returnPct: z.number().describe('Return per period.'),
    volatilityPct: z.number().describe('Volatility per period, from the sample covariance.'),
    sharpe: z.number().nullable().describe('Sharpe ratio per period; null without volatility.'),
    contributions: z
      .record(z.string(), z.number())
      .describe('Share of each asset in the variance.'),
    correlation: z.record(z.string(), z.record(z.string(), z.number().nullable())),
  }),
  examples: [
    {
      input: {
        returns: { a: [0.01, 0.02, -0.01, 0.03], b: [0, 0.01, 0.01, -0.01] },
        objective: 'minVariance',
      },
      output: {
        weights: { a: 0.333333333333, b: 0.666666666667 },
        returnPct: 0.583333333333,
        volatilityPct: 0.5,
        sharpe: 1.16666666667,
        contributions: { a: 0.333333333333, b: 0.666666666667 },
        correlation: { a: { a: 1, b: -0.662541348869 }, b: { a: -0.662541348869, b: 1 } },
      },
    },
  ],

  async run({ returns, weights, objective, riskFreePct, longOnly }) {
    const names = Object.keys(returns)
    const columns = Object.values(returns)
    assertShape(names, columns)
    const count = columns[0]?.length ?? 0
    const covariance = columns.map((a) => columns.map((b) => productsOf(a, b) / (count - 1)))
    const means = columns.map(mean)
    const excess = means.map((value) => value - riskFreePct / 100)
    const chosen =
      objective === 'evaluate'
        ? givenWeights(names, weights)
        : normalised(await directionOf(objective, covariance, excess, longOnly))
    const pulls = covariance.map((row) => dot(row, chosen))
    const variance = Math.max(0, dot(pulls, chosen))
    const volatility = Math.sqrt(variance)
    const byName = (values: readonly number[]) =>
      Object.fromEntries(names.map((name, at) => [name, tidy(values[at] ?? 0)]))
    return {
      weights: byName(chosen),
      returnPct: tidy(dot(means, chosen) * 100),
      volatilityPct: tidy(volatility * 100),
      sharpe: volatility === 0 ? null : tidy(dot(excess, chosen) / volatility),
      contributions: byName(
        chosen.map((weight, at) => (variance === 0 ? 0 : (weight * (pulls[at] ?? 0)) / variance)),
      ),
      correlation: Object.fromEntries(
        names.map((name, at) => [name, correlationsOf(names, covariance, at)]),
      ),
    }
  },
})

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

function assertShape(names: readonly string[], columns: readonly (readonly number[])[]): void {
  const count = columns[0]?.length ?? 0
  if (names.length < 2 || names.length > ASSETS_MAX)
    throw badInput(`returns: must be of 2 to ${ASSETS_MAX} assets`)
  if (columns.some(({ length }) => length !== count))
    throw badInput('returns: must all have the same length')
  if (count * names.length > NUMBERS_MAX)
    throw badInput(`returns: must hold at most ${NUMBERS_MAX} numbers in all`)
}

function correlationsOf(
  names: readonly string[],
  covariance: readonly (readonly number[])[],
  row: number,
) {
  const deviation = (at: number) => Math.sqrt(covariance[at]?.[at] ?? 0)
  return Object.fromEntries(
    names.map((name, at) => {
      const scale = deviation(row) * deviation(at)
      return [name, scale === 0 ? null : tidy((covariance[row]?.[at] ?? 0) / scale)]
    }),
  )
}

function givenWeights(
  names: readonly string[],
  weights: Readonly<Record<string, number>> | undefined,
): number[] {
  if (weights === undefined) throw badInput('weights: must be given to evaluate')
  const strange = Object.keys(weights).find((name) => !names.includes(name))
  if (strange !== undefined) throw badInput(`weights.${strange}: is not among the returns`)
  const values = names.map((name) => weights[name] ?? 0)
  const total = values.reduce((sum, value) => sum + value, 0)
  if (Math.abs(total - 1) > 1e-9) throw badInput(`weights: must sum to 1, not ${tidy(total)}`)
  return values
}

type Objective = 'minVariance' | 'maxSharpe' | 'riskParity'

/**
 * Weights up to their scale. Least variance and best ratio both minimise y'Cy / 2 - p'y, where p is
 * all 1 or the excess returns; equal risk minimises y'Cy / 2 - sum(ln y).
 */
async function directionOf(
  objective: Objective,
  covariance: readonly number[][],
  excess: readonly number[],
  longOnly: boolean,
): Promise<number[]> {
  const scale = Math.max(...covariance.map((row, at) => row[at] ?? 0))
  if (covariance.some((row, at) => (row[at] ?? 0) <= scale * 1e-14))
    throw badInput('returns: must vary, for each asset')
  const scaled = covariance.map((row) => row.map((value) => value / scale))
  const pull = objective === 'minVariance' ? excess.map(() => 1) : [...excess]
  if (objective === 'riskParity') return equalRisk(scaled)
  if (!longOnly) return solved(scaled, pull)
  if (pull.every((value) => value <= 0))
    throw badInput('riskFreePct: must be below the mean return of at least one asset')
  return solvedAboveZero(scaled, pull)
}

async function solved(covariance: readonly number[][], pull: readonly number[]) {
  const { CholeskyDecomposition, Matrix } = await import('ml-matrix')
  const parts = new CholeskyDecomposition(new Matrix([...covariance]))
  const sizes = parts.lowerTriangularMatrix.diagonal()
  if (!parts.isPositiveDefinite() || Math.min(...sizes) < 1e-7 * Math.max(...sizes))
    throw badInput(
      'returns: must have more periods than assets, and no asset that depends on others',
    )
  return parts.solve(Matrix.columnVector([...pull])).to1DArray()
}

/** Without weights below 0, asset by asset (Lawson and Hanson 1974). */
async function solvedAboveZero(covariance: readonly number[][], pull: readonly number[]) {
  let y = pull.map(() => 0)
  let held: number[] = []
  for (let round = 0; round < SWEEPS_MAX; round += 1) {
    const slopes = covariance.map((row, at) => (pull[at] ?? 0) - dot(row, y))
    const next = [...y.keys()]
      .filter((at) => !held.includes(at))
      .toSorted((a, b) => (slopes[b] ?? 0) - (slopes[a] ?? 0))[0]
    if (next === undefined || (slopes[next] ?? 0) <= DONE * Math.max(...pull.map(Math.abs)))
      return y
    held = [...held, next]
    for (;;) {
      const places = held
      const found = await solved(
        places.map((row) => places.map((column) => covariance[row]?.[column] ?? 0)),
        places.map((at) => pull[at] ?? 0),
      )
      const goal = y.map((_, at) => found[places.indexOf(at)] ?? 0)
      const bad = places.filter((at) => (goal[at] ?? 0) <= 0)
      if (bad.length === 0) {
        y = goal
        break
      }
      // As far towards the goal as all weights stay above 0; a weight that reaches 0 is removed.
      const from = y
      const share = Math.min(
        ...bad.map((at) => (from[at] ?? 0) / ((from[at] ?? 0) - (goal[at] ?? 0) || 1)),
      )
      y = from.map((value, at) => value + share * ((goal[at] ?? 0) - value))
      const here = y
      held = places.filter((at) => (here[at] ?? 0) > 1e-14 * Math.max(...here.map(Math.abs)))
      if (held.length === places.length) held = places.filter((at) => !bad.includes(at))
    }
  }
  throw badInput('returns: must allow weights to be found')
}

/**
 * For each asset in turn, which converges to the only minimum (Griveau-Billion and others 2013).
 */
function equalRisk(covariance: readonly (readonly number[])[]): number[] {
  const y = covariance.map(() => 1)
  for (let sweep = 0; sweep < SWEEPS_MAX; sweep += 1) {
    let moved = 0
    for (const [at, row] of covariance.entries()) {
      const own = row[at] ?? 1
      const before = y[at] ?? 0
      const rest = dot(row, y) - own * before
      const next = (-rest + Math.sqrt(rest * rest + 4 * own)) / (2 * own)
      moved = Math.max(moved, Math.abs(next / before - 1))
      y[at] = next
    }
    if (moved <= DONE) return y
  }
  throw badInput('returns: must not nearly depend on each other, or the weights are not determined')
}

function normalised(y: readonly number[]): number[] {
  const total = y.reduce((sum, value) => sum + value, 0)
  if (!(total > 1e-12 * Math.max(...y.map(Math.abs))))
    throw badInput('objective: must have weights that sum to 1 for these returns')
  return y.map((value) => value / total)
}
