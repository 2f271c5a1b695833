import { stemmer } from 'stemmer'

/** A word of a text, and the terms under which it is found. */
export interface Word {
  /** As written in the text. */
  readonly written: string
  /** Without case and diacritics, compounds joined: `jwt-decode` reads `jwtdecode`. */
  readonly folded: string
  readonly term: string
  /** A stop word, such as `the`. */
  readonly isCommon: boolean
  /** The parts of a compound: `jwtDecode`, `jwt-decode` and `sha256` have two. */
  readonly parts: readonly Word[]
}

const LONGEST_WORD = 64
const REMEMBERED_MAX = 4_000

/** Words repeat from question to question, and to fold and to stem them takes most of the time. */
function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const result = read(text)
    if (text.length > LONGEST_WORD) return result
    if (known.size >= REMEMBERED_MAX) known.clear()
    known.set(text, result)
    return result
  }
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:[-_.'’][\p{L}\p{M}\p{N}]+)*/gu
const UNSPACED = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+)/u

/** The words in the order of the text. Scripts without spaces are split into overlapping pairs. */
export function wordsOf(text: string): Word[] {
  const runs = (text.normalize('NFC').match(WORD) ?? []).flatMap((run) => run.split(UNSPACED))
  return runs.flatMap((run) => (UNSPACED.test(run) ? pairsOf(run) : wordOf(run)))
}

/** All terms of a text: its words, and the parts of its compounds. */
export function termsOf(text: string): string[] {
  const words = wordsOf(text).flatMap((word) => [word, word.parts].flat())
  return words.filter((word) => !word.isCommon).map((word) => word.term)
}

/** The canonical form of a name: `JWT decode`, `jwt-decode` and `jwtDecode` are the same. */
export const nameOf = (text: string): string =>
  wordsOf(text)
    .map((word) => word.folded)
    .join('')

/** The term of a folded word: its stem if it is English. */
export const termOf = remembered((folded: string): string =>
  /^[a-z]{3,}$/.test(folded) ? stemmer(folded) : folded,
)

const wordOf = remembered((run: string): readonly Word[] => {
  const written = run.replace(/['’]s$/u, '')
  const pieces = fold(written.replace(/['’]/gu, ''))
    .split(SEAM)
    .filter(Boolean)
  const folded = pieces.join('').toLowerCase()
  if (folded === '' || folded.length > LONGEST_WORD) return []
  const parts = pieces.length > 1 ? pieces.map((piece) => simple(piece, piece)) : []
  return [{ ...simple(written, folded), parts }]
})

function simple(written: string, text: string): Word {
  const folded = text.toLowerCase()
  return { written, folded, term: termOf(folded), isCommon: COMMON.has(folded), parts: [] }
}

/** Where a compound is split: at punctuation, before capitals, and around digits. */
const SEAM = new RegExp(
  [
    String.raw`[-_.]`,
    String.raw`(?<=\p{Ll})(?=\p{Lu})`,
    String.raw`(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})`,
    String.raw`(?<=\p{L})(?=\p{N})`,
    String.raw`(?<=\p{N})(?=\p{L})`,
  ].join('|'),
  'u',
)

/**
 * Removes diacritics of alphabets: `Zürich` becomes `Zurich`. In other scripts the marks are
 * letters.
 */
const fold = (text: string): string =>
  text
    .replaceAll('İ', 'I')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')

function pairsOf(run: string): Word[] {
  const signs = Array.from(fold(run))
  if (signs.length === 1) return [simple(run, run)]
  return signs.slice(1).map((sign, at) => simple(`${signs[at]}${sign}`, `${signs[at]}${sign}`))
}

const COMMON: ReadonlySet<string> = new Set(
  `a about am an and any are as at be been being by can could do does for from get give had has
  have how i if in into is it its let me my need of on or our out please s should so some such t
  than that the their them then there these they this those to too up us use using want was we were
  what when where which who whose why will with would you your`.split(/\s+/),
)
