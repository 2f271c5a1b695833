import { isPlace } from './everyday.ts'
import { readForeign } from './foreign.ts'
import { kindsOf } from './literals.ts'
import { termOf, type Word } from './terms.ts'

/** A word of a query, or an example of the kind of thing that it is about. */
export interface Token {
  readonly word: Word
  /** Words for what an example is; none for a word. */
  readonly kinds: readonly string[]
  /** A place, person or company that is asked about; nothing is found by its name. */
  readonly isName: boolean
  /** Stands among words of another language, of which the table knows but the common ones. */
  readonly isForeign: boolean
}

/** What a query holds beyond these is not read. */
const TOKENS_MAX = 64

/** Words and examples in reading order, words of other languages replaced by English ones. */
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

/** An example is compared with phrases as the first word for what it is. */
function exampleOf(written: string, kinds: readonly string[]): Token {
  const term = termOf(kinds[0] ?? '')
  return {
    word: { written, folded: written, term, isCommon: false, parts: [] },
    kinds,
    isName: false,
    isForeign: false,
  }
}
