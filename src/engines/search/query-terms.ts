import type { Postings } from './corpus.ts'
import { isEveryday } from './everyday.ts'
import { joinedWordsOf } from './joined-words.ts'
import { phrasesIn } from './phrases.ts'
import { termOf, type Word } from './terms.ts'
import type { Speller } from './spelling.ts'
import { synonymsOf } from './thesaurus.ts'
import { tokensOf, type Token } from './tokens.ts'

/** How a query is understood. */
export interface Reading {
  readonly terms: readonly QueryTerm[]
  /** The query in English words that are spelt right, as far as they are known. */
  readonly english: string
}

/** One term of a query, and the postings by which a document may match it. */
export interface QueryTerm {
  readonly term: string
  readonly written: string
  /** The number of documents with the word itself. */
  readonly frequency: number
  readonly matches: readonly TermMatch[]
  /** How much it matters whether a document has it; 0 if it only helps to rank. */
  readonly importance: number
  /** The caller wrote this word; it is not a guess at the meaning. */
  readonly isWord: boolean
}

export interface TermMatch {
  readonly postings: Postings
  readonly weight: number
}

type Corpus = ReadonlyMap<string, Postings>

const SYNONYM_WEIGHT = 0.6
/** The weight of a part of a compound that the corpus knows as a whole. */
const PART_WEIGHT = 0.5
/** The weight of a part that is a number: the 32 of `crc32` is not the one of `base32`. */
const NUMBER_WEIGHT = 0.1
const NUMBER = /^\p{N}+$/u
/** The weights of a phrase: its first meaning, its other meanings, and its own words. */
const PHRASE_WEIGHT = 1
const PHRASE_REST_WEIGHT = 0.6
const PHRASE_WORD_WEIGHT = 0.5
const EVERYDAY_WEIGHT = 0.5
const NAME_WEIGHT = 0.5

/**
 * The importance of a pasted example, of the most common word of the corpus, and of an unknown
 * word.
 */
const EXAMPLE_IMPORTANCE = 0.3
const COMMONEST_IMPORTANCE = 0.6
const STRANGE_IMPORTANCE = 2
/** The importance of an untranslated word of another language. */
const FOREIGN_IMPORTANCE = 0.2
/** Words of this rarity or more are equally important. */
const RARITY_FULL = 5

/** Further terms of a query are ignored. */
const TERMS_MAX = 160

/**
 * Reads a query: its words, the meanings of its phrases, and neighbours that may be one word.
 */
export function readQuery(query: string, corpus: Corpus, speller: Speller): Reading {
  const isKnown = ({ term, isCommon }: Word): boolean =>
    isCommon || corpus.has(term) || synonymsOf(term).some((other) => corpus.has(other))
  const tokens = tokensOf(query, isKnown, speller)
  const spoken = tokens.filter(({ word }) => !ARTICLES.has(word.folded))
  const phrases = phrasesIn(spoken.map(({ word }) => word))
  const joined = joinedWordsOf(spoken, (term) => corpus.has(term))
  const known = joined.filter(({ word }) => corpus.has(word.term))
  const absorbed = new Set([
    ...phrases.flatMap(({ places }) => places.map((place) => spoken[place])),
    ...known.flatMap(({ tokens }) => tokens),
  ])
  const meanings = new Set(phrases.map(({ meaning }) => meaning))
  const terms = [
    ...[...meanings].flatMap((meaning) => meantTerms(meaning, corpus)),
    ...distinct(tokens).flatMap((token) => tokenTerms(token, absorbed.has(token), corpus)),
    ...distinct(joined).map((each) =>
      wordTerm(each.word, each.weight, known.includes(each) ? 1 : 0, corpus),
    ),
  ]
  const english = tokens.map(({ word }) => word.folded).join(' ')
  return { terms: firstOfEach(terms).slice(0, TERMS_MAX), english }
}

/** Removes repeated words. */
function distinct<T extends { readonly word: Word }>(all: readonly T[]): T[] {
  const first = new Map<string, T>()
  for (const each of all) if (!first.has(each.word.folded)) first.set(each.word.folded, each)
  return [...first.values()]
}

/** Removes repeated terms; a written word wins over a guess. */
function firstOfEach(terms: readonly QueryTerm[]): QueryTerm[] {
  const found = new Map<string, QueryTerm>()
  for (const term of terms) {
    const first = found.get(term.term)
    if (!first) found.set(term.term, term)
    else if (term.isWord && !first.isWord)
      found.set(term.term, { ...first, written: term.written, isWord: true })
  }
  return [...found.values()]
}

/** Words that are ignored inside phrases. */
const ARTICLES: ReadonlySet<string> = new Set(
  'a an the my our your his her their its any some this that these those please'.split(' '),
)

