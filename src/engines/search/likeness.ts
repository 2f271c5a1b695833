import type { Sliced } from './slices.ts'

/**
 * A second opinion on how well a text fits a question, by runs of four characters: it sees what
 * words have in common that no stem shares, such as `geolocation` and `locate`.
 */
export interface TextLikeness {
  /**
   * The likeness of a document to the question, 0 to 1: that of the passage which is most like it.
   * Documents are named by their place. It answers until the next question, because questions share
   * their memory.
   */
  likeness(query: string): (place: number) => number
}

const RUN = 4
/** Runs are counted by a hash of so many bits: two that share one count together. */
const BUCKETS = 2 ** 18
const QUERY_CHARACTERS_MAX = 1_000
const TEXT_CHARACTERS_MAX = 1_200

/** Letters and digits as they are, everything else as one space. */
const plain = (text: string, most: number): string =>
  ` ${text
    .slice(0, most)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

function bucketAt(text: string, at: number): number {
  let mixed = 0
  for (let next = at; next < at + RUN; next += 1)
    mixed = Math.imul(mixed ^ text.charCodeAt(next), 0x9e3779b1)
  return (mixed ^ (mixed >>> 15)) & (BUCKETS - 1)
}

const runsOf = (text: string): Uint32Array =>
  Uint32Array.from({ length: Math.max(0, text.length - RUN + 1) }, (_run, at) => bucketAt(text, at))

/** Counts runs of one text after another in memory that is used again. */
function createCounter() {
  const counts = new Uint16Array(BUCKETS)
  const met: number[] = []
  return {
    counts,
    /**
     * The buckets of a text, each once, of those that stand in `wanted` where it is given; `counts`
     * holds how often until the next text.
     */
    of(runs: Uint32Array, wanted?: Uint16Array): readonly number[] {
      for (const bucket of met) counts[bucket] = 0
      met.length = 0
      for (const bucket of runs) {
        if (wanted && wanted[bucket] === 0) continue
        const known = counts[bucket] as number
        if (known === 0) met.push(bucket)
        counts[bucket] = Math.min(known + 1, 0xffff)
      }
      return met
    },
  }
}

/** Most runs stand in a text a few times, and a logarithm is what counting costs. */
const LOGARITHMS = Float64Array.from({ length: 64 }, (_log, count) => Math.log(1 + count))
const logarithm = (count: number): number => LOGARITHMS[count] ?? Math.log(1 + count)

/** Documents are given by their passages, such as a description and each question it answers. */
export function* textLikenessOf(documents: readonly (readonly string[])[]): Sliced<TextLikeness> {
  const texts: Uint32Array[] = []
  /** The first passage of each document, and the end. */
  const starts = new Uint32Array(documents.length + 1)
  const frequency = new Uint32Array(BUCKETS)
  const counter = createCounter()
  const asked = createCounter()
  for (const [place, passages] of documents.entries()) {
    for (const text of passages) {
      const read = runsOf(plain(text, TEXT_CHARACTERS_MAX))
      texts.push(read)
      for (const bucket of counter.of(read)) frequency[bucket] = (frequency[bucket] as number) + 1
    }
    starts[place + 1] = texts.length
    yield
  }
  const rarity = new Float32Array(BUCKETS)
  for (const [bucket, count] of frequency.entries())
    rarity[bucket] = Math.log(1 + (texts.length - count + 0.5) / (count + 0.5))
  const weight = (bucket: number, count: number): number =>
    logarithm(count) * (rarity[bucket] as number)
  const lengthOf = (buckets: readonly number[], counts: Uint16Array): number =>
    Math.sqrt(
      buckets.reduce((sum, bucket) => sum + weight(bucket, counts[bucket] as number) ** 2, 0),
    ) || 1
  const lengths = new Float32Array(texts.length)
  for (const [place, runs] of texts.entries()) {
    lengths[place] = lengthOf(counter.of(runs), counter.counts)
    yield
  }

  return {
    likeness(query) {
      const { counts } = asked
      const length = lengthOf(asked.of(runsOf(plain(query, QUERY_CHARACTERS_MAX))), counts)
      const likenessOf = (passage: number): number => {
        let sum = 0
        for (const bucket of counter.of(texts[passage] as Uint32Array, counts)) {
          const own = weight(bucket, counter.counts[bucket] as number)
          sum += own * weight(bucket, counts[bucket] as number)
        }
        return sum / (length * (lengths[passage] || 1))
      }
      return (place) => {
        let most = 0
        const end = starts[place + 1] ?? 0
        for (let passage = starts[place] ?? 0; passage < end; passage += 1)
          most = Math.max(most, likenessOf(passage))
        return most
      }
    },
  }
}
