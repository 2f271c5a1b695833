import { consonantsOf } from './name-words.ts'
import { codeLikeness } from './string-distances.ts'

export interface NearWord {
  readonly at: number
  readonly likeness: number
}

/** A table of many words of ASCII letters and digits, searched for similar words. */
export interface WordTable {
  /** Adds a word and returns its number; a known word keeps its number if the table is unique. */
  place(text: string): number
  find(text: string): number | undefined
  text(at: number): string
  /** Words of at least this likeness; none for short words, which are similar to too many. */
  near(text: string, least: number): readonly NearWord[]
  withConsonants(text: string): readonly number[]
}

const LETTERS_MIN = 4
const FIRST_BYTES = 65_536
/** Numbers of a word in `rows`. */
const ROW = 3
const ROUNDING = 1e-9

export function createWordTable({ isUnique = true } = {}): WordTable {
  const numbers = new Map<string, number>()
  /** All words, one after the other. */
  let codes = new Uint8Array(FIRST_BYTES)
  /**
   * For each word: its start, a bit for each letter in it, and a bit for each letter that it has
   * twice.
   */
  let rows = new Int32Array(FIRST_BYTES)
  const consonants: number[] = []
  let count = 0

  const startOf = (at: number): number => rows[at * ROW] ?? 0
  const codesOf = (at: number): Uint8Array => codes.subarray(startOf(at), startOf(at + 1))

  function place(text: string): number {
    const known = isUnique ? numbers.get(text) : undefined
    if (known !== undefined) return known
    const at = count
    const start = startOf(at)
    if (start + text.length > codes.length) codes = grown(codes, start + text.length)
    if ((at + 2) * ROW > rows.length) rows = grown(rows, 0)
    for (let index = 0; index < text.length; index += 1)
      codes[start + index] = text.charCodeAt(index)
    rows[(at + 1) * ROW] = start + text.length
    const masks = masksOf(codesOf(at))
    rows[at * ROW + 1] = masks.once
    rows[at * ROW + 2] = masks.twice
    count += 1
    if (isUnique) {
      consonants.push(hashOf(consonantsOf(text)))
      numbers.set(text, at)
    }
    return at
  }

  /** Words with too few common letters are skipped before their likeness is computed. */
  function near(text: string, least: number): readonly NearWord[] {
    const found: NearWord[] = []
    const { length } = text
    if (length < LETTERS_MIN) return found
    const own = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    const { once, twice } = masksOf(own)
    // What Jaro's likeness must be is less for words that begin alike, and so is its least share
    // of common letters.
    const [apart, alike] = [shareMin(least, 0), shareMin(least, PREFIX_MAX)]
    const [first] = own
    for (let at = 0, row = 0; at < count; at += 1, row += ROW) {
      const start = rows[row]!
      const other = rows[row + ROW]! - start
      if (other < LETTERS_MIN) continue
      const most = other < length ? 1 + other / length : 1 + length / other
      const share = codes[start] === first ? alike : apart
      if (most < share) continue
      const [theirOnce, theirTwice] = [rows[row + 1]!, rows[row + 2]!]
      const lone = bitsIn(once & ~theirOnce) + bitsIn(twice & ~theirTwice)
      const theirLone = bitsIn(theirOnce & ~once) + bitsIn(theirTwice & ~twice)
      const matches = Math.min(length - lone, other - theirLone)
      if (matches / length + matches / other < share) continue
      const likeness = codeLikeness(own, codesOf(at))
      if (likeness >= least) found.push({ at, likeness })
    }
    return found
  }

  return {
    place,
    find: (text) => numbers.get(text),
    text: (at) => String.fromCharCode(...codesOf(at)),
    near,
    withConsonants(text) {
      const wanted = consonantsOf(text)
      const hash = hashOf(wanted)
      const found: number[] = []
      for (let at = 0; at < count; at += 1)
        if (consonants[at] === hash && consonantsOf(String.fromCharCode(...codesOf(at))) === wanted)
          found.push(at)
      return found
    },
  }
}

/** The longest prefix of Winkler, which counts a tenth for each letter. */
const PREFIX_MAX = 4

/** The smallest sum of the shares of common letters in two words of this likeness. */
const shareMin = (least: number, prefix: number): number =>
  (3 * (least - prefix / 10)) / (1 - prefix / 10) - 1 - ROUNDING

function grown<Numbers extends Uint8Array | Int32Array>(numbers: Numbers, least: number): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(
    Math.max(numbers.length * 2, least),
  )
  larger.set(numbers)
  return larger
}

function masksOf(codes: Uint8Array): { readonly once: number; readonly twice: number } {
  let once = 0
  let twice = 0
  for (const code of codes) {
    const bit = 1 << (code & 31)
    twice |= once & bit
    once |= bit
  }
  return { once, twice }
}

function bitsIn(mask: number): number {
  let left = mask - ((mask >>> 1) & 0x55555555)
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333)
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return hash
}
