import type { Postings } from './corpus.ts'
import { kindsOf } from './literals.ts'
import { termOf, wordsOf, type Word } from './terms.ts'
import { synonymsOf } from './thesaurus.ts'

/** One thing that a query asks for, and the ways in which a document may meet it. */
export interface Want {
  readonly term: string
  readonly written: string
  /** How many documents have the word itself. */
  readonly frequency: number
  readonly ways: readonly Way[]
  /** A word as the caller wrote it, and not a guess at what was meant. */
  readonly isWord: boolean
}

export interface Way {
  readonly postings: Postings
  readonly weight: number
}

type Corpus = ReadonlyMap<string, Postings>

const SYNONYM_WEIGHT = 0.6
/** Of the parts of a compound that the corpus knows as a whole. */
const PART_WEIGHT = 0.5
/** Of parts that are bare numbers: the 32 of `crc32` is not the one of `base32`. */
const NUMBER_WEIGHT = 0.1
const NUMBER = /^\p{N}+$/u
/** Of two neighbours read as one word, beside the two themselves. */
const PAIR_WEIGHT = 0.7

/** What a query holds beyond these is not read. */
const WORDS_MAX = 64
const WANTS_MAX = 160

/** Reads a query: its words, the parts of compounds, and neighbours that may be one: `base 64`. */
export function wantsOf(query: string, corpus: Corpus): Want[] {
  const chunks = query.split(/\s+/).map((chunk) => ({ chunk, kinds: kindsOf(chunk) }))
  const words = chunks
    .flatMap(({ chunk, kinds }) => (kinds.length > 0 ? [] : wordsOf(chunk)))
    .slice(0, WORDS_MAX)
  const wants = [
    ...chunks.flatMap(({ chunk, kinds }) =>
      kinds.length > 0 ? exampleOf(chunk, kinds, corpus) : [],
    ),
    ...words.flatMap((word) => wantsOfWord(word, corpus)),
    ...pairsOf(words).map((pair) => wantOf(pair, PAIR_WEIGHT, false, corpus)),
  ]
  return [...Map.groupBy(wants, ({ term }) => term).values()]
    .slice(0, WANTS_MAX)
    .map(([first]) => first as Want)
}

/** The first of the rarest words; a word that no document has is rarer than any other. */
export function rarestOf(wants: readonly Want[]): Want | undefined {
  let rarest: Want | undefined
  for (const want of wants) {
    if (want.isWord && (!rarest || want.frequency < rarest.frequency)) rarest = want
  }
  return rarest
}

export const isMetBy = ({ ways }: Want, place: number): boolean =>
  ways.some(({ postings }) => postings.documents.includes(place))

function wantsOfWord(word: Word, corpus: Corpus): Want[] {
  if (word.isCommon) return []
  const isKnown = word.parts.length === 0 || corpus.has(word.term)
  const whole = isKnown ? [wantOf(word, 1, true, corpus)] : []
  const parts = word.parts
    .filter(({ isCommon }) => !isCommon)
    .map((part) => {
      const weight = NUMBER.test(part.term) ? NUMBER_WEIGHT : isKnown ? PART_WEIGHT : 1
      return wantOf(part, weight, !isKnown, corpus)
    })
  return [...whole, ...parts]
}

function wantOf(word: Word, weight: number, isWord: boolean, corpus: Corpus): Want {
  const { term, written, folded } = word
  const own = waysOf([term], weight, corpus)
  const others = waysOf(synonymsOf(term), weight * SYNONYM_WEIGHT, corpus)
  const isStrange = isWord && own.length + others.length === 0
  const halves = isStrange ? waysOf(halvesOf(folded, corpus), weight * PART_WEIGHT, corpus) : []
  const frequency = own[0]?.postings.documents.length ?? 0
  return { term, written, frequency, ways: [...own, ...others, ...halves], isWord }
}

/** An example of what the caller has in hand stands for the kind of thing that it is. */
const exampleOf = (written: string, kinds: readonly string[], corpus: Corpus): Want => ({
  term: written,
  written,
  frequency: 0,
  ways: waysOf(kinds.map(termOf), SYNONYM_WEIGHT, corpus),
  isWord: true,
})

function waysOf(terms: readonly string[], weight: number, corpus: Corpus): Way[] {
  return terms.flatMap((term) => {
    const postings = corpus.get(term)
    return postings ? { postings, weight } : []
  })
}

const HALF_MIN = 3

/** Two known words that an unknown one is made of: `urlencode`. */
function halvesOf(folded: string, corpus: Corpus): string[] {
  for (let at = folded.length - HALF_MIN; at >= HALF_MIN; at--) {
    const halves = [termOf(folded.slice(0, at)), termOf(folded.slice(at))]
    if (halves.every((half) => corpus.has(half))) return halves
  }
  return []
}

/** Neighbours as one word. The thesaurus or the corpus decides whether there is such a word. */
function pairsOf(words: readonly Word[]): Word[] {
  return words.slice(1).map((second, at) => {
    const first = words[at] as Word
    const folded = first.folded + second.folded
    const written = `${first.written} ${second.written}`
    return { written, folded, term: termOf(folded), isCommon: false, parts: [] }
  })
}
