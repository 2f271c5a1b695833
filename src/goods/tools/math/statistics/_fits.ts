import type { Matrix } from 'ml-matrix'
import { badInput } from '../../../../base/core/fault.ts'
import { mean, spreadOf, sum } from '../../../../engines/numbers/moments.ts'

/** Fits of a line or plane: least squares by QR, and logistic by iterated weighting. */

export type Rows = readonly (readonly number[])[]

export interface Fit {
  readonly intercept: number
  readonly slopes: readonly number[]
  /** That of the intercept first; null without degrees of freedom. */
  readonly errors: readonly number[] | null
  /** Fitted values on the scale of the fit. */
  readonly fitted: readonly number[]
}

/** Columns relative to their means in units of their spread, so that powers of x stay distinct. */
function standardised(rows: Rows) {
  const width = rows[0]?.length ?? 0
  const columns = Array.from({ length: width }, (_, at) => rows.map((row) => row[at] ?? 0))
  const spreads = columns.map((column) => {
    const { mean: centre, squares } = spreadOf(column)
    return { centre, unit: Math.sqrt(squares) }
  })
  const flat = spreads.findIndex(({ unit }) => unit === 0)
  if (flat >= 0) throw badInput(`x: must vary in each column; column ${flat + 1} does not`)
  return {
    spreads,
    scaled: rows.map((row) =>
      row.map((value, at) => (value - (spreads[at]?.centre ?? 0)) / (spreads[at]?.unit ?? 1)),
    ),
  }
}

const load = () => import('ml-matrix')

export async function leastSquares(rows: Rows, y: readonly number[]): Promise<Fit> {
  const { Matrix, QrDecomposition } = await load()
  const { spreads, scaled } = standardised(rows)
  const centre = mean(y)
  const qr = new QrDecomposition(new Matrix(scaled))
  assertApart(qr.upperTriangularMatrix)
  const found = qr.solve(Matrix.columnVector(y.map((value) => value - centre))).to1DArray()
  const fitted = scaled.map((row) => centre + sum(row.map((value, at) => value * (found[at] ?? 0))))
  const slopes = found.map((value, at) => value / (spreads[at]?.unit ?? 1))
  const intercept = centre - sum(slopes.map((slope, at) => slope * (spreads[at]?.centre ?? 0)))
  const df = rows.length - slopes.length - 1
  if (df === 0) return { intercept, slopes, errors: null, fitted }
  const variance = sum(y.map((value, at) => (value - (fitted[at] ?? 0)) ** 2)) / df
  const inverse = inverseOf(qr.upperTriangularMatrix)
  // The intercept depends on the centres of the columns.
  const pull = inverse.map((_, at) =>
    sum(
      inverse.map(
        (row, k) => ((row[at] ?? 0) * (spreads[k]?.centre ?? 0)) / (spreads[k]?.unit ?? 1),
      ),
    ),
  )
  const first = Math.sqrt(variance * (1 / rows.length + sum(pull.map((value) => value ** 2))))
  const rest = inverse.map(
    (row, at) =>
      Math.sqrt(variance * sum(row.map((value) => value ** 2))) / (spreads[at]?.unit ?? 1),
  )
  return { intercept, slopes, errors: [first, ...rest], fitted }
}

const DEPENDENT = 1e-11

function assertApart(upper: Matrix): void {
  const sizes = upper.diagonal().map(Math.abs)
  if (Math.min(...sizes) <= DEPENDENT * Math.max(...sizes))
    throw badInput('x: must have columns that do not depend on each other')
}

/** The inverse of an upper triangular matrix, by rows. */
function inverseOf(upper: Matrix): number[][] {
  const size = upper.columns
  const inverse = Array.from({ length: size }, () => Array.from({ length: size }, () => 0))
  for (let column = 0; column < size; column += 1)
    for (let row = column; row >= 0; row -= 1) {
      let value = row === column ? 1 : 0
      for (let k = row + 1; k <= column; k += 1)
        value -= upper.get(row, k) * (inverse[k]?.[column] ?? 0)
      const into = inverse[row]
      if (into) into[column] = value / upper.get(row, row)
    }
  return inverse
}

const ROUNDS_MAX = 100
const DONE = 1e-10
/** Beyond this, shares are 0 and 1 in floats: the classes are separated. */
const SEPARATED = 30

export interface LogisticFit extends Fit {
  readonly logLikelihood: number
}

export async function logistic(rows: Rows, y: readonly number[]): Promise<LogisticFit> {
  const { Matrix, QrDecomposition } = await load()
  const { spreads, scaled } = standardised(rows)
  const wide = scaled.map((row) => [1, ...row])
  let found = wide[0]?.map(() => 0) ?? []
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const lines = wide.map((row) => sum(row.map((value, at) => value * (found[at] ?? 0))))
    if (isSeparated(lines, y))
      throw badInput(
        'y: must not be separated perfectly by x, because then a logistic fit does not converge',
      )
    const roots = lines.map((line) => Math.sqrt(weightOf(line)))
    const qr = new QrDecomposition(
      new Matrix(wide.map((row, at) => row.map((value) => value * (roots[at] ?? 0)))),
    )
    assertApart(qr.upperTriangularMatrix)
    const aims = lines.map((_, at) => ((y[at] ?? 0) - shareOf(lines[at] ?? 0)) / (roots[at] ?? 1))
    const step = qr.solve(Matrix.columnVector(aims)).to1DArray()
    found = found.map((value, at) => value + (step[at] ?? 0))
    if (Math.max(...step.map(Math.abs)) <= DONE * Math.max(1, ...found.map(Math.abs)))
      return logisticFit(found, spreads, wide, y, inverseOf(qr.upperTriangularMatrix))
  }
  throw badInput('y: must have a logistic fit that converges; the classes may be separated by x')
}

const shareOf = (line: number): number => 1 / (1 + Math.exp(-line))
const weightOf = (line: number): number => shareOf(line) * shareOf(-line)

const isSeparated = (lines: readonly number[], y: readonly number[]): boolean =>
  lines.every((line, at) => (y[at] === 1 ? line > 0 : line < 0)) &&
  lines.some((line) => Math.abs(line) > SEPARATED)

function logisticFit(
  found: readonly number[],
  spreads: readonly { centre: number; unit: number }[],
  wide: Rows,
  y: readonly number[],
  inverse: Rows,
): LogisticFit {
  const [base = 0, ...rest] = found
  const slopes = rest.map((value, at) => value / (spreads[at]?.unit ?? 1))
  // The intercept is the base minus slopes times centres: a mix of all of them.
  const mix = [1, ...spreads.map(({ centre, unit }) => -centre / unit)]
  const first = sum(
    (inverse[0] ?? []).map(
      (_, column) => sum(mix.map((value, row) => value * (inverse[row]?.[column] ?? 0))) ** 2,
    ),
  )
  const errors = inverse.map((row, at) =>
    at === 0
      ? Math.sqrt(first)
      : Math.sqrt(sum(row.map((value) => value ** 2))) / (spreads[at - 1]?.unit ?? 1),
  )
  const lines = wide.map((row) => sum(row.map((value, at) => value * (found[at] ?? 0))))
  return {
    intercept: base - sum(slopes.map((slope, at) => slope * (spreads[at]?.centre ?? 0))),
    slopes,
    errors,
    fitted: lines.map(shareOf),
    logLikelihood: sum(lines.map((line, at) => -Math.log1p(Math.exp(y[at] === 1 ? -line : line)))),
  }
}
