import { consonantsOf, nameWords, type NameWord } from './name-words.ts'
import { createWordTable, type NearWord } from './word-table.ts'

/** How a name was found: the same words, all words that were asked, or words much like them. */
export type NameMatchKind = 'exact' | 'words' | 'fuzzy'

export interface NameMatch {
  /** As the name was added. */
  readonly at: number
  readonly kind: NameMatchKind
  /** 1 where the words are the same; else the mean likeness of the asked words, by length. */
  readonly score: number
  /** Each word that was asked, and the listed word that it was taken for. */
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
  /** The best first; those that are equally good as they were added. */
  search(name: string, search: NameSearch): readonly NameMatch[]
}

export interface NameSearch {
  readonly mode: NameMatchKind
  readonly limit: number
  /** Whether a name may be found at all. */
  isWanted?(at: number): boolean
}

/** From which likeness on two words are taken for one, and names for a match. */
const NEAR_MIN = 0.85
/** Words without vowels say less, so that they never count as the same. */
const CONSONANTS_LIKENESS = 0.92
const CONSONANTS_MIN = 2
const JOINED_MIN = 0.93
const JOINED_LETTERS_MIN = 6
/** How many of those whose words are like the asked ones are looked at one by one. */
const CANDIDATES_MAX = 300
const ROUNDING = 1e-9

export function createNameLikeness(): NameLikeness {
  const words = createWordTable()
  /** Names without their spaces, numbered as the names. */
  const joined = createWordTable({ isUnique: false })
  /** The words of a name stand from its start to that of the next. */
  const wordsOfNames: number[] = []
  const starts: number[] = [0]
  /** The names of a word, as a chain of places in two lists. */
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

  /** Listed words for which an asked one may stand, the likest first. */
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

  /** Names by what their words add up to at most, the best and shortest first. */
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

  /** Gives every asked word a listed one of its own, the likest first. */
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
    // Of two words either may be the family name.
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
