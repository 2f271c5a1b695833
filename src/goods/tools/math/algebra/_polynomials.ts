import { badInput } from '../../../../base/core/fault.ts'
import { divisor, NONE, plus, rational, type Rational, times, UNIT } from './_rationals.ts'

/** Sums of products of names, with exact coefficients: 3/2 * x^2 * y. */

interface Term {
  readonly powers: ReadonlyMap<string, number>
  readonly factor: Rational
}

export type Polynomial = ReadonlyMap<string, Term>

const TERMS_MAX = 300
const POWER_MAX = 100
const DIGITS_MAX = 2_000

export const constant = (factor: Rational): Polynomial => collected([{ powers: new Map(), factor }])

export const variableOf = (name: string): Polynomial =>
  collected([{ powers: new Map([[name, 1]]), factor: UNIT }])

export const sum = (a: Polynomial, b: Polynomial): Polynomial =>
  collected([...a.values(), ...b.values()])

export const scaled = (a: Polynomial, by: Rational): Polynomial =>
  collected([...a.values()].map(({ powers, factor }) => ({ powers, factor: times(factor, by) })))

export function product(a: Polynomial, b: Polynomial): Polynomial {
  if (a.size * b.size > TERMS_MAX * 100) throw tooLong()
  const others = [...b.values()]
  return collected(
    [...a.values()].flatMap((one) =>
      others.map((other) => ({
        powers: joined(one.powers, other.powers),
        factor: times(one.factor, other.factor),
      })),
    ),
  )
}

export function raised(base: Polynomial, power: number): Polynomial {
  if (power > POWER_MAX) throw tooLong()
  let whole = constant(UNIT)
  for (let at = 0; at < power; at += 1) whole = product(whole, base)
  return whole
}

/** Its value, if it is a constant. */
export function constantOf(polynomial: Polynomial): Rational | undefined {
  if (polynomial.size === 0) return NONE
  return polynomial.size === 1 ? polynomial.get('')?.factor : undefined
}

/** Coefficients by power of its only name, lowest first; undefined if it has other names. */
export function coefficientsOf(polynomial: Polynomial, name: string): Rational[] | undefined {
  const factors: Rational[] = []
  for (const { powers, factor } of polynomial.values()) {
    if ([...powers.keys()].some((other) => other !== name)) return undefined
    factors[powers.get(name) ?? 0] = factor
  }
  return Array.from(factors, (factor) => factor ?? NONE)
}

export const fromCoefficients = (factors: readonly Rational[], name: string): Polynomial =>
  collected(
    factors.map((factor, power) => ({
      powers: new Map(power === 0 ? [] : [[name, power]]),
      factor,
    })),
  )

export const namesIn = (polynomial: Polynomial): ReadonlySet<string> =>
  new Set([...polynomial.values()].flatMap(({ powers }) => [...powers.keys()]))

/** Divides both by the names and whole numbers that all their terms share. */
export function reduced(a: Polynomial, b: Polynomial): readonly [Polynomial, Polynomial] {
  const terms = [...a.values(), ...b.values()]
  const [first] = terms
  if (first === undefined || a.size === 0) return [a, constant(UNIT)]
  const shared = [...first.powers.keys()].map((name): [string, number] => [
    name,
    -Math.min(...terms.map(({ powers }) => powers.get(name) ?? 0)),
  ])
  const bottoms = terms.reduce(
    (lcm, { factor }) => (lcm / divisor(lcm, factor.bottom)) * factor.bottom,
    1n,
  )
  const tops = terms.reduce(
    (gcd, { factor }) => divisor(gcd, (factor.top * bottoms) / factor.bottom),
    0n,
  )
  const isBelow = (leading(b)?.factor.top ?? 1n) < 0n
  const by = rational(isBelow ? -bottoms : bottoms, tops)
  const taken = collected([{ powers: new Map(shared), factor: by }])
  return [product(a, taken), product(b, taken)]
}

/** As text: the highest powers first, then by name. */
export function textOf(polynomial: Polynomial): string {
  const terms = ordered(polynomial)
  if (terms.length === 0) return '0'
  return terms.map((term, at) => signed(term, at === 0)).join('')
}

const leading = (polynomial: Polynomial): Term | undefined => ordered(polynomial)[0]

const ordered = (polynomial: Polynomial): readonly Term[] =>
  [...polynomial.entries()]
    .toSorted(
      ([nameA, a], [nameB, b]) =>
        degreeOf(b) - degreeOf(a) || (nameA < nameB ? -1 : Number(nameA > nameB)),
    )
    .map(([, term]) => term)

const degreeOf = ({ powers }: Term): number =>
  [...powers.values()].reduce((degree, power) => degree + power, 0)

function signed({ powers, factor }: Term, isFirst: boolean): string {
  const sign = factor.top < 0n ? (isFirst ? '-' : ' - ') : isFirst ? '' : ' + '
  const top = factor.top < 0n ? -factor.top : factor.top
  const names = [...powers].map(([name, power]) => (power === 1 ? name : `${name} ^ ${power}`))
  const front = top === 1n && names.length > 0 ? [] : [String(top)]
  const tail = factor.bottom === 1n ? '' : ` / ${factor.bottom}`
  return `${sign}${[...front, ...names].join(' * ')}${tail}`
}

function joined(
  a: ReadonlyMap<string, number>,
  b: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const powers = new Map(a)
  for (const [name, power] of b) {
    const whole = (powers.get(name) ?? 0) + power
    if (whole > POWER_MAX) throw tooLong()
    if (whole === 0) powers.delete(name)
    else powers.set(name, whole)
  }
  return powers
}

function collected(terms: readonly Term[]): Polynomial {
  const whole = new Map<string, Term>()
  for (const { powers, factor } of terms) {
    const names = [...powers].toSorted(([a], [b]) => (a < b ? -1 : 1))
    const key = names.map(([name, power]) => `${name}^${power}`).join('*')
    const sum = plus(whole.get(key)?.factor ?? NONE, factor)
    if (sum.top === 0n) whole.delete(key)
    else whole.set(key, { powers: new Map(names), factor: sum })
    if (String(sum.top).length > DIGITS_MAX) throw tooLong()
  }
  if (whole.size > TERMS_MAX) throw tooLong()
  return whole
}

const tooLong = () =>
  badInput(
    `expression: must not become longer than ${TERMS_MAX} terms, or have a power above ${POWER_MAX}`,
  )
