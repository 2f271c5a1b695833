import type { Sliced } from './slices.ts'
import { wordsOf } from './terms.ts'

/** A searchable item with its texts. All documents have the same fields in the same order. */
export interface Document<T> {
  readonly item: T
  /** Names that match it exactly, the most certain first. The first one also breaks ties. */
  readonly names: readonly string[]
  readonly fields: readonly Field[]
  /**
   * Texts of which the one most like a question votes for the document: what it is, and each
   * question that it answers. Documents have them all or none.
   */
  readonly passages?: readonly string[]
  /** Terms of the actions that it performs. */
  readonly actions?: ReadonlySet<string>
  /** The name of what it belongs to, with others that do similar things. */
  readonly group?: string
}

export interface Field {
  readonly text: string
  readonly weight: number
}

/** The documents that have a term. */
export interface Postings {
  /** Indexes into the corpus, ascending. */
  readonly documents: Uint32Array
  /** The score of the term in each document. */
  readonly scores: Float32Array
  /** The highest score that the term can give: that of a document with no other word. */
  readonly rarity: number
}

export interface Corpus {
  readonly postings: ReadonlyMap<string, Postings>
  /** All words without case and diacritics, as they are spelt. */
  readonly words: ReadonlySet<string>
}

/** The index of a document in the postings of a term; -1 if it lacks the term. */
export function placeIn({ documents }: Postings, document: number): number {
  let low = 0
  let high = documents.length - 1
  while (low <= high) {
    const at = (low + high) >> 1
    const found = documents[at] as number
    if (found === document) return at
    if (found < document) low = at + 1
    else high = at - 1
  }
  return -1
}

/** The parameters k1 and b of BM25: saturation by repeated words, and normalisation by length. */
const SATURATION = 1.2
const LENGTH = 0.75

/** Builds the inverted index of BM25F: each term with its score in each document that has it. */
export function* postingsOf(documents: readonly Document<unknown>[]): Sliced<Corpus> {
  const { read, words } = createReader()
  const texts: (readonly (readonly string[])[])[] = []
  for (const { fields } of documents) {
    texts.push(fields.map(({ text }) => read(text)))
    yield
  }
  const averages = averageLengths(texts)
  const found = new Map<string, { documents: number[]; weights: number[] }>()
  for (const [place, { fields }] of documents.entries()) {
    const weights = new Map<string, number>()
    for (const [at, { weight }] of fields.entries()) {
      const terms = texts[place]?.[at] ?? []
      const length = 1 - LENGTH + (LENGTH * terms.length) / (averages[at] ?? 1)
      for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + weight / length)
    }
    for (const [term, weight] of weights) {
      const postings = found.get(term) ?? { documents: [], weights: [] }
      if (postings.documents.length === 0) found.set(term, postings)
      postings.documents.push(place)
      postings.weights.push(weight)
    }
    yield
  }
  const postings = new Map([...found].map(([term, each]) => [term, scored(each, documents.length)]))
  return { postings, words }
}

function scored(
  { documents, weights }: { documents: readonly number[]; weights: readonly number[] },
  size: number,
): Postings {
  const frequency = weights.reduce((sum, weight) => sum + Math.min(1, weight), 0)
  const rarity = rarityOf(frequency, size)
  const score = (weight: number): number => (rarity * weight) / (SATURATION + weight)
  return {
    documents: Uint32Array.from(documents),
    scores: Float32Array.from(weights, score),
    rarity,
  }
}

/** The rarity of a term that so many of `size` documents have. */
export const rarityOf = (frequency: number, size: number): number =>
  Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5))

function averageLengths(texts: readonly (readonly (readonly string[])[])[]): number[] {
  const sums: number[] = []
  for (const fields of texts) {
    for (const [at, terms] of fields.entries()) sums[at] = (sums[at] ?? 0) + terms.length
  }
  return sums.map((sum) => Math.max(1, sum / texts.length))
}

/** Caches stems: most words of a corpus repeat, and stemming takes most of the time. */
function createReader() {
  const known = new Map<string, readonly string[]>()
  const words = new Set<string>()
  function termsIn(chunk: string): readonly string[] {
    const read = wordsOf(chunk).flatMap((word) => [word, ...word.parts])
    for (const { folded } of read) words.add(folded)
    return read.filter(({ isCommon }) => !isCommon).map(({ term }) => term)
  }
  const read = (text: string): readonly string[] =>
    text.split(/\s+/).flatMap((chunk) => {
      const terms = known.get(chunk) ?? termsIn(chunk)
      known.set(chunk, terms)
      return terms
    })
  return { read, words }
}
