import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { integerField } from '../../../../engines/numbers/number-fields.ts'
import { factorized } from './_factors.ts'
import { chineseRemainder, orderOf, squareRootModulo } from './_modular.ts'
import { extendedGcd, isPrime, modulo, powerModulo } from './_primes.ts'

const DIGITS_MAX = 1_000
const SQRT_DIGITS_MAX = 200
const ORDER_DIGITS_MAX = 40
const MODULI_MAX = 100

export default defineTool({
  route: 'POST /api/mod-arithmetic',
  name: 'Modular arithmetic',
  description:
    'Modular arithmetic on big integers: power, inverse, square root, order, Chinese remainder theorem.',
  asks: [
    'modular inverse of 17 mod 3120',
    'solve congruences with the chinese remainder theorem',
    'remainder of a huge power',
    'modular inverse',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    op: z
      .enum(['add', 'subtract', 'multiply', 'power', 'inverse', 'sqrt', 'crt', 'order'])
      .describe(
        'crt solves x = residues[i] mod moduli[i]; order is the multiplicative order of a.',
      ),
    a: integerField(DIGITS_MAX).optional().describe('Whole number of at most 1000 digits.'),
    b: integerField(DIGITS_MAX)
      .optional()
      .describe('Second number, or the exponent; a negative exponent needs an inverse.'),
    m: integerField(DIGITS_MAX)
      .optional()
      .describe('Modulus, from 1; for sqrt a prime of at most 200 digits, for order at most 40.'),
    moduli: z
      .array(integerField(DIGITS_MAX))
      .min(1)
      .max(MODULI_MAX)
      .optional()
      .describe(`For crt: 1 to ${MODULI_MAX} moduli, each from 1.`),
    residues: z
      .array(integerField(DIGITS_MAX))
      .min(1)
      .max(MODULI_MAX)
      .optional()
      .describe('For crt: a remainder for each of the moduli.'),
  }),
  output: z.object({
    result: z.string().nullable().describe('Result from 0 to m - 1; null if there is none.'),
    exists: z.boolean(),
    other: z.string().optional().describe('Other square root.'),
    modulus: z.string().optional().describe('For crt: solutions are unique modulo this number.'),
    steps: z.array(z.string()).describe('Steps to the result, or the reason why there is none.'),
  }),
  examples: [
    {
      input: { op: 'power', a: '3', b: '200', m: '50' },
      output: { result: '1', exists: true, steps: ['3^200 mod 50 by repeated squaring'] },
    },
    {
      input: { op: 'crt', residues: [2, 3, 2], moduli: [3, 5, 7] },
      output: {
        result: '23',
        exists: true,
        modulus: '105',
        steps: ['x = 2 mod 3', 'x = 8 mod 15', 'x = 23 mod 105'],
      },
    },
  ],

  run(input) {
    const { op, moduli, residues } = input
    if (op === 'crt') return remainders(residues, moduli)
    const a = numberIn('a', input.a, op)
    const m = numberIn('m', input.m, op)
    if (m < 1n) throw badInput('m: must be at least 1')
    if (op === 'inverse') return inverse(a, m)
    if (op === 'sqrt') return root(a, m)
    if (op === 'order') return order(a, m)
    return OPERATIONS[op](a, numberIn('b', input.b, op), m)
  },
})

function numberIn(field: string, value: string | number | undefined, op: string): bigint {
  if (value === undefined) throw badInput(`${field}: must be given for ${op}`)
  return BigInt(value)
}

interface Result {
  result: string | null
  exists: boolean
  steps: string[]
}

const resultOf = (value: bigint, ...steps: string[]): Result => ({
  result: String(value),
  exists: true,
  steps,
})

const none = (why: string): Result => ({ result: null, exists: false, steps: [why] })

type Operation = (a: bigint, b: bigint, m: bigint) => Result

const OPERATIONS: Readonly<Record<'add' | 'subtract' | 'multiply' | 'power', Operation>> = {
  add: (a, b, m) => resultOf(modulo(a + b, m), `(${a} + ${b}) mod ${m}`),
  subtract: (a, b, m) => resultOf(modulo(a - b, m), `(${a} - ${b}) mod ${m}`),
  multiply: (a, b, m) => resultOf(modulo(a * b, m), `(${a} * ${b}) mod ${m}`),
  power(a, b, m) {
    if (b >= 0n) return resultOf(powerModulo(a, b, m), `${a}^${b} mod ${m} by repeated squaring`)
    const back = inverse(a, m)
    if (back.result === null) return back
    const value = powerModulo(BigInt(back.result), -b, m)
    return resultOf(value, ...back.steps, `${back.result}^${-b} mod ${m} by repeated squaring`)
  },
}

function inverse(a: bigint, m: bigint): Result {
  const { gcd, x } = extendedGcd(modulo(a, m), m)
  if (gcd !== 1n) return none(`gcd(${a}, ${m}) is ${gcd}, so there is no inverse`)
  return resultOf(modulo(x, m), `${a} * ${modulo(x, m)} = 1 mod ${m}, by the algorithm of Euclid`)
}

function root(a: bigint, m: bigint) {
  if (String(m).length > SQRT_DIGITS_MAX || !isPrime(m))
    throw badInput(`m: must be a prime of at most ${SQRT_DIGITS_MAX} digits for sqrt`)
  const value = squareRootModulo(modulo(a, m), m)
  if (value === undefined) return none(`${a} is not a square modulo ${m}`)
  const other = modulo(-value, m)
  const [low, high] = value < other ? [value, other] : [other, value]
  return { ...resultOf(low, `${low}^2 = ${modulo(a, m)} mod ${m}`), other: String(high) }
}

function order(a: bigint, m: bigint): Result {
  if (String(m).length > ORDER_DIGITS_MAX)
    throw badInput(`m: must have at most ${ORDER_DIGITS_MAX} digits for order`)
  const { gcd } = extendedGcd(modulo(a, m), m)
  if (gcd !== 1n) return none(`gcd(${a}, ${m}) is ${gcd}, so no power is 1`)
  const value = orderOf(a, m, factorized)
  if (value === undefined) throw badInput('m: must be easier to factorise for order')
  return resultOf(value, `${a}^${value} = 1 mod ${m}, and no smaller power is`)
}

function remainders(
  residues: readonly (string | number)[] | undefined,
  moduli: readonly (string | number)[] | undefined,
) {
  if (residues === undefined || moduli === undefined || residues.length !== moduli.length)
    throw badInput('residues: must be given for crt, as many as moduli')
  const sizes = moduli.map(BigInt)
  if (sizes.some((size) => size < 1n)) throw badInput('moduli: must be at least 1')
  const solved = chineseRemainder(residues.map(BigInt), sizes)
  const steps = solved.steps.map(([x, m]) => `x = ${x} mod ${m}`)
  if (solved.clash !== undefined) return { ...none(solved.clash), steps: [...steps, solved.clash] }
  const [x = 0n, m = 1n] = solved.steps.at(-1) ?? []
  return { ...resultOf(x, ...steps), modulus: String(m) }
}
