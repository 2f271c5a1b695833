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
/** Runs are told apart by a hash of so many bits: two that share one count together. */
const BUCKET_BITS = 18
const BUCKETS = 2 ** BUCKET_BITS
/** What a number holds above its bucket. */
const COUNT_MAX = 2 ** (32 - BUCKET_BITS) - 1
/** The buckets of a question by their last bits, in a table that the fastest memory holds. */
const SIEVE_MASK = 2 ** 12 - 1
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

/** Counts runs in memory that is used again. */
function createCounter() {
  const counts = new Uint16Array(BUCKETS)
  /** Each bucket of a text once, with the number of its runs. */
  return (text: string): Uint32Array => {
    const met: number[] = []
    for (let at = 0; at <= text.length - RUN; at += 1) {
      const bucket = bucketAt(text, at)
      const known = counts[bucket] as number
      if (known === 0) met.push(bucket)
      if (known < COUNT_MAX) counts[bucket] = known + 1
    }
    const counted = new Uint32Array(met.length)
    for (const [at, bucket] of met.entries()) {
      counted[at] = bucket + (counts[bucket] as number) * BUCKETS
      counts[bucket] = 0
    }
    return counted
  }
}

/** Most runs stand in a text a few times, and a logarithm is what counting costs. */
const LOGARITHMS = Float64Array.from({ length: 64 }, (_log, count) => Math.log(1 + count))
const logarithm = (count: number): number => LOGARITHMS[count] ?? Math.log(1 + count)

/** Documents are given by their passages, such as a description and each question it answers. */
export function* textLikenessOf(documents: readonly (readonly string[])[]): Sliced<TextLikeness> {
  const count = createCounter()
  const texts: Uint32Array[] = []
  /** The first passage of each document, and the end. */
  const firsts = new Uint32Array(documents.length + 1)
  const frequency = new Uint32Array(BUCKETS)
  for (const [place, passages] of documents.entries()) {
    for (const text of passages) {
      const runs = count(plain(text, TEXT_CHARACTERS_MAX))
      texts.push(runs)
      for (const run of runs) frequency[run & (BUCKETS - 1)]! += 1
    }
    firsts[place + 1] = texts.length
    yield
  }
  const rarity = new Float32Array(BUCKETS)
  for (const [bucket, known] of frequency.entries())
    rarity[bucket] = Math.log(1 + (texts.length - known + 0.5) / (known + 0.5))
  const weight = (run: number): number =>
    logarithm(run >>> BUCKET_BITS) * (rarity[run & (BUCKETS - 1)] as number)
  function lengthOf(runs: Uint32Array): number {
    let sum = 0
    for (const run of runs) sum += weight(run) ** 2
    return Math.sqrt(sum) || 1
  }

  /** All runs of all passages, one passage after the other, and where each begins. */
  const all = new Uint32Array(texts.reduce((sum, runs) => sum + runs.length, 0))
  const begins = new Uint32Array(texts.length + 1)
  const lengths = new Float32Array(texts.length)
  for (const [passage, runs] of texts.entries()) {
    const begin = begins[passage] as number
    all.set(runs, begin)
    begins[passage + 1] = begin + runs.length
    lengths[passage] = lengthOf(runs)
    yield
  }

  /** The weight of each bucket in the question. */
  const asked = new Float32Array(BUCKETS)
  const sieve = new Uint8Array(SIEVE_MASK + 1)
  let question: Uint32Array = new Uint32Array()

  function ask(query: string): number {
    for (const run of question) {
      asked[run & (BUCKETS - 1)] = 0
      sieve[run & SIEVE_MASK] = 0
    }
    question = count(plain(query, QUERY_CHARACTERS_MAX))
    for (const run of question) {
      asked[run & (BUCKETS - 1)] = weight(run)
      sieve[run & SIEVE_MASK] = 1
    }
    return lengthOf(question)
  }

  function inCommon(passage: number): number {
    let sum = 0
    const end = begins[passage + 1] as number
    for (let at = begins[passage] as number; at < end; at += 1) {
      const run = all[at] as number
      if (sieve[run & SIEVE_MASK] === 0) continue
      const wanted = asked[run & (BUCKETS - 1)] as number
      if (wanted > 0) sum += weight(run) * wanted
    }
    return sum
  }

  return {
    likeness(query) {
      const length = ask(query)
      return (place) => {
        let most = 0
        const end = firsts[place + 1] ?? 0
        for (let passage = firsts[place] ?? 0; passage < end; passage += 1)
          most = Math.max(most, inCommon(passage) / (length * (lengths[passage] || 1)))
        return most
      }
    },
  }
}
