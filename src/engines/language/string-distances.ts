import { badInput } from '../../base/core/fault.ts'

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

const BITS = 31

function jaroOf(one: Codes, other: Codes): number {
  if (one.length === 0 && other.length === 0) return 1
  return other.length <= BITS && one instanceof Uint8Array && other instanceof Uint8Array
    ? jaroOfBits(one, other)
    : jaroOfAny(one, other)
}

const reachOf = (one: Codes, other: Codes): number =>
  Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1)

/** The same for short words of ASCII, a word at once: the places of a letter are bits. */
const jaroOfBits = createJaroOfBits()

function createJaroOfBits() {
  /** Places of each letter in the other word; cleared after each use. */
  const places = new Int32Array(128)
  const met = new Uint8Array(BITS)
  return (one: Uint8Array, other: Uint8Array): number => {
    const reach = reachOf(one, other)
    const last = other.length
    for (let place = 0; place < last; place += 1) places[other[place]! & 127]! |= 1 << place
    let taken = 0
    let matches = 0
    const all = last === BITS ? 0x7fffffff : (1 << last) - 1
    for (let index = 0; index < one.length; index += 1) {
      const from = index - reach
      const to = index + reach
      if (from >= last) break
      const low = from <= 0 ? all : all & (-1 << from)
      const window = to + 1 >= last ? low : low & ((1 << (to + 1)) - 1)
      const free = places[one[index]! & 127]! & window & ~taken
      if (free === 0) continue
      taken |= free & -free
      met[matches] = one[index]!
      matches += 1
    }
    for (let place = 0; place < last; place += 1) places[other[place]! & 127] = 0
    if (matches === 0) return 0
    let unlike = 0
    let left = taken
    for (let at = 0; at < matches; at += 1) {
      const place = 31 - Math.clz32(left & -left)
      if (met[at] !== other[place]) unlike += 1
      left &= left - 1
    }
    return likenessOf(matches, unlike, one.length, other.length)
  }
}

function jaroOfAny(one: Codes, other: Codes): number {
  const reach = reachOf(one, other)
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
  let next = 0
  for (let place = 0; place < other.length; place += 1) {
    if (taken[place] !== 1) continue
    if (found[next] !== other[place]) unlike += 1
    next += 1
  }
  return likenessOf(found.length, unlike, one.length, other.length)
}

function likenessOf(matches: number, unlike: number, one: number, other: number): number {
  // Winkler's own program counts whole pairs only, as others do since.
  const swaps = Math.floor(unlike / 2)
  return (matches / one + matches / other + (matches - swaps) / matches) / 3
}
