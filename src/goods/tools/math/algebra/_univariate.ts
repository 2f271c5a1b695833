import {
  divisor,
  floatOf,
  minus,
  NONE,
  over,
  plus,
  rational,
  type Rational,
  times,
} from './_rationals.ts'

/**
 * Exact coefficients of a polynomial in one unknown, lowest power first, without trailing zeros.
 */
export type Coefficients = readonly Rational[]

export const degreeOf = (p: Coefficients): number => p.length - 1

export function quotient(a: Coefficients, b: Coefficients): readonly [Coefficients, Coefficients] {
  const rest = [...a]
  const whole: Rational[] = []
  const lead = b.at(-1) ?? NONE
  for (let at = a.length - b.length; at >= 0; at -= 1) {
    const factor = over(rest[at + b.length - 1] ?? NONE, lead)
    whole[at] = factor
    for (const [place, one] of b.entries())
      rest[at + place] = plus(rest[at + place] ?? NONE, minus(times(factor, one)))
  }
  return [whole, trimmed(rest)]
}

export function derived(p: Coefficients): Coefficients {
  return p.slice(1).map((factor, at) => times(factor, rational(BigInt(at + 1))))
}

/** The greatest common divisor, with integer coefficients. */
export function common(a: Coefficients, b: Coefficients): Coefficients {
  let [one, other] = [whole(a), whole(b)]
  while (other.length > 0) [one, other] = [other, rest(one, other)]
  return one
}

/** Its factors without repeated roots, by multiplicity (Yun). */
export function squareFree(p: Coefficients): readonly (readonly [Coefficients, number])[] {
  const parts: [Coefficients, number][] = []
  const slope = derived(p)
  const shared = common(p, slope)
  let [left] = quotient(p, shared)
  let [right] = quotient(slope, shared)
  for (let times = 1; degreeOf(left) > 0; times += 1) {
    const rest = trimmed(difference(right, derived(left)))
    const part = rest.length === 0 ? left : common(left, rest)
    if (degreeOf(part) > 0) parts.push([whole(part), times])
    left = quotient(left, part)[0]
    right = quotient(rest, part)[0]
  }
  return parts
}

/** The difference of its sign changes at two points counts the roots between them (Sturm). */
export function sturmChain(p: Coefficients): readonly Coefficients[] {
  const chain: Coefficients[] = [whole(p), whole(derived(p))]
  for (;;) {
    const [before = [], last = []] = chain.slice(-2)
    if (degreeOf(last) <= 0) return chain.filter((one) => one.length > 0)
    chain.push(rest(before, last).map(minus))
  }
}

export function signChanges(chain: readonly Coefficients[], at: Rational): number {
  const signs = chain.map((one) => signAt(one, at)).filter((sign) => sign !== 0)
  return signs.filter((sign, place) => place > 0 && sign !== signs[place - 1]).length
}

/** For a polynomial with integer coefficients. Reducing fractions at each step would take long. */
export function signAt(p: Coefficients, { top, bottom }: Rational): number {
  let [value, scale] = [0n, 1n]
  for (const factor of p.toReversed()) {
    value = value * top + factor.top * scale
    scale *= bottom
  }
  return Number(value > 0n) - Number(value < 0n)
}

/** The remainder of one by another, both with integer coefficients, times a positive number. */
function rest(a: Coefficients, b: Coefficients): Coefficients {
  const left = a.map(({ top }) => top)
  const lead = b.at(-1)?.top ?? 1n
  const size = lead < 0n ? -lead : lead
  for (let at = a.length - b.length; at >= 0; at -= 1) {
    const first = (left.pop() ?? 0n) * (lead < 0n ? -1n : 1n)
    if (first === 0n) continue
    for (const [place, one] of left.entries())
      left[place] = one * size - (place < at ? 0n : first * (b[place - at]?.top ?? 0n))
  }
  return whole(trimmed(left.map((top) => ({ top, bottom: 1n }))))
}

/** With integer coefficients without a common factor; the sign stays. */
export function whole(p: Coefficients): Coefficients {
  const bottom = p.reduce((lcm, one) => (lcm / divisor(lcm, one.bottom)) * one.bottom, 1n)
  const tops = p.map((one) => (one.top * bottom) / one.bottom)
  const shared = tops.reduce(divisor, 0n)
  return tops.map((top) => rational(top / shared))
}

/** As floats, relative to the largest coefficient. */
export function floatsOf(p: Coefficients): readonly number[] {
  const largest = p.reduce((most, one) => {
    const size = one.top < 0n ? minus(one) : one
    return size.top * most.bottom > most.top * size.bottom ? size : most
  }, NONE)
  return p.map((one) => floatOf(over(one, largest)))
}

const difference = (a: Coefficients, b: Coefficients): Coefficients =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, at) =>
    plus(a[at] ?? NONE, minus(b[at] ?? NONE)),
  )

const trimmed = (p: Coefficients): Coefficients =>
  p.slice(0, p.findLastIndex(({ top }) => top !== 0n) + 1)