/** The meanings of a phrase, which together count as one word of the question. */
const meantTerms = (meaning: readonly string[], corpus: Corpus): QueryTerm[] =>
  meaning.map((term, order) => {
    const weight = order === 0 ? PHRASE_WEIGHT : PHRASE_REST_WEIGHT
    const matches = [
      ...matchesOf([term], weight, corpus),
      ...matchesOf(synonymsOf(term), weight * SYNONYM_WEIGHT, corpus),
    ]
    const frequency = corpus.get(term)?.documents.length ?? 0
    const importance = 1 / meaning.length
    return { term, written: term, frequency, matches, importance, isWord: false }
  })

/** The terms of a word: itself, and the parts of a compound. */
function tokenTerms(token: Token, isAbsorbed: boolean, corpus: Corpus): QueryTerm[] {
  const { word, kinds } = token
  if (kinds.length > 0) return [exampleTerm(token, corpus)]
  if (word.isCommon) return []
  const weight = weightOf(token, isAbsorbed)
  const importance = weight < 1 || NUMBER.test(word.term) ? 0 : importanceIn(token, corpus)
  const isKnown = word.parts.length === 0 || corpus.has(word.term)
  const whole = isKnown ? [{ ...wordTerm(word, weight, importance, corpus), isWord: true }] : []
  const parts = word.parts
    .filter(({ isCommon }) => !isCommon)
    .map((part) => {
      const isNumber = NUMBER.test(part.term)
      const share = isNumber ? NUMBER_WEIGHT : isKnown ? PART_WEIGHT : 1
      const term = wordTerm(part, weight * share, isKnown || isNumber ? 0 : importance, corpus)
      return { ...term, isWord: !isKnown }
    })
  return [...whole, ...parts]
}

/** An unknown word of another language counts less, because the table is short. */
const importanceIn = ({ word, isForeign }: Token, corpus: Corpus): number =>
  isForeign && !corpus.has(word.term) ? FOREIGN_IMPORTANCE : 1

function weightOf({ word, isName }: Token, isAbsorbed: boolean): number {
  if (isAbsorbed) return PHRASE_WORD_WEIGHT
  if (isName) return NAME_WEIGHT
  return isEveryday(word.term) ? EVERYDAY_WEIGHT : 1
}

function wordTerm(word: Word, weight: number, importance: number, corpus: Corpus): QueryTerm {
  const { term, written, folded } = word
  const own = matchesOf([term], weight, corpus)
  const synonyms = isEveryday(term) ? [] : synonymsOf(term)
  const others = matchesOf(synonyms, weight * SYNONYM_WEIGHT, corpus)
  const isStrange = importance > 0 && own.length + others.length === 0
  const halves = isStrange ? matchesOf(halvesOf(folded, corpus), weight * PART_WEIGHT, corpus) : []
  const matches = [...own, ...others, ...halves]
  return {
    term,
    written,
    frequency: own[0]?.postings.documents.length ?? 0,
    matches,
    importance: importance * importanceOf(own[0]?.postings, matches),
    isWord: false,
  }
}

/** A rare word is more important than a common one, and an unknown word the most important. */
function importanceOf(own: Postings | undefined, matches: readonly TermMatch[]): number {
  if (!own) return matches.length > 0 ? 1 : STRANGE_IMPORTANCE
  const rarity = Math.min(1, own.rarity / RARITY_FULL)
  return COMMONEST_IMPORTANCE + (1 - COMMONEST_IMPORTANCE) * rarity
}

/** A pasted value stands for its kind, such as `email`. */
function exampleTerm({ word: { written }, kinds }: Token, corpus: Corpus): QueryTerm {
  const matches = matchesOf(kinds.map(termOf), SYNONYM_WEIGHT, corpus)
  const importance = matches.length > 0 ? EXAMPLE_IMPORTANCE : STRANGE_IMPORTANCE
  return { term: written, written, frequency: 0, matches, importance, isWord: true }
}

function matchesOf(terms: readonly string[], weight: number, corpus: Corpus): TermMatch[] {
  return terms.flatMap((term) => {
    const postings = corpus.get(term)
    return postings ? [{ postings, weight }] : []
  })
}

const HALF_MIN = 3

/** Splits an unknown word into two known ones: `urlencode`. */
function halvesOf(folded: string, corpus: Corpus): string[] {
  for (let at = folded.length - HALF_MIN; at >= HALF_MIN; at--) {
    const halves = [termOf(folded.slice(0, at)), termOf(folded.slice(at))]
    if (halves.every((half) => corpus.has(half))) return halves
  }
  return []
}
