/** Short tours through all stops: exact for a few, by local search for many. */

export type Lengths = readonly (readonly number[])[]

interface Ends {
  readonly isRound: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
}

const leg = (lengths: Lengths, from: number | undefined, to: number | undefined): number =>
  lengths[from ?? 0]?.[to ?? 0] ?? 0

export function lengthOf(order: readonly number[], lengths: Lengths, isRound: boolean): number {
  let total = isRound ? leg(lengths, order.at(-1), order[0]) : 0
  for (let at = 1; at < order.length; at += 1) total += leg(lengths, order[at - 1], order[at])
  return total
}

/** Over all sets of visited stops and last stops (Held and Karp 1962). */
export function exact(lengths: Lengths, { isRound, isFirst, isLast }: Ends): number[] {
  const n = lengths.length
  const full = 2 ** n - 1
  const best = new Float64Array((full + 1) * n).fill(Infinity)
  const before = new Int8Array((full + 1) * n).fill(-1)
  for (let start = 0; start < n; start += 1)
    if ((!isFirst || start === 0) && !(isLast && start === n - 1 && n > 1))
      best[2 ** start * n + start] = 0
  for (let set = 1; set <= full; set += 1)
    for (let last = 0; last < n; last += 1) {
      const so = best[set * n + last] as number
      if (so === Infinity) continue
      for (let next = 0; next < n; next += 1) {
        const bit = 2 ** next
        if ((set & bit) !== 0 || (isLast && next === n - 1 && (set | bit) !== full)) continue
        const at = (set | bit) * n + next
        const length = so + leg(lengths, last, next)
        if (length >= (best[at] as number)) continue
        best[at] = length
        before[at] = last
      }
    }
  let [end, least] = [0, Infinity]
  for (let last = 0; last < n; last += 1) {
    const length = (best[full * n + last] as number) + (isRound ? leg(lengths, last, 0) : 0)
    if (length < least) [end, least] = [last, length]
  }
  const order: number[] = []
  for (let [set, last] = [full, end]; last >= 0;) {
    order.unshift(last)
    const previous = before[set * n + last] as number
    set &= ~(2 ** last)
    last = previous
  }
  return order
}

/** From the nearest neighbour, by reversing pieces (2-opt) and moving them (Or-opt). */
export function improved(lengths: Lengths, ends: Ends): number[] {
  const n = lengths.length
  const starts = ends.isFirst ? [0] : [...lengths.keys()].slice(0, 20)
  let best: number[] = []
  let least = Infinity
  for (const start of starts) {
    let order = nearest(lengths, start, ends.isLast ? n - 1 : null)
    for (let next = moved(order, lengths, ends); next !== null; next = moved(order, lengths, ends))
      order = next
    const length = lengthOf(order, lengths, ends.isRound)
    if (length < least) [best, least] = [order, length]
  }
  return best
}

function nearest(lengths: Lengths, start: number, last: number | null): number[] {
  const order = [start]
  const left = new Set(lengths.keys())
  left.delete(start)
  if (last !== null) left.delete(last)
  while (left.size > 0) {
    const from = order.at(-1)
    const next = [...left].reduce((near, one) =>
      leg(lengths, from, one) < leg(lengths, from, near) ? one : near,
    )
    order.push(next)
    left.delete(next)
  }
  return last === null ? order : [...order, last]
}

const PIECE_MAX = 3
const GAIN_MIN = 1e-10

/** The first change that shortens the tour; null if there is none. */
function moved(order: readonly number[], lengths: Lengths, ends: Ends): number[] | null {
  const low = ends.isFirst ? 1 : 0
  const high = order.length - (ends.isLast ? 1 : 0)
  const ways = runningLengths(order, lengths)
  const least = -GAIN_MIN * (ways.there.at(-1) ?? 0)
  const stop = (at: number) => order[ends.isRound && at === order.length ? 0 : at]
  for (let from = low; from < high; from += 1)
    for (let to = from + 1; to <= high; to += 1) {
      const [before, first, last, after] = [stop(from - 1), stop(from), stop(to - 1), stop(to)]
      const joined = edge(lengths, before, first) + edge(lengths, last, after)
      const inside = span(ways.back, from, to - 1) - span(ways.there, from, to - 1)
      const turned = edge(lengths, before, last) + edge(lengths, first, after) + inside
      if (turned - joined < least)
        return [...order.slice(0, from), ...order.slice(from, to).toReversed(), ...order.slice(to)]
      if (to - from > PIECE_MAX) continue
      const gap = edge(lengths, before, after) - joined
      for (let at = low; at <= high; at += 1) {
        if (at >= from && at <= to) continue
        const [left, right] = [stop(at - 1), stop(at)]
        const put = edge(lengths, left, first) + edge(lengths, last, right)
        if (gap + put - edge(lengths, left, right) < least) return shifted(order, from, to, at)
      }
    }
  return null
}

/** 0 if there is no stop on one side. */
const edge = (lengths: Lengths, from: number | undefined, to: number | undefined): number =>
  from === undefined || to === undefined ? 0 : leg(lengths, from, to)

const span = (sums: Float64Array, from: number, to: number): number =>
  (sums[to] ?? 0) - (sums[from] ?? 0)

/** Length up to each stop, and of the reverse direction. */
function runningLengths(order: readonly number[], lengths: Lengths) {
  const there = new Float64Array(order.length)
  const back = new Float64Array(order.length)
  for (let at = 1; at < order.length; at += 1) {
    there[at] = (there[at - 1] ?? 0) + leg(lengths, order[at - 1], order[at])
    back[at] = (back[at - 1] ?? 0) + leg(lengths, order[at], order[at - 1])
  }
  return { there, back }
}

function shifted(order: readonly number[], from: number, to: number, at: number): number[] {
  const piece = order.slice(from, to)
  return at < from
    ? [...order.slice(0, at), ...piece, ...order.slice(at, from), ...order.slice(to)]
    : [...order.slice(0, from), ...order.slice(to, at), ...piece, ...order.slice(at)]
}
