import { MORE_FUNCTION_WORDS, MORE_TRANSLATIONS } from './tables/more-translations.ts'
import { FUNCTION_WORDS, TRANSLATIONS } from './tables/translations.ts'
import { wordsOf, type Word } from './terms.ts'

/**
 * Translates the words of other languages into English by a table. Unknown words stay as they are.
 */
export interface ForeignReading {
  readonly words: readonly Word[]
  /** Whether the query is in another language than English. */
  readonly isForeign: boolean
}

/** An expression of another language: the prefixes of its words, and its English words. */
interface Expression {
  readonly beginnings: readonly string[]
  readonly english: readonly Word[]
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u
const UNSPACED_RUN = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+)/u
const ENDING_MAX = 4
/** Shorter prefixes match whole words only. */
const BEGINNING_MIN = 4
const ARABIC_PREFIX = /^(?:وال|بال|كال|فال|لل|ال|و|ب|ل|ك)(?=.{3})/u

interface Table {
  /** Indexed by the first letters of the first word. */
  readonly spaced: ReadonlyMap<string, readonly Expression[]>
  /** Indexed by the whole sequence of characters. */
  readonly unspaced: ReadonlyMap<string, readonly Word[]>
  readonly longest: number
  readonly functionWords: ReadonlySet<string>
}

const TABLE: Table = readTable()

/** The words of a query in reading order. Words of other languages are replaced by English ones. */
export function readForeign(text: string, isKnown: (word: Word) => boolean): ForeignReading {
  const runs = text.normalize('NFC').split(UNSPACED_RUN)
  const words: Word[] = []
  let isForeign = false
  for (const run of runs) {
    if (UNSPACED.test(run)) {
      isForeign = true
      words.push(...unspacedWords(run, TABLE))
      continue
    }
    const spaced = wordsOf(run)
    const found = readSpaced(spaced, TABLE, isKnown)
    isForeign ||= found.isForeign
    words.push(...found.words)
  }
  return { words, isForeign }
}

function readSpaced(
  all: readonly Word[],
  { spaced, functionWords }: Table,
  isKnown: (word: Word) => boolean,
): ForeignReading {
  const isFunction = (word: Word): boolean => functionWords.has(word.folded)
  const strange = all.filter((word) => isFunction(word) && !word.isCommon).length
  const isForeign =
    strange > 0 || all.some(({ folded }) => /[^\p{Script=Latin}\p{N}]/u.test(folded))
  const words: Word[] = []
  const content = isForeign ? all.filter((word) => !isFunction(word)) : all
  for (let at = 0; at < content.length;) {
    const word = content[at] as Word
    const found = isForeign || !isKnown(word) ? expressionAt(content, at, spaced) : null
    if (found) {
      words.push(...found.english.map((english) => ({ ...english, written: word.written })))
      at += found.length
    } else {
      words.push(word)
      at++
    }
  }
  return { words, isForeign }
}

interface Translation {
  readonly english: readonly Word[]
  readonly length: number
}

/** The longest expression that begins at a word, or the parts of a compound. */
function expressionAt(
  words: readonly Word[],
  at: number,
  spaced: Table['spaced'],
): Translation | null {
  const forms = formsOf((words[at] as Word).folded)
  for (const form of forms) {
    let best: { length: number; letters: number; english: Word[] } | null = null
    for (const { beginnings, english } of spaced.get(form.slice(0, 2)) ?? []) {
      const fits = beginnings.every((beginning, next) =>
        begins(next === 0 ? form : (words[at + next]?.folded ?? ''), beginning),
      )
      if (!fits) continue
      const letters = beginnings.join('').length
      const length = beginnings.length
      if (!best || length > best.length || (length === best.length && letters > best.letters))
        best = { length, letters, english: [...english] }
      else if (length === best.length && letters === best.letters) best.english.push(...english)
    }
    if (best) return best
    const parts = partsOf(form, spaced)
    if (parts.length > 1) return { english: parts, length: 1 }
  }
  return null
}

const formsOf = (folded: string): string[] => {
  const bare = folded.replace(ARABIC_PREFIX, '')
  return bare === folded ? [folded] : [folded, bare]
}

