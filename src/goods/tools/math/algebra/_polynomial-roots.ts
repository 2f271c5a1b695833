import { floatOf, minus, NONE, plus, rational, type Rational, times } from './_rationals.ts'
import {
  type Coefficients,
  degreeOf,
  floatsOf,
  signAt,
  signChanges,
  squareFree,
  sturmChain,
} from './_univariate.ts'

interface Complex {
  readonly re: number
  readonly im: number
}

export interface PolynomialRoots {
  readonly real: { readonly root: number; readonly multiplicity: number }[]
  readonly complex: { readonly re: number; readonly im: number; readonly multiplicity: number }[]
}

const ROUNDS_MAX = 3_000
const STEPS_MAX = 60

/**
 * All roots with their multiplicities. Real ones are found with exact fractions, to the nearest
 * float. The others are found with floats, from eigenvalues that Aberth's steps improve.
 */
export async function polynomialRoots(factors: Coefficients): Promise<PolynomialRoots> {
  const found: PolynomialRoots = { real: [], complex: [] }
  for (const [part, multiplicity] of squareFree(factors)) {
    const real = realRoots(part)
    for (const root of real) found.real.push({ root, multiplicity })
    for (const { re, im } of await complexRoots(part, real))
      found.complex.push({ re, im: -im, multiplicity }, { re, im, multiplicity })
  }
  found.real.sort((a, b) => a.root - b.root)
  found.complex.sort((a, b) => a.re - b.re || a.im - b.im)
  return found
}

/** Ranges are halved until each holds one root (Sturm), and then until it is a single float. */
function realRoots(part: Coefficients): readonly number[] {
  const chain = sturmChain(part)
  const bound = boundOf(part)
  const open = [{ low: minus(bound), high: bound }]
  const roots: number[] = []
  for (let range = open.pop(); range; range = open.pop()) {
    const { low, high } = range
    const count = signChanges(chain, low) - signChanges(chain, high)
    if (count === 0) continue
    if (count === 1) roots.push(narrowed(part, low, high))
    else {
      const middle = halfway(low, high)
      open.push({ low, high: middle }, { low: middle, high })
    }
  }
  return roots.toSorted((a, b) => a - b)
}

/** The only root above `low` and up to `high`. */
function narrowed(part: Coefficients, from: Rational, to: Rational): number {
  let [low, high] = [from, to]
  const last = signAt(part, high)
  if (last === 0) return floatOf(high)
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const [a, b] = [floatOf(low), floatOf(high)]
    if (a === b || (a !== 0 && Math.abs(b - a) <= Number.EPSILON * Math.abs(a) * 0.25)) return a
    const middle = halfway(low, high)
    const sign = signAt(part, middle)
    if (sign === 0) return floatOf(middle)
    if (sign === last) high = middle
    else low = middle
  }
  return floatOf(high)
}

const halfway = (a: Rational, b: Rational): Rational => times(plus(a, b), rational(1n, 2n))

const size = ({ top }: Rational): bigint => (top < 0n ? -top : top)

/** A power of two that no root exceeds (Cauchy). */
function boundOf(part: Coefficients): Rational {
  const lead = size(part.at(-1) ?? NONE)
  const most = part.reduce((largest, one) => (size(one) > largest ? size(one) : largest), 0n)
  return rational(1n << BigInt((most / lead + 2n).toString(2).length))
}

/** One of each pair, the one above the real axis. */
async function complexRoots(
  part: Coefficients,
  real: readonly number[],
): Promise<readonly Complex[]> {
  const pairs = (degreeOf(part) - real.length) / 2
  if (pairs === 0) return []
  const floats = floatsOf(part)
  const upper = (await eigenvaluesOf(floats)).toSorted((a, b) => b.im - a.im).slice(0, pairs)
  for (let step = 0; step < STEPS_MAX; step += 1) {
    let isStill = true
    for (const [at, one] of upper.entries()) {
      const others = [
        ...real.map((re) => ({ re, im: 0 })),
        ...upper.flatMap((other) => (other === one ? [] : [other, mirrored(other)])),
        mirrored(one),
      ]
      const move = aberth(floats, one, others)
      if (!Number.isFinite(move.re) || !Number.isFinite(move.im)) continue
      upper[at] = { re: one.re - move.re, im: one.im - move.im }
      isStill &&= Math.hypot(move.re, move.im) < 1e-16 * Math.hypot(one.re, one.im)
    }
    if (isStill) break
  }
  // A real part below the precision of floats counts as 0.
  return upper.map(({ re, im }) => ({ re: Math.abs(re) < 1e-16 * im ? 0 : re, im: Math.abs(im) }))
}

const mirrored = ({ re, im }: Complex): Complex => ({ re, im: -im })

async function eigenvaluesOf(factors: readonly number[]): Promise<Complex[]> {
  const { EigenvalueDecomposition, Matrix } = await import('ml-matrix')
  const degree = factors.length - 1
  const lead = factors[degree] ?? 1
  const matrix = Matrix.zeros(degree, degree)
  for (let at = 0; at < degree; at += 1) {
    matrix.set(at, degree - 1, -(factors[at] ?? 0) / lead)
    if (at > 0) matrix.set(at, at - 1, 1)
  }
  const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(matrix)
  return realEigenvalues.map((re, at) => ({ re, im: imaginaryEigenvalues[at] ?? 0 }))
}

/** Newton's step, kept away from the other roots. */
function aberth(factors: readonly number[], at: Complex, others: readonly Complex[]): Complex {
  let [value, slope]: [Complex, Complex] = [
    { re: 0, im: 0 },
    { re: 0, im: 0 },
  ]
  for (const factor of factors.toReversed()) {
    const turned = multiplied(slope, at)
    slope = { re: turned.re + value.re, im: turned.im + value.im }
    const next = multiplied(value, at)
    value = { re: next.re + factor, im: next.im }
  }
  const newton = divided(value, slope)
  let [re, im] = [0, 0]
  for (const other of others) {
    const push = divided({ re: 1, im: 0 }, { re: at.re - other.re, im: at.im - other.im })
    ;[re, im] = [re + push.re, im + push.im]
  }
  const held = multiplied(newton, { re, im })
  return divided(newton, { re: 1 - held.re, im: -held.im })
}

const multiplied = (a: Complex, b: Complex): Complex => ({
  re: a.re * b.re - a.im * b.im,
  im: a.re * b.im + a.im * b.re,
})

function divided(a: Complex, b: Complex): Complex {
  const size = b.re ** 2 + b.im ** 2
  return { re: (a.re * b.re + a.im * b.im) / size, im: (a.im * b.re - a.re * b.im) / size }
}
