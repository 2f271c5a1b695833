import { jaroWinkler } from '../../../../engines/language/string-distances.ts'

export const LIKENESS_KINDS = ['text', 'name', 'company', 'address', 'exact'] as const

export type LikenessKind = (typeof LIKENESS_KINDS)[number]

/** A cell in the form in which it is compared. */
export interface Key {
  /** In lower-case Latin letters, without punctuation. */
  readonly text: string
  readonly tokens: readonly string[]
}

const CHARACTERS_MAX = 200

/** Words that do not identify anybody, or that are written in several ways. */
const COMPANY_FORMS = new Set(
  'inc incorporated ltd limited llc llp lp plc corp corporation co company gmbh ag kg ohg ug se sa sas sarl srl spa bv nv oy ab as aps pty pte kk the and group holding holdings'.split(
    ' ',
  ),
)
const TITLES = new Set('mr mrs ms miss dr prof sir jr sr ii iii'.split(' '))
const ADDRESS_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  'street:st avenue:ave road:rd boulevard:blvd lane:ln drive:dr court:ct place:pl square:sq highway:hwy parkway:pkwy apartment:apt suite:ste floor:fl north:n south:s east:e west:w strasse:str straße:str'
    .split(' ')
    .map((pair) => pair.split(':')),
)

/** The comparison form of a cell, by the kind of thing that it names; null if it is empty. */
export function keyOf(
  value: string,
  kind: LikenessKind,
  latin: (text: string) => string,
): Key | null {
  if (kind === 'exact') return value === '' ? null : { text: value, tokens: [value] }
  const words =
    latin(value.slice(0, CHARACTERS_MAX))
      .toLowerCase()
      .replaceAll(/(?<=\b[a-z])\.(?=[a-z]\b)/g, '')
      .replaceAll(/['’]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = words
    .map((word) => (kind === 'address' ? (ADDRESS_WORDS[word] ?? word) : word))
    .filter((word) => !(kind === 'company' && COMPANY_FORMS.has(word)))
    .filter((word) => !(kind === 'name' && TITLES.has(word)))
  const tokens = telling.length > 0 ? telling : words
  return tokens.length === 0 ? null : { text: tokens.join(' '), tokens }
}

/**
 * 0 to 1: the better of the Jaro-Winkler score of the whole, and the score of the words in any
 * order.
 */
export function likenessOf(one: Key, other: Key, kind: LikenessKind): number {
  if (one.text === other.text) return 1
  if (kind === 'exact') return 0
  const numbers = kind === 'address' ? numberShare(one, other) : 1
  const whole = kind === 'text' || kind === 'company' ? jaroOf(one.text, other.text) : 0
  return numbers * Math.max(whole, byWords(one.tokens, other.tokens))
}

const jaroOf = (one: string, other: string): number =>
  jaroWinkler(Array.from(one), Array.from(other))

/** Different house numbers mean different houses. */
function numberShare(one: Key, other: Key): number {
  const [a, b] = [one, other].map(({ tokens }) => tokens.filter((word) => /\d/.test(word)))
  if (!a || !b || a.length === 0 || b.length === 0) return 1
  const [few, many] = a.length <= b.length ? [a, b] : [b, a]
  return few.every((word) => many.includes(word)) ? 1 : 0.7
}

/**
 * Each word is matched with its most similar one on the other side, weighted by length; an initial
 * counts as a word.
 */
function byWords(one: readonly string[], other: readonly string[]): number {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one]
  const left = [...many]
  let sum = 0
  for (const word of few) {
    const scores = left.map((candidate) => wordLikeness(word, candidate))
    const best = Math.max(0, ...scores)
    if (best < WORD_MIN) continue
    const [taken = ''] = left.splice(scores.indexOf(best), 1)
    sum += best * (word.length + taken.length)
  }
  const all = [...few, ...many].reduce((total, word) => total + word.length, 0)
  return all === 0 ? 0 : sum / all
}

const WORD_MIN = 0.7
const INITIAL = 0.85

function wordLikeness(one: string, other: string): number {
  if (one === other) return 1
  if (one.length === 1 || other.length === 1) return one[0] === other[0] ? INITIAL : 0
  return jaroOf(one, other)
}
