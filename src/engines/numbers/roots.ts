/** Roots of a function of one number, between two places where its signs differ. */

const ROUNDS_MAX = 300

/**
 * By inverse quadratic steps inside a bracket, bisected where they do not help (Brent 1973, as
 * simplified by Chandrupatla 1997). Answers the place itself where the function is 0 there.
 */
export function rootBetween(
  worthOf: (x: number) => number,
  from: number,
  to: number,
  tolerance = 1e-15,
): number {
  let [a, b, c] = [to, from, to]
  let [worthA, worthB, worthC] = [worthOf(a), worthOf(b), worthOf(a)]
  if (worthA === 0) return a
  if (worthB === 0) return b
  let share = 0.5
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const x = a + share * (b - a)
    const worth = worthOf(x)
    if (Math.sign(worth) === Math.sign(worthA)) [c, worthC] = [a, worthA]
    else [c, b, worthC, worthB] = [b, a, worthB, worthA]
    ;[a, worthA] = [x, worth]
    const best = Math.abs(worthA) < Math.abs(worthB) ? a : b
    const reach = tolerance * Math.abs(best) + Number.MIN_VALUE
    const least = reach / Math.abs(b - c)
    if (least > 0.5 || worthA === 0 || worthB === 0) return best
    share = nextShare(a, b, c, worthA, worthB, worthC)
    share = Math.min(1 - least, Math.max(least, share))
  }
  return Math.abs(worthA) < Math.abs(worthB) ? a : b
}

function nextShare(
  a: number,
  b: number,
  c: number,
  worthA: number,
  worthB: number,
  worthC: number,
): number {
  const xi = (a - b) / (c - b)
  const phi = (worthA - worthB) / (worthC - worthB)
  if (!(phi * phi < xi && (1 - phi) ** 2 < 1 - xi)) return 0.5
  const first = (worthA / (worthB - worthA)) * (worthC / (worthB - worthC))
  const second = (worthA / (worthC - worthA)) * (worthB / (worthC - worthB)) * ((c - a) / (b - a))
  const share = first + second
  return Number.isFinite(share) ? share : 0.5
}