const begins = (word: string, beginning: string): boolean =>
  word === beginning ||
  (word.startsWith(beginning) &&
    (beginning.length >= BEGINNING_MIN || /[^\p{Script=Latin}]/u.test(beginning)) &&
    word.length - beginning.length <= ENDING_MAX)

/** Splits a compound such as `Wettervorhersage` into expressions and the letters that join them. */
function partsOf(compound: string, spaced: Table['spaced']): Word[] {
  const english: Word[] = []
  for (let at = 0; at < compound.length;) {
    const rest = compound.slice(at)
    let longest: Expression | undefined
    for (const expression of spaced.get(rest.slice(0, 2)) ?? []) {
      const [beginning = '', ...others] = expression.beginnings
      if (others.length > 0 || beginning.length < BEGINNING_MIN || !rest.startsWith(beginning))
        continue
      if (beginning.length > (longest?.beginnings[0]?.length ?? 0)) longest = expression
    }
    if (!longest) return english.length > 0 && rest.length <= ENDING_MAX ? english : []
    english.push(...longest.english)
    at += longest.beginnings[0]?.length ?? 0
    const joint = /^(?:ung|en|er|es|s|n|e)(?=\p{L}{4})/u.exec(compound.slice(at))?.[0]
    if (joint && !spaced.get(compound.slice(at, at + 2))) at += joint.length
  }
  return english
}

/**
 * Splits text without spaces into the longest known sequences. A rest is kept if it may be a word.
 */
function unspacedWords(run: string, { unspaced, longest }: Table): Word[] {
  const words: Word[] = []
  let left = ''
  let found = 0
  const flush = (): void => {
    if (isWordLeft(left, found)) words.push(...wordsOf(left))
    left = ''
  }
  for (let at = 0; at < run.length;) {
    let length = Math.min(longest, run.length - at)
    while (length > 0 && !unspaced.has(run.slice(at, at + length))) length--
    if (length === 0) {
      left += run[at++] ?? ''
      continue
    }
    flush()
    const written = run.slice(at, at + length)
    words.push(...(unspaced.get(written) ?? []).map((word) => ({ ...word, written })))
    found++
    at += length
  }
  flush()
  return words
}

/**
 * Whether a rest may be a word: particles and endings in hiragana, or after a Korean word, are not.
 */
const isWordLeft = (left: string, found: number): boolean =>
  /[\p{Script=Han}\p{Script=Katakana}]{2}/u.test(left) ||
  (/\p{Script=Hangul}/u.test(left) && (found === 0 ? left.length > 1 : left.length > 2)) ||
  (found === 0 && left.length > 1)

function readTable(): Table {
  const spaced = new Map<string, Expression[]>()
  const unspaced = new Map<string, Word[]>()
  const functionWords = new Set(
    `${FUNCTION_WORDS} ${MORE_FUNCTION_WORDS}`
      .trim()
      .split(/\s+/)
      .flatMap((word) => wordsOf(word).map(({ folded }) => folded)),
  )
  for (const line of [TRANSLATIONS, MORE_TRANSLATIONS].flatMap((table) =>
    table.trim().split('\n'),
  )) {
    const [to = '', from = ''] = line.split(': ')
    const english = wordsOf(to)
    for (const expression of from.split(', ')) {
      if (UNSPACED.test(expression)) {
        const key = expression.normalize('NFC')
        unspaced.set(key, [...(unspaced.get(key) ?? []), ...english])
        continue
      }
      const beginnings = wordsOf(expression)
        .map(({ folded }) => folded)
        .filter((word, _, all) => all.length === 1 || !functionWords.has(word))
      const key = beginnings[0]?.slice(0, 2) ?? ''
      spaced.set(key, [...(spaced.get(key) ?? []), { beginnings, english }])
    }
  }
  for (const word of functionWords) if (UNSPACED.test(word)) unspaced.set(word, [])
  const longest = Math.max(...[...unspaced.keys()].map((key) => key.length))
  return { spaced, unspaced, longest, functionWords }
}
