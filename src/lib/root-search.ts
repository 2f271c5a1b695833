import { rootBetween } from './roots.ts'

/** Real roots of a function in a range, by its signs at many places. Some may be missed. */

const PLACES = 20_000
const ROOTS_MAX = 1_000
/** A value counts as 0 below this share of what the function is worth nearby. */
const NEAR = 1e-9

export function rootsIn(worth: (x: number) => number, from: number, to: number): number[] {
  const places = placesIn(from, to)
  const values = places.map(worth)
  const roots: number[] = []
  const add = (root: number): void => {
    const last = roots.at(-1)
    if (last === undefined || root - last > 1e-9 * Math.max(1e-3, Math.abs(root)))
      roots.push(root + 0)
  }
  for (let at = 0; at < places.length && roots.length < ROOTS_MAX; at += 1) {
    const [x, value] = [places[at] ?? 0, values[at] ?? NaN]
    if (value === 0) {
      add(x)
      continue
    }
    const [next, after] = [places[at + 1] ?? NaN, values[at + 1] ?? NaN]
    if (value * after < 0 && Number.isFinite(value) && Number.isFinite(after))
      crossing(x, next, value, after)
    else touching(at)
  }
  return roots

  /** A change of sign is no root where the values grow towards it, as those of tan do. */
  function crossing(x: number, next: number, value: number, after: number): void {
    const root = rootBetween(worth, x, next)
    const residual = Math.abs(worth(root))
    if (residual <= NEAR * Math.max(Math.abs(value), Math.abs(after)) || residual < 1e-12) add(root)
  }

  /** A root without a change of sign: the values fall towards 0, and rise again. */
  function touching(at: number): void {
    const [before, here, after] = [at - 1, at, at + 1].map((one) => Math.abs(values[one] ?? NaN))
    if (before === undefined || here === undefined || after === undefined) return
    const isLow = here <= before && here <= after && here < Math.max(before, after)
    if (!isLow || !Number.isFinite(before + after)) return
    const place = lowestBetween(worth, places[at - 1] ?? 0, places[at + 1] ?? 0)
    const left = Math.abs(worth(place))
    if (left <= 1e-14 * Math.max(1, before, after) || left <= 1e-12 * Math.min(before, after))
      add(place)
  }
}

/** Even steps over the range, finer and finer ones towards 0, and whole numbers among them. */
function placesIn(from: number, to: number): readonly number[] {
  const places = new Set<number>([from, to])
  for (let at = 0; at <= PLACES; at += 1)
    places.add(Number((from + ((to - from) * at) / PLACES).toPrecision(12)))
  for (let power = -12; power <= 9; power += 0.01)
    for (const x of [10 ** power, -(10 ** power)]) places.add(x)
  places.add(0)
  return [...places].filter((x) => x >= from && x <= to).toSorted((a, b) => a - b)
}

const GOLDEN = (Math.sqrt(5) - 1) / 2

/** Where the size of a function is least, if it falls to there and rises again. */
function lowestBetween(worth: (x: number) => number, from: number, to: number): number {
  const size = (x: number) => Math.abs(worth(x))
  let [low, high] = [from, to]
  for (let round = 0; round < 100 && high - low > 1e-16 * Math.abs(high); round += 1) {
    const [a, b] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)]
    if (size(a) < size(b)) high = b
    else low = a
  }
  // Near a root that is touched, floats cannot tell places apart; a short one is the likelier.
  const middle = (low + high) / 2
  const short = Number(middle.toPrecision(7))
  return size(short) <= size(middle) ? short : middle
}
