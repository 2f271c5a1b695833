import type { Sliced } from './slices.ts'
import { termsOf } from './terms.ts'

/** Something to be found, and by which texts: the same fields in the same order for all. */
export interface Document<T> {
  readonly item: T
  /** Names by which it may be asked for outright, the surest first; the first also breaks ties. */
  readonly names: readonly string[]
  readonly fields: readonly Field[]
  /** Terms for what it does beside knowing. */
  readonly actions?: ReadonlySet<string>
}

export interface Field {
  readonly text: string
  readonly weight: number
}

/** The documents that have a term. */
export interface Postings {
  /** By place in the corpus, ascending. */
  readonly documents: Uint32Array
  /** What the term adds to the score of each. */
  readonly scores: Float32Array
  /** What the term would add to a document that says nothing else. */
  readonly rarity: number
}

/** Where a document stands among those that have a term; -1 where it has it not. */
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

/** How soon a repeated word stops counting, and how much a long field weakens its words. */
const SATURATION = 1.2
const LENGTH = 0.75

/** The inverted index of BM25F: every term with its score in every document that has it. */
export function* postingsOf(
  documents: readonly Document<unknown>[],
): Sliced<ReadonlyMap<string, Postings>> {
  const read = createReader()
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
  return new Map([...found].map(([term, each]) => [term, scored(each, documents.length)]))
}

function scored(
  { documents, weights }: { documents: readonly number[]; weights: readonly number[] },
  size: number,
): Postings {
  const frequency = weights.reduce((sum, weight) => sum + Math.min(1, weight), 0)
  const rarity = Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5))
  const score = (weight: number): number => (rarity * weight) / (SATURATION + weight)
  return {
    documents: Uint32Array.from(documents),
    scores: Float32Array.from(weights, score),
    rarity,
  }
}

function averageLengths(texts: readonly (readonly (readonly string[])[])[]): number[] {
  const sums: number[] = []
  for (const fields of texts) {
    for (const [at, terms] of fields.entries()) sums[at] = (sums[at] ?? 0) + terms.length
  }
  return sums.map((sum) => Math.max(1, sum / texts.length))
}

/** Most words of a corpus come again, and stemming is what reading costs. */
function createReader(): (text: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (text) =>
    text.split(/\s+/).flatMap((chunk) => {
      const terms = known.get(chunk) ?? termsOf(chunk)
      known.set(chunk, terms)
      return terms
    })
}
