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
/** Runs are told apart by a hash of 16 bits; two that share one count as the same. */
const BUCKETS = 2 ** 16
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

/** Finds the buckets of texts, with memory that is used again. */
function createReader(): (text: string) => Uint16Array {
  const isMet = new Uint8Array(BUCKETS)
  /** Each bucket of a text once. */
  return (text) => {
    const met: number[] = []
    for (let at = 0; at <= text.length - RUN; at += 1) {
      const bucket = bucketAt(text, at)
      if (isMet[bucket] === 1) continue
      isMet[bucket] = 1
      met.push(bucket)
    }
    for (const bucket of met) isMet[bucket] = 0
    return Uint16Array.from(met)
  }
}

/** Documents are given by their passages, such as a description and each question it answers. */
export function* textLikenessOf(documents: readonly (readonly string[])[]): Sliced<TextLikeness> {
  const read = createReader()
  const texts: Uint16Array[] = []
  /** The first passage of each document, and the end. */
  const firsts = new Uint32Array(documents.length + 1)
  const frequency = new Uint32Array(BUCKETS)
  for (const [place, passages] of documents.entries()) {
    for (const text of passages) {
      const runs = read(plain(text, TEXT_CHARACTERS_MAX))
      texts.push(runs)
      for (const bucket of runs) frequency[bucket]! += 1
    }
    firsts[place + 1] = texts.length
    yield
  }
  /** The square of the rarity of each bucket. */
  const weights = Float32Array.from(
    frequency,
    (known) => Math.log(1 + (texts.length - known + 0.5) / (known + 0.5)) ** 2,
  )
  function lengthOf(runs: Uint16Array): number {
    let sum = 0
    for (const bucket of runs) sum += weights[bucket] as number
    return Math.sqrt(sum) || 1
  }

  /** All runs of all passages, one passage after the other, and where each begins. */
  const all = new Uint16Array(texts.reduce((sum, runs) => sum + runs.length, 0))
  const begins = new Uint32Array(texts.length + 1)
  const lengths = new Float32Array(texts.length)
  for (const [passage, runs] of texts.entries()) {
    const begin = begins[passage] as number
    all.set(runs, begin)
    begins[passage + 1] = begin + runs.length
    lengths[passage] = lengthOf(runs)
    yield
  }

  /** The weight of each bucket that the question has. */
  const asked = new Float32Array(BUCKETS)
  const sieve = new Uint8Array(SIEVE_MASK + 1)
  let question: Uint16Array = new Uint16Array()

  function ask(query: string): number {
    for (const bucket of question) {
      asked[bucket] = 0
      sieve[bucket & SIEVE_MASK] = 0
    }
    question = read(plain(query, QUERY_CHARACTERS_MAX))
    for (const bucket of question) {
      asked[bucket] = weights[bucket] as number
      sieve[bucket & SIEVE_MASK] = 1
    }
    return lengthOf(question)
  }

  function inCommon(passage: number): number {
    // The loop is what a search costs most; local names spare a look-up in each round.
    const [runs, mayBe] = [all, sieve]
    const end = begins[passage + 1] as number
    let sum = 0
    for (let at = begins[passage] as number; at < end; at += 1) {
      const bucket = runs[at] as number
      if (mayBe[bucket & SIEVE_MASK] !== 0) sum += asked[bucket] as number
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
