import { absolute, gcdOf, isPrime, sieve } from './_primes.ts'

export interface Factors {
  /** Primes and exponents, by ascending prime. */
  readonly factors: readonly (readonly [prime: bigint, exponent: number])[]
  /** The part that could not be split within the steps; 1 if nothing is left. */
  readonly rest: bigint
}

const TRIAL_MAX = 10_000
const TRIAL_PRIMES = sieve(TRIAL_MAX).map(BigInt)
const STEPS_MAX = 1_000_000
const BATCH = 128

/** Trial division, then Pollard's rho in the form of Brent (1980), within a number of steps. */
export function factorized(n: bigint): Factors {
  const counts = new Map<bigint, number>()
  const add = (prime: bigint) => counts.set(prime, (counts.get(prime) ?? 0) + 1)
  let left = n
  for (const prime of TRIAL_PRIMES) {
    if (prime * prime > left) break
    for (; left % prime === 0n; left /= prime) add(prime)
  }
  const budget = { steps: STEPS_MAX }
  let rest = 1n
  const open = left > 1n ? [left] : []
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (isPrime(part)) {
      add(part)
      continue
    }
    const divisor = divisorOf(part, budget)
    if (divisor === undefined) rest *= part
    else open.push(divisor, part / divisor)
  }
  const factors = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { factors, rest }
}

function divisorOf(n: bigint, budget: { steps: number }): bigint | undefined {
  for (let shift = 1n; budget.steps > 0; shift += 1n) {
    const divisor = rho(n, shift, budget)
    if (divisor !== undefined && divisor !== n) return divisor
  }
  return undefined
}

/** One walk of x^2 + shift; the gcd is computed for many differences at once. */
function rho(n: bigint, shift: bigint, budget: { steps: number }): bigint | undefined {
  const next = (value: bigint) => (value * value + shift) % n
  let [y, x, start, gcd] = [2n, 2n, 2n, 1n]
  for (let length = 1; gcd === 1n; length *= 2) {
    x = y
    for (let step = 0; step < length; step += 1) y = next(y)
    for (let done = 0; done < length && gcd === 1n; done += BATCH) {
      if (budget.steps <= 0) return undefined
      start = y
      let product = 1n
      const count = Math.min(BATCH, length - done)
      for (let step = 0; step < count; step += 1) {
        y = next(y)
        product = (product * absolute(x - y)) % n
      }
      budget.steps -= count
      gcd = gcdOf(product, n)
    }
  }
  if (gcd !== n) return gcd
  for (gcd = 1n; gcd === 1n;) {
    start = next(start)
    gcd = gcdOf(absolute(x - start), n)
  }
  return gcd
}
