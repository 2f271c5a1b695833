import { consonantsOf, nameWords, type NameWord } from './name-words.ts'
import { createWordTable, type NearWord } from './word-table.ts'

/** How a name matched: the same words, all searched words, or similar words. */
export type NameMatchKind = 'exact' | 'words' | 'fuzzy'

export interface NameMatch {
  /** The number of the name, in the order of `add`. */
  readonly at: number
  readonly kind: NameMatchKind
  /**
   * 1 if the words are the same; else the mean likeness of the searched words, weighted by length.
   */
  readonly score: number
  /** Each searched word with the listed word that it matched. */
  readonly pairs: readonly NamePair[]
}

export interface NamePair {
  readonly asked: string
  readonly listed: string
  readonly likeness: number
  readonly by: 'same' | 'near' | 'consonants' | 'joined'
}

export interface NameLikeness {
  /** Names are numbered as they are added. */
  add(name: string): number
  readonly size: number
  /** The best matches first; ties are in the order of `add`. */
  search(name: string, search: NameSearch): readonly NameMatch[]
}

export interface NameSearch {
  readonly mode: NameMatchKind
  readonly limit: number
  /** Filters the names. */
  isWanted?(at: number): boolean
}

/** The likeness from which two words match, and from which names match. */
const NEAR_MIN = 0.85
/** Words without vowels are less certain, so they never count as the same. */
const CONSONANTS_LIKENESS = 0.92
const CONSONANTS_MIN = 2
const JOINED_MIN = 0.93
const JOINED_LETTERS_MIN = 6
/** How many names with similar words are compared in detail. */
const CANDIDATES_MAX = 300
const ROUNDING = 1e-9

