import { isPlace } from './everyday.ts'
import { readForeign } from './foreign.ts'
import { kindsOf } from './literals.ts'
import { termOf, type Word } from './terms.ts'

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

/**
 * Words and pasted values in reading order. Words of other languages are replaced by English ones.
 */
export function tokensOf(query: string, isKnown: (word: Word) => boolean): Token[] {
  const tokens: Token[] = []
  let text: string[] = []
  const readText = (): void => {
    const { words, isForeign } = readForeign(text.join(' '), isKnown)
    for (const word of words) {
      const isCapital = tokens.length > 0 && !isForeign && /^\p{Lu}\p{Ll}/u.test(word.written)
      const isName = isPlace(word.folded) || (isCapital && !isKnown(word))
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
