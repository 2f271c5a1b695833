import { sum } from 'simple-statistics'
import { binomialTerm } from '../special/beta.ts'

/** How often the largest gap between distribution functions is at least so large by chance. */

/** P(D >= d) of n values. */
export function gapShare(n: number, d: number): number {
  if (d >= 1) return 0
  if (n * d <= 0.5) return 1
  // Both sides at once are as rare as e^(-8 n d^2), and impossible from a half on.
  if (d >= 0.5 || n * d * d >= 4) return Math.min(1, 2 * oneSidedShare(n, d))
  return 1 - bothSidesShare(n, d)
}

/** P(D+ >= d), a sum of positive terms (Smirnov 1944). */
function oneSidedShare(n: number, d: number): number {
  const terms: number[] = []
  for (let at = 0; at <= Math.floor(n * (1 - d)); at += 1) {
    const share = d + at / n
    terms.push((binomialTerm(at, n, share, Math.max(0, 1 - share)) * d) / share)
  }
  return sum(terms)
}

/** P(D < d) by the power of a matrix (Durbin 1973; Marsaglia, Tsang and Wang 2003). */
function bothSidesShare(n: number, d: number): number {
  const k = Math.ceil(n * d)
  const size = 2 * k - 1
  const h = k - n * d
  const matrix = firstMatrix(size, h)
  let [result, resultPower] = [identity(size), 0]
  let [square, squarePower] = [matrix, 0]
  for (let left = n; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) {
      ;[result, resultPower] = scaled(product(result, square, size), resultPower + squarePower)
    }
    if (left > 1) [square, squarePower] = scaled(product(square, square, size), 2 * squarePower)
  }
  let share = result[(k - 1) * size + k - 1] ?? 0
  let power = resultPower
  for (let at = 1; at <= n; at += 1) {
    share = (share * at) / n
    if (share < 1e-140) [share, power] = [share * 1e140, power - 140]
  }
  return share * 10 ** power
}

function firstMatrix(size: number, h: number): Float64Array {
  const matrix = new Float64Array(size * size)
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column <= Math.min(row + 1, size - 1); column += 1)
      matrix[row * size + column] = 1
  const less = (at: number, value: number) => {
    matrix[at] = (matrix[at] ?? 0) - value
  }
  for (let row = 0; row < size; row += 1) {
    less(row * size, h ** (row + 1))
    less((size - 1) * size + row, h ** (size - row))
  }
  if (2 * h > 1) less((size - 1) * size, -((2 * h - 1) ** size))
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column <= row; column += 1) {
      const at = row * size + column
      for (let factor = 1; factor <= row - column + 1; factor += 1)
        matrix[at] = (matrix[at] ?? 0) / factor
    }
  return matrix
}

const identity = (size: number): Float64Array => {
  const matrix = new Float64Array(size * size)
  for (let at = 0; at < size; at += 1) matrix[at * size + at] = 1
  return matrix
}

function product(a: Float64Array, b: Float64Array, size: number): Float64Array {
  const result = new Float64Array(size * size)
  for (let row = 0; row < size; row += 1)
    for (let inner = 0; inner < size; inner += 1) {
      const factor = a[row * size + inner] ?? 0
      if (factor === 0) continue
      for (let column = 0; column < size; column += 1) {
        const at = row * size + column
        result[at] = (result[at] ?? 0) + factor * (b[inner * size + column] ?? 0)
      }
    }
  return result
}

/** Kept below the range of floats; the power of ten is carried beside it. */
function scaled(matrix: Float64Array, power: number): [Float64Array, number] {
  const largest = matrix.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return largest > 1e140 ? [matrix.map((value) => value * 1e-140), power + 140] : [matrix, power]
}

/** The limit for many values: 2 (e^(-2x^2) - e^(-8x^2) + ...). */
export function kolmogorovTail(x: number): number {
  if (x < 0.2) return 1
  let total = 0
  for (let at = 1; at <= 100; at += 1) {
    const term = Math.exp(-2 * at * at * x * x)
    total += at % 2 === 1 ? term : -term
    if (term < 1e-18 * Math.abs(total)) break
  }
  return Math.min(1, Math.max(0, 2 * total))
}

/** The share of orders of both samples that reach the gap anywhere: a walk over all of them. */
export function crossingShare(n: number, m: number, gap: number): number {
  const row = new Float64Array(m + 1)
  for (let j = 1; j <= m; j += 1) row[j] = j * n >= gap ? 1 : (row[j - 1] ?? 0)
  for (let i = 1; i <= n; i += 1) {
    row[0] = i * m >= gap ? 1 : (row[0] ?? 0)
    for (let j = 1; j <= m; j += 1) {
      const share = i / (i + j)
      row[j] =
        Math.abs(i * m - j * n) >= gap ? 1 : share * (row[j] ?? 0) + (1 - share) * (row[j - 1] ?? 0)
    }
  }
  return row[m] ?? 1
}
