import { isEveryday, isPlace } from './everyday.ts'
import { readForeign } from './foreign.ts'
import { kindsOf } from './literals.ts'
import type { Speller } from './spelling.ts'
import { termOf, wordsOf, type Word } from './terms.ts'

/** A word of a query, or a pasted value, such as an email address. */
export interface Token {
  readonly word: Word
  /** Words for the kind of a pasted value; empty for a word. */
  readonly kinds: readonly string[]
  /** A place, person or company that the question is about. No document is found by it. */
  readonly isName: boolean
  /** The words around it are of another language, of which the table knows only common words. */
  readonly isForeign: boolean
}

/** Further words of a query are ignored. */
const TOKENS_MAX = 64
/** Further words of a query are not looked up in the list of words that they may mean. */
const CORRECTED_MAX = 12

/**
 * Words and pasted values in reading order. Words of other languages are replaced by English ones.
 */
export function tokensOf(
  query: string,
  isKnown: (word: Word) => boolean,
  speller: Speller,
): Token[] {
  const tokens: Token[] = []
  let corrections = 0
  /** What is spelt wrong is read as the word that it is most like. */
  function corrected(word: Word): readonly Word[] {
    if (isKnown(word) || isEveryday(word.term) || isPlace(word.folded)) return [word]
    if (word.parts.length > 0 || (corrections += 1) > CORRECTED_MAX) return [word]
    const meant = speller.meant(word.folded)
    return meant === null
      ? [word]
      : wordsOf(meant).map((each) => ({ ...each, written: word.written }))
  }
  let text: string[] = []
  const readText = (): void => {
    const { words, isForeign } = readForeign(text.join(' '), isKnown)
    for (const read of words) {
      const isCapital = tokens.length > 0 && !isForeign && /^\p{Lu}\p{Ll}/u.test(read.written)
      const isName = isPlace(read.folded) || (isCapital && !isKnown(read))
      for (const word of isForeign || isName ? [read] : corrected(read))
        tokens.push({ word, kinds: [], isName, isForeign })
    }
    text = []
  }
  for (const chunk of query.split(/\s+/)) {
    const kinds = kindsOf(chunk)
    if (kinds.length === 0) text.push(chunk)
    else {
      readText()
      tokens.push(exampleOf(chunk, kinds))
    }
  }
  readText()
  return tokens.slice(0, TOKENS_MAX)
}

/** For phrases, a pasted value counts as the first word of its kind. */
function exampleOf(written: string, kinds: readonly string[]): Token {
  const term = termOf(kinds[0] ?? '')
  return {
    word: { written, folded: written, term, isCommon: false, parts: [] },
    kinds,
    isName: false,
    isForeign: false,
  }
}