export function createNameLikeness(): NameLikeness {
  const words = createWordTable()
  /** Names without spaces, with the same numbers. */
  const joined = createWordTable({ isUnique: false })
  /** The words of all names in one list, from the start of each name to the start of the next. */
  const wordsOfNames: number[] = []
  const starts: number[] = [0]
  /** The names of each word, as a linked list in two arrays. */
  const lastOf: number[] = []
  const nameAt: number[] = []
  const before: number[] = []
  let scores = new Float64Array(0)
  let seen = new Int32Array(0)

  function add(name: string): number {
    const at = starts.length - 1
    const own = nameWords(name).map(({ text }) => text)
    const numbers = own.map((text) => words.place(text))
    for (const number of numbers) wordsOfNames.push(number)
    for (const number of new Set(numbers)) {
      before.push(lastOf[number] ?? -1)
      lastOf[number] = nameAt.push(at) - 1
    }
    starts.push(wordsOfNames.length)
    joined.place(own.join(''))
    return at
  }

  function* namesOf(word: number): Generator<number> {
    for (let place = lastOf[word] ?? -1; place >= 0; place = before[place] ?? -1)
      yield nameAt[place] ?? 0
  }

  /** Listed words that match a searched word, the most similar first. */
  function partnersOf({ text, isConsonants }: NameWord, isFuzzy: boolean): readonly NearWord[] {
    const likeness = new Map<number, number>()
    if (isFuzzy) for (const near of words.near(text, NEAR_MIN)) likeness.set(near.at, near.likeness)
    if (isFuzzy && isConsonants && consonantsOf(text).length >= CONSONANTS_MIN)
      for (const at of words.withConsonants(text))
        likeness.set(at, Math.max(likeness.get(at) ?? 0, CONSONANTS_LIKENESS))
    const same = words.find(text)
    if (same !== undefined) likeness.set(same, 1)
    return [...likeness]
      .map(([at, like]) => ({ at, likeness: like }))
      .toSorted((one, other) => other.likeness - one.likeness)
  }

  /** Candidate names by the upper bound of their score, the best and shortest first. */
  function candidates(asked: readonly NameWord[], partners: readonly (readonly NearWord[])[]) {
    if (scores.length < starts.length) {
      scores = new Float64Array(starts.length * 2)
      seen = new Int32Array(starts.length * 2)
    }
    const touched: number[] = []
    const letters = lettersOf(asked)
    for (const [index, { text }] of asked.entries())
      for (const { at, likeness } of partners[index] ?? [])
        for (const name of namesOf(at)) {
          if (seen[name] === index + 1) continue
          if (seen[name] === 0) touched.push(name)
          seen[name] = index + 1
          scores[name] = (scores[name] ?? 0) + (likeness * text.length) / letters
        }
    const found = touched.map((at) => ({ at, score: scores[at] ?? 0, length: lengthOf(at) }))
    for (const at of touched) scores[at] = seen[at] = 0
    return found
  }

  const lengthOf = (at: number): number => (starts[at + 1] ?? 0) - (starts[at] ?? 0)

  function search(name: string, { mode, limit, isWanted = () => true }: NameSearch) {
    const asked = nameWords(name)
    if (asked.length === 0) return []
    const isFuzzy = mode === 'fuzzy'
    const partners = asked.map((word) => partnersOf(word, isFuzzy))
    const least = (isFuzzy ? NEAR_MIN : 1) - ROUNDING
    const best = candidates(asked, partners)
      .filter(({ score }) => score >= least)
      .toSorted((one, other) => other.score - one.score || one.length - other.length)
    const wanted = firstOf(best, CANDIDATES_MAX, ({ at }) => isWanted(at))
    const found = new Map<number, NameMatch>()
    for (const match of [
      ...wanted.map(({ at }) => matched(at, asked, partners)),
      ...wholeMatches(asked, isFuzzy).filter(({ at }) => isWanted(at)),
    ]) {
      const known = found.get(match.at)
      if (match.score >= least && (!known || known.score < match.score)) found.set(match.at, match)
    }
    const all = [...found.values()].filter(({ kind }) => mode !== 'exact' || kind === 'exact')
    return all.toSorted(byScore).slice(0, limit)
  }

  /** Pairs each searched word with a different listed word, the most similar first. */
  function matched(
    at: number,
    asked: readonly NameWord[],
    partners: readonly (readonly NearWord[])[],
  ): NameMatch {
    const own = wordsOfNames.slice(starts[at], starts[at + 1])
    const choices = asked
      .flatMap((_, index) =>
        own.flatMap((word, place) => {
          const partner = partners[index]?.find((one) => one.at === word)
          return partner ? [{ index, place, likeness: partner.likeness }] : []
        }),
      )
      .toSorted((one, other) => other.likeness - one.likeness)
    const pairs = new Map<number, NamePair>()
    const used = new Set<number>()
    for (const { index, place, likeness } of choices) {
      if (pairs.has(index) || used.has(place)) continue
      used.add(place)
      const { text = '' } = asked[index] ?? {}
      const listed = words.text(own[place] ?? 0)
      pairs.set(index, { asked: text, listed, likeness, by: wayOf(text, listed, likeness) })
    }
    const letters = lettersOf(asked)
    let score = 0
    for (const { asked: text, likeness } of pairs.values())
      score += (likeness * text.length) / letters
    const isSame = score >= 1 - ROUNDING
    const kind = !isSame ? 'fuzzy' : own.length === asked.length ? 'exact' : 'words'
    const inOrder = asked.flatMap((_, index) => pairs.get(index) ?? [])
    return { at, kind, score: isSame ? 1 : score, pairs: inOrder }
  }

  /** `Abdul Rahman` and `Abdulrahman`, which have no words in common. */
  function wholeMatches(asked: readonly NameWord[], isFuzzy: boolean): NameMatch[] {
    const texts = asked.map(({ text }) => text)
    // With two words, either may be the family name.
    const wholes = [texts.join(''), ...(texts.length === 2 ? [texts.toReversed().join('')] : [])]
    return wholes.flatMap((whole) => {
      if (whole.length < JOINED_LETTERS_MIN) return []
      return joined.near(whole, isFuzzy ? JOINED_MIN : 1).map(({ at, likeness }): NameMatch => {
        const pair = { asked: whole, listed: joined.text(at), likeness, by: 'joined' as const }
        return { at, kind: likeness === 1 ? 'exact' : 'fuzzy', score: likeness, pairs: [pair] }
      })
    })
  }

  return {
    add,
    get size() {
      return starts.length - 1
    },
    search,
  }
}

function firstOf<Item>(
  items: readonly Item[],
  count: number,
  isWanted: (item: Item) => boolean,
): readonly Item[] {
  const found: Item[] = []
  for (const item of items) {
    if (found.length >= count) break
    if (isWanted(item)) found.push(item)
  }
  return found
}

const lettersOf = (asked: readonly NameWord[]): number =>
  asked.reduce((sum, { text }) => sum + text.length, 0)

const wayOf = (asked: string, listed: string, likeness: number): NamePair['by'] =>
  asked === listed
    ? 'same'
    : likeness === CONSONANTS_LIKENESS && consonantsOf(asked) === consonantsOf(listed)
      ? 'consonants'
      : 'near'

const RANKS: Readonly<Record<NameMatchKind, number>> = { exact: 0, words: 1, fuzzy: 2 }

const byScore = (one: NameMatch, other: NameMatch): number =>
  RANKS[one.kind] - RANKS[other.kind] || other.score - one.score || one.at - other.at
