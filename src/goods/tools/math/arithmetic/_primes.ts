/** Primes and factors of big integers. */

export const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

export function gcdOf(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [absolute(a), absolute(b)]
  while (smaller > 0n) [larger, smaller] = [smaller, larger % smaller]
  return larger
}

/** The remainder from 0 to m - 1. */
export const modulo = (value: bigint, m: bigint): bigint => ((value % m) + m) % m

export function powerModulo(base: bigint, exponent: bigint, m: bigint): bigint {
  let result = 1n % m
  let square = modulo(base, m)
  for (const bit of exponent.toString(2).split('').toReversed()) {
    if (bit === '1') result = (result * square) % m
    square = (square * square) % m
  }
  return result
}

/** a x + b y = gcd, by the extended algorithm of Euclid (Knuth, TAOCP 2, 4.5.2 X). */
export function extendedGcd(a: bigint, b: bigint): { gcd: bigint; x: bigint; y: bigint } {
  let [r, nextR] = [a, b]
  let [x, nextX] = [1n, 0n]
  let [y, nextY] = [0n, 1n]
  while (nextR !== 0n) {
    const quotient = r / nextR
    ;[r, nextR] = [nextR, r - quotient * nextR]
    ;[x, nextX] = [nextX, x - quotient * nextX]
    ;[y, nextY] = [nextY, y - quotient * nextY]
  }
  return r < 0n ? { gcd: -r, x: -x, y: -y } : { gcd: r, x, y }
}

const SMALL_PRIMES = sieve(1_000).map(BigInt)
const BASES = SMALL_PRIMES.slice(0, 13)
/** Below this, the first 13 primes as bases detect every composite (Sorenson and Webster, 2015). */
export const CERTAIN_BELOW = 3_317_044_064_679_887_385_961_981n

/**
 * Miller-Rabin for the first 13 primes, which is a proof below `CERTAIN_BELOW`. Above, also a
 * strong Lucas test (Baillie and Wagstaff, 1980): no composite is known that passes both.
 */
export function isPrime(n: bigint): boolean {
  if (n < 2n) return false
  for (const prime of SMALL_PRIMES) if (n % prime === 0n) return n === prime
  if (!BASES.every((base) => passesMillerRabin(n, base))) return false
  return n < CERTAIN_BELOW || passesLucas(n)
}

function passesMillerRabin(n: bigint, base: bigint): boolean {
  const { odd, twos } = withoutTwos(n - 1n)
  let x = powerModulo(base, odd, n)
  if (x === 1n || x === n - 1n) return true
  for (let step = 1; step < twos; step += 1) {
    x = (x * x) % n
    if (x === n - 1n) return true
  }
  return false
}

function withoutTwos(value: bigint): { odd: bigint; twos: number } {
  let [odd, twos] = [value, 0]
  while (odd % 2n === 0n) [odd, twos] = [odd / 2n, twos + 1]
  return { odd, twos }
}

/** Strong Lucas probable primes with the parameters of Selfridge. */
function passesLucas(n: bigint): boolean {
  if (isSquare(n)) return false
  let d = 5n
  while (jacobi(d, n) !== -1) d = d > 0n ? -d - 2n : -d + 2n
  const q = (1n - d) / 4n
  const { odd, twos } = withoutTwos(n + 1n)
  const half = (value: bigint) => modulo(value % 2n === 0n ? value / 2n : (value + n) / 2n, n)
  let [u, v, qk] = [1n, 1n, modulo(q, n)]
  for (const bit of odd.toString(2).slice(1)) {
    u = (u * v) % n
    v = modulo(v * v - 2n * qk, n)
    qk = (qk * qk) % n
    if (bit === '0') continue
    ;[u, v] = [half(u + v), half(modulo(d * u + v, n))]
    qk = modulo(qk * q, n)
  }
  if (u === 0n || v === 0n) return true
  for (let step = 1; step < twos; step += 1) {
    v = modulo(v * v - 2n * qk, n)
    if (v === 0n) return true
    qk = (qk * qk) % n
  }
  return false
}

export function jacobi(a: bigint, n: bigint): number {
  let [top, bottom, sign] = [modulo(a, n), n, 1]
  while (top !== 0n) {
    while (top % 2n === 0n) {
      top /= 2n
      if (bottom % 8n === 3n || bottom % 8n === 5n) sign = -sign
    }
    ;[top, bottom] = [bottom, top]
    if (top % 4n === 3n && bottom % 4n === 3n) sign = -sign
    top %= bottom
  }
  return bottom === 1n ? sign : 0
}

function isSquare(n: bigint): boolean {
  const root = squareRoot(n)
  return root * root === n
}

/** The integer part of the square root, by Newton's method. */
export function squareRoot(n: bigint): bigint {
  if (n < 2n) return n
  let root = 1n << BigInt((n.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + n / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** All primes up to a bound, by the sieve of Eratosthenes. */
export function sieve(max: number): readonly number[] {
  const isComposite = new Uint8Array(max + 1)
  const primes: number[] = []
  for (let n = 2; n <= max; n += 1) {
    if (isComposite[n] === 1) continue
    primes.push(n)
    for (let multiple = n * n; multiple <= max; multiple += n) isComposite[multiple] = 1
  }
  return primes
}
