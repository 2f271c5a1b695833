import { placeIn, postingsOf, rarityOf, type Corpus, type Document } from './corpus.ts'
import { actionIn, type Action } from './actions.ts'
import { readQuery, type QueryTerm } from './query-terms.ts'
import { spellerOf } from './vocabulary.ts'
import { textLikenessOf, type TextLikeness } from './likeness.ts'
import { confidenceOf, COVERED_MIN, signsOf, type Signs } from './confidence.ts'
import { createTally, type Named, type Scored } from './tally.ts'
import { atOnce, inSlices, type Sliced } from './slices.ts'
import { nameOf } from './terms.ts'

export interface Hit<T> {
  readonly item: T
  readonly score: number
}

export interface Ranking<T> {
  /** Sorted by score, then by the first name. */
  readonly hits: readonly Hit<T>[]
  /** The number of documents with a score. */
  readonly matched: number
  /**
   * The rarest word in the corpus on which the question hangs: of those that the best hit lacks,
   * where it does not cover the question, and of those that it has otherwise.
   */
  readonly rarestTerm: string
  /** Whether the best hit covers the question. If it is false, perhaps no document answers it. */
  readonly rarestTermCovered: boolean
  /** How likely it is that one of the best hits answers the question; 0 to 1. */
  readonly confidence: number
  /** What the confidence is made of; null without a hit. */
  readonly signs: Signs | null
}

/** A hit by words, and its likeness to the question: without passages its coverage. */
interface Voted extends Scored {
  readonly words: number
  readonly likeness: number
}

export interface Index<T> {
  /**
   * Searches only documents for which `isWanted` is true. The rarity of words is that of all
   * documents.
   */
  search(query: string, limit: number, isWanted?: (item: T, place: number) => boolean): Ranking<T>
}

/** Further characters of a query are ignored. */
const CHARACTERS_MAX = 1000

/**
 * What likeness counts beside the words that are met, of which the best has 1: where documents have
 * only what they are, and where they have questions, which also count as words.
 */
const VOTE = 2
const VOTE_OF_QUESTIONS = 0.7
/** How many of the documents that words find are ranked again. */
const VOTED = 30
/** So many best hits may perform what is asked for. */
const BEST_READ = 3
/** From here on a hit has all that is essential in the question. */
const COVERAGE_FULL = 0.999
/** So many hits after the best one tell whether it stands alone. */
const NEXT_READ = 4
const THOUSANDTHS = 1000

/** Ranks documents for queries. It has no knowledge of what the documents are about. */
export function createIndex<T>(documents: readonly Document<T>[]): Index<T> {
  return indexOf(documents, atOnce(postingsOf(documents)), atOnce(likenessOf(documents)))
}

/** The same, built in slices that yield the event loop. */
export async function createLargeIndex<T>(documents: readonly Document<T>[]): Promise<Index<T>> {
  const corpus = await inSlices(postingsOf(documents))
  return indexOf(documents, corpus, await inSlices(likenessOf(documents)))
}

