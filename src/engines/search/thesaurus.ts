import { GOALS } from './tables/goals.ts'
import { HINTS, SAME } from './tables/synonyms.ts'
import { termOf } from './terms.ts'

const SIDE_BY_SIDE = /\s+/g

/** Terms with the same or a similar meaning. */
export function synonymsOf(term: string): readonly string[] {
  const known = SYNONYMS.get(term) ?? NONE
  return /^[a-z]{4,}$/.test(term) ? [...known, derivedFrom(term)] : known
}

/** All single words of the tables, as they are spelt. */
export const thesaurusWords = (): readonly string[] =>
  `${SAME}\n${HINTS}\n${GOALS}`.split(/[\s,:]+/).filter(Boolean)

const NONE: readonly string[] = []

/** Relates `checker` and `check` in both directions. */
const derivedFrom = (term: string): string =>
  term.endsWith('er') ? term.slice(0, -2) : `${term}er`

const SYNONYMS: ReadonlyMap<string, readonly string[]> = read()

function read(): Map<string, string[]> {
  const found = new Map<string, Set<string>>()
  const add = (word: string, others: readonly string[]): void => {
    const known = found.get(word) ?? new Set()
    for (const other of others) if (other !== word) known.add(other)
    found.set(word, known)
  }
  for (const words of SAME.trim().split('\n').map(list)) {
    for (const word of words) add(word, words)
  }
  for (const line of `${HINTS.trim()}\n${GOALS.trim()}`.split('\n')) {
    const [word = '', others = ''] = line.split(':')
    add(termOf(word.trim()), list(others))
  }
  return new Map([...found].map(([word, others]) => [word, [...others]]))
}

function list(words: string): string[] {
  return words.split(',').map((word) => termOf(word.trim().replace(SIDE_BY_SIDE, '')))
}
