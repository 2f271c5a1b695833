import type { Factors } from './_factors.ts'
import { extendedGcd, jacobi, modulo, powerModulo } from './_primes.ts'

/** A square root of a modulo a prime, by Tonelli and Shanks (Cohen, algorithm 1.5.1). */
export function squareRootModulo(a: bigint, prime: bigint): bigint | undefined {
  if (a === 0n || prime === 2n) return a
  if (jacobi(a, prime) !== 1) return undefined
  let [odd, twos] = [prime - 1n, 0]
  while (odd % 2n === 0n) [odd, twos] = [odd / 2n, twos + 1]
  let other = 2n
  while (jacobi(other, prime) !== -1) other += 1n
  let [c, t, root] = [
    powerModulo(other, odd, prime),
    powerModulo(a, odd, prime),
    powerModulo(a, (odd + 1n) / 2n, prime),
  ]
  for (let size = twos; t !== 1n;) {
    let [least, square] = [0, t]
    while (square !== 1n) [least, square] = [least + 1, (square * square) % prime]
    const factor = powerModulo(c, 1n << BigInt(size - least - 1), prime)
    c = (factor * factor) % prime
    t = (t * c) % prime
    root = (root * factor) % prime
    size = least
  }
  return root
}

/**
 * The smallest power above 0 that makes a equal to 1; the order of the group is divided as often as
 * possible.
 */
export function orderOf(
  a: bigint,
  m: bigint,
  factorized: (n: bigint) => Factors,
): bigint | undefined {
  const ofModulus = factorized(m)
  if (ofModulus.rest > 1n) return undefined
  let order = ofModulus.factors.reduce((left, [prime]) => (left / prime) * (prime - 1n), m)
  const ofGroup = factorized(order)
  if (ofGroup.rest > 1n) return undefined
  for (const [prime, exponent] of ofGroup.factors) {
    for (let times = 0; times < exponent; times += 1) {
      if (powerModulo(a, order / prime, m) !== 1n % m) break
      order /= prime
    }
  }
  return order
}

interface Congruences {
  /** The result after each congruence: x = steps[i][0] mod steps[i][1]. */
  readonly steps: readonly (readonly [x: bigint, m: bigint])[]
  readonly clash?: string
}

/** Solves the congruences one after the other; the moduli need not be coprime. */
export function chineseRemainder(
  residues: readonly bigint[],
  moduli: readonly bigint[],
): Congruences {
  const steps: [bigint, bigint][] = []
  let [x, m] = [0n, 1n]
  for (const [at, modulus] of moduli.entries()) {
    const residue = modulo(residues[at] ?? 0n, modulus)
    const { gcd, x: factor } = extendedGcd(m, modulus)
    const gap = residue - x
    if (gap % gcd !== 0n)
      return { steps, clash: `x = ${residue} mod ${modulus} contradicts the earlier ones` }
    const lcm = (m / gcd) * modulus
    x = modulo(x + m * modulo((gap / gcd) * factor, modulus / gcd), lcm)
    m = lcm
    steps.push([x, m])
  }
  return { steps }
}
