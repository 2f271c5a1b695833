import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { integerField } from '../../../../engines/numbers/number-fields.ts'
import { type Factors, factorized } from './_factors.ts'
import { CERTAIN_BELOW, isPrime, sieve } from './_primes.ts'

const DIGITS_MAX = 300
const FACTOR_DIGITS_MAX = 60
const RANGE_MAX = 10_000n
const NTH_MAX = 1_000_000n
/** The millionth prime is 15,485,863. */
const SIEVE_MAX = 15_485_863

export default defineTool({
  route: 'POST /api/primes',
  name: 'Prime numbers',
  description:
    'Tests a number for primality, factorises it, finds neighbouring and nth primes, or the totient.',
  asks: [
    'break a big integer into its prime factors',
    'is 1000000007 prime',
    'is 97 prime',
    'factors of a number',
    'next prime',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    op: z
      .enum(['isPrime', 'factorize', 'next', 'previous', 'range', 'nth', 'totient'])
      .describe(
        'next, previous: the nearest prime above or below n; range: primes from n to `to`.',
      ),
    n: integerField(DIGITS_MAX).describe(
      'Whole number from 0, at most 300 digits; 60 for factorize and totient; 1000000 for nth.',
    ),
    to: integerField(DIGITS_MAX).optional().describe('End of a range, at most 10,000 above n.'),
  }),
  output: z.object({
    isPrime: z.boolean().optional(),
    certain: z
      .boolean()
      .optional()
      .describe(
        'Whether primality is proven; false for primes above 3.3e24, which passed strong tests.',
      ),
    factors: z.array(z.object({ prime: z.string(), exponent: z.int() })).optional(),
    unfactored: z.string().optional().describe('Composite part that was too hard to split.'),
    value: z.string().nullable().optional().describe('Prime or totient; null if there is none.'),
    primes: z.array(z.string()).optional(),
    divisors: z.string().optional().describe('Number of divisors.'),
  }),
  examples: [
    {
      input: { op: 'factorize', n: '600851475143' },
      output: {
        isPrime: false,
        certain: true,
        factors: [
          { prime: '71', exponent: 1 },
          { prime: '839', exponent: 1 },
          { prime: '1471', exponent: 1 },
          { prime: '6857', exponent: 1 },
        ],
        divisors: '16',
      },
    },
    { input: { op: 'next', n: 1_000_000 }, output: { value: '1000003', certain: true } },
    { input: { op: 'range', n: 10, to: 20 }, output: { primes: ['11', '13', '17', '19'] } },
  ],

  run({ op, n: sent, to }) {
    const n = BigInt(sent)
    if (n < 0n) throw badInput('n: must not be negative')
    switch (op) {
      case 'isPrime':
        return verdict(n)
      case 'factorize':
        return factors(n)
      case 'totient':
        return totient(n)
      case 'next':
        return neighbour(n + 1n, 1n)
      case 'previous':
        return neighbour(n - 1n, -1n)
      case 'range':
        return range(n, to)
      case 'nth':
        return nth(n)
    }
  },
})

function verdict(n: bigint) {
  const found = isPrime(n)
  return { isPrime: found, certain: !found || n < CERTAIN_BELOW }
}

function split(n: bigint): Factors {
  if (n < 1n || String(n).length > FACTOR_DIGITS_MAX)
    throw badInput(`n: must be from 1, and of at most ${FACTOR_DIGITS_MAX} digits`)
  return factorized(n)
}

function factors(n: bigint) {
  const { factors, rest } = split(n)
  const shown = factors.map(([prime, exponent]) => ({ prime: String(prime), exponent }))
  if (rest > 1n) return { isPrime: false, certain: true, factors: shown, unfactored: String(rest) }
  const divisors = factors.reduce((count, [, exponent]) => count * BigInt(exponent + 1), 1n)
  const largest = factors.at(-1)?.[0] ?? 1n
  return {
    isPrime: factors.length === 1 && factors[0]?.[1] === 1,
    certain: largest < CERTAIN_BELOW,
    factors: shown,
    divisors: String(divisors),
  }
}

function totient(n: bigint) {
  const { factors, rest } = split(n)
  if (rest > 1n)
    throw badInput(`n: must be easier to factorise for this; ${rest} is too hard to split`)
  const value = factors.reduce((left, [prime]) => (left / prime) * (prime - 1n), n)
  return { value: String(value) }
}

function neighbour(start: bigint, step: bigint) {
  let candidate = start < 2n && step > 0n ? 2n : start
  while (candidate >= 2n && !isPrime(candidate)) candidate += step
  if (candidate < 2n) return { value: null }
  return { value: String(candidate), certain: candidate < CERTAIN_BELOW }
}

function range(from: bigint, sent: string | number | undefined) {
  if (sent === undefined) throw badInput('to: must be given for range')
  const to = BigInt(sent)
  if (to < from || to - from > RANGE_MAX)
    throw badInput(`to: must be from n to ${RANGE_MAX} above it`)
  if (to > CERTAIN_BELOW) throw badInput(`to: must be below ${CERTAIN_BELOW} for range`)
  const primes: string[] = []
  for (let n = from; n <= to; n += 1n) if (isPrime(n)) primes.push(String(n))
  return { primes }
}

function nth(n: bigint) {
  if (n < 1n || n > NTH_MAX) throw badInput(`n: must be from 1 to ${NTH_MAX} for nth`)
  return { value: String(sieve(SIEVE_MAX)[Number(n) - 1]), certain: true }
}
