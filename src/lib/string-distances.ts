import { badInput } from '../core/fault.ts'

type Points = readonly string[]

const CELLS_MAX = 25_000_000

function assertFits(one: Points, other: Points): void {
  if (one.length * other.length > CELLS_MAX)
    throw badInput(`b: its length times that of a must be at most ${CELLS_MAX} for this metric`)
}

/** Code points as numbers, which compare faster. */
const numbered = (one: Points, other: Points): readonly [Uint32Array, Uint32Array] => [
  Uint32Array.from(one, (point) => point.codePointAt(0) ?? 0),
  Uint32Array.from(other, (point) => point.codePointAt(0) ?? 0),
]

/** Levenshtein; with `swaps` optimal string alignment. */
export function editDistance(one: Points, other: Points, swaps: boolean): number {
  assertFits(one, other)
  const [a, b] = numbered(one, other)
  let before = new Uint32Array(b.length + 1)
  let row = Uint32Array.from(before, (_, at) => at)
  let next = new Uint32Array(b.length + 1)
  for (let i = 1; i <= a.length; i += 1) {
    next[0] = i
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + cost)
      if (swaps && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(before, j - 2) + 1)
      next[j] = least
    }
    ;[before, row, next] = [row, next, before]
  }
  return at(row, b.length)
}

const at = (row: Uint32Array, index: number): number => row[index] ?? 0

/** Length of the longest common subsequence. */
export function commonLength(one: Points, other: Points): number {
  assertFits(one, other)
  const [a, b] = numbered(one, other)
  let row = new Uint32Array(b.length + 1)
  let next = new Uint32Array(b.length + 1)
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1)
      next[j] = a[i - 1] === b[j - 1] ? at(row, j - 1) + 1 : Math.max(at(row, j), at(next, j - 1))
    ;[row, next] = [next, row]
  }
  return at(row, b.length)
}

export function hammingDistance(one: Points, other: Points): number {
  if (one.length !== other.length)
    throw badInput('b: must have as many characters as a for metric hamming')
  return one.filter((point, index) => point !== other[index]).length
}

const PREFIX_MAX = 4
const PREFIX_WEIGHT = 0.1

export function jaroWinkler(one: Points, other: Points): number {
  assertFits(one, other)
  return codeLikeness(...numbered(one, other))
}

/** Letters as numbers. */
type Codes = Uint32Array | Uint8Array

/** Jaro and Winkler's likeness; allocates little, so that it serves a hundred thousand words. */
export function codeLikeness(one: Codes, other: Codes): number {
  const jaro = jaroOf(one, other)
  let prefix = 0
  while (prefix < PREFIX_MAX && prefix < one.length && one[prefix] === other[prefix]) prefix += 1
  return jaro + prefix * PREFIX_WEIGHT * (1 - jaro)
}

function jaroOf(one: Codes, other: Codes): number {
  if (one.length === 0 && other.length === 0) return 1
  const reach = Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1)
  const taken = new Uint8Array(other.length)
  const found: number[] = []
  for (let index = 0; index < one.length; index += 1) {
    const end = Math.min(other.length, index + reach + 1)
    for (let place = Math.max(0, index - reach); place < end; place += 1) {
      if (taken[place] === 1 || other[place] !== one[index]) continue
      taken[place] = 1
      found.push(one[index] ?? 0)
      break
    }
  }
  if (found.length === 0) return 0
  let unlike = 0
  let met = 0
  for (let place = 0; place < other.length; place += 1) {
    if (taken[place] !== 1) continue
    if (found[met] !== other[place]) unlike += 1
    met += 1
  }
  // Winkler's own program counts whole pairs only, as others do since.
  const swaps = Math.floor(unlike / 2)
  const matches = found.length
  return (matches / one.length + matches / other.length + (matches - swaps) / matches) / 3
}