function indexOf<T>(
  documents: readonly Document<T>[],
  { postings: corpus, words }: Corpus,
  likenesses: TextLikeness,
): Index<T> {
  const items = documents.map(({ item }) => item)
  const named = byName(documents)
  const order = alphabetical(documents)
  const hasQuestions = documents.some(({ passages = [] }) => passages.length > 1)
  const vote = hasQuestions ? VOTE_OF_QUESTIONS : VOTE
  const speller = spellerOf(words, corpus)
  const rarest = rarityOf(0, documents.length)
  const tally = createTally(documents.length)

  /** Whether a document performs the action. */
  const does = (place: number, { term }: Action): boolean =>
    term !== null && documents[place]?.actions?.has(term) === true

  /** Words and likeness together. What is asked for by its name stays first. */
  function voted(
    english: string,
    scores: readonly Scored[],
    names: readonly Named[],
  ): readonly Voted[] {
    if (documents[0]?.passages === undefined)
      return scores.map((each) => ({ ...each, words: each.score, likeness: each.coverage }))
    const best = scores[0]?.score ?? 0
    const likeness = likenesses.likeness(english)
    const isNamed = new Set(names.map(({ place }) => place))
    return scores
      .map(({ place, score: words, coverage }) => {
        const like = isNamed.has(place) ? 1 : likeness(place)
        const both = (words + best * vote * like) / (1 + vote)
        const score = Math.round(both * THOUSANDTHS) / THOUSANDTHS
        return { place, score, words, likeness: like, coverage }
      })
      .toSorted((a, b) => b.score - a.score || order[a.place]! - order[b.place]!)
  }

  /** The share of the hits after the best one that are of its group. */
  function kinOf([first, ...others]: readonly Voted[]): number {
    const group = documents[first?.place ?? -1]?.group
    if (!group) return 0
    const kin = others.slice(0, NEXT_READ).filter(({ place }) => documents[place]?.group === group)
    return kin.length / NEXT_READ
  }

  function signsIn(
    query: string,
    terms: readonly QueryTerm[],
    all: readonly Voted[],
  ): Signs | null {
    const [first] = all
    if (first === undefined) return null
    // Words that all documents have are not rare, and yet all that was asked for.
    const least = first.coverage >= COVERAGE_FULL ? 1 : 0
    const words = Math.max(least, first.words / rarest)
    const best = { words, likeness: first.likeness, kin: kinOf(all) }
    return signsOf(terms, best, isDone(query, all))
  }

  /** Whether one of the best hits does what is to be done; null if nothing is. */
  function isDone(query: string, scores: readonly Voted[]): boolean | null {
    const asked = actionIn(query)
    return asked && scores.slice(0, BEST_READ).some(({ place }) => does(place, asked))
  }

  return {
    search(query, limit, isWanted) {
      const read = query.slice(0, CHARACTERS_MAX)
      const { terms, english } = readQuery(read, corpus, speller)
      for (const term of terms) tally.add(term)
      const wanted = isWanted && ((place: number) => isWanted(items[place] as T, place))
      const names = named.get(nameOf(read)) ?? []
      const found = tally.take(Math.max(VOTED, limit), order, names, wanted)
      const { matched } = found
      const all = voted(english, found.scores, names)
      const scores = all.slice(0, limit)
      const signs = signsIn(read, terms, all)
      const confidence = signs === null ? 0 : confidenceOf(signs)
      const isCovered = confidence >= COVERED_MIN
      return {
        hits: scores.map(({ place, score }) => ({ item: items[place] as T, score })),
        matched,
        rarestTerm: rarestOf(terms, scores[0], isCovered),
        rarestTermCovered: isCovered,
        confidence,
        signs,
      }
    },
  }
}

const likenessOf = (documents: readonly Document<unknown>[]): Sliced<TextLikeness> =>
  textLikenessOf(documents.map(({ passages = [] }) => passages))

function rarestOf(
  terms: readonly QueryTerm[],
  best: Voted | undefined,
  isCovered: boolean,
): string {
  const has = ({ matches }: QueryTerm): boolean =>
    best !== undefined && matches.some(({ postings }) => placeIn(postings, best.place) >= 0)
  const words = terms.filter(({ isWord }) => isWord)
  const telling = words.filter(
    (term) => has(term) === isCovered && (isCovered || term.importance > 0),
  )
  const [rarest] = (telling.length > 0 ? telling : words).toSorted(
    (a, b) => a.frequency - b.frequency,
  )
  return rarest?.written ?? ''
}

function byName(documents: readonly Document<unknown>[]): ReadonlyMap<string, readonly Named[]> {
  const named = new Map<string, Named[]>()
  for (const [place, { names }] of documents.entries()) {
    const folded = names.map(nameOf)
    for (const [at, name] of folded.entries()) {
      if (name === '' || folded.indexOf(name) < at) continue
      const known = named.get(name) ?? []
      known.push({ place, sureness: names.length - at })
      named.set(name, known)
    }
  }
  return named
}

/** The alphabetical rank of each document by its first name. */
function alphabetical(documents: readonly Document<unknown>[]): Uint32Array {
  const name = (place: number): string => documents[place]?.names[0] ?? ''
  const places = documents.map((_, place) => place)
  places.sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : a - b))
  const order = new Uint32Array(documents.length)
  for (const [rank, place] of places.entries()) order[place] = rank
  return order
}
