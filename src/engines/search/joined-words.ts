import { termOf, type Word } from './terms.ts'
import { synonymsOf } from './thesaurus.ts'
import type { Token } from './tokens.ts'

/**
 * Words of a query that may form one term: `base 64` is `base64`, `JSON into a CSV` is
 * `json-to-csv`.
 */
export interface JoinedWord {
  readonly word: Word
  readonly tokens: readonly [Token, Token]
  readonly weight: number
}

/** The weight of two joined neighbours; the words themselves have weight 1. */
const NEIGHBOURS_WEIGHT = 0.7
/** A conversion (`json-to-csv`) says more than either of its words. */
const CONVERSION_WEIGHT = 1.5
const INTO: ReadonlySet<string> = new Set(['to', 'into', 'as', 'in'])
/** How many words on each side of `to` may be the source or the target. */
const REACH = 2

/** All pairs of neighbours, and the conversions that the corpus knows. */
export function joinedWordsOf(
  tokens: readonly Token[],
  isKnown: (term: string) => boolean,
): JoinedWord[] {
  const words = tokens.filter(({ kinds }) => kinds.length === 0)
  return [...neighboursOf(words), ...conversionsOf(words, isKnown), ...sideBySide(words, isKnown)]
}

const neighboursOf = (tokens: readonly Token[]): JoinedWord[] =>
  tokens.slice(1).map((second, at) => {
    const first = tokens[at] as Token
    const folded = first.word.folded + second.word.folded
    const written = `${first.word.written} ${second.word.written}`
    const word = { written, folded, term: termOf(folded), isCommon: false, parts: [] }
    return { word, tokens: [first, second], weight: NEIGHBOURS_WEIGHT }
  })

/** `JSON to CSV`, or `CSV from JSON`. */
function conversionsOf(tokens: readonly Token[], isKnown: (term: string) => boolean): JoinedWord[] {
  return tokens.flatMap(({ word }, at) => {
    const isInto = INTO.has(word.folded)
    if (!isInto && word.folded !== 'from') return []
    const before = tokens.slice(Math.max(0, at - REACH), at).toReversed()
    const after = tokens.slice(at + 1, at + 1 + REACH)
    const [sources, targets] = isInto ? [before, after] : [after, before]
    return sources.flatMap((source) => targets.flatMap((target) => joined(source, target, isKnown)))
  })
}

/** The translation of `csv в json` leaves out the preposition, so the words stand side by side. */
const sideBySide = (tokens: readonly Token[], isKnown: (term: string) => boolean): JoinedWord[] =>
  tokens.slice(1).flatMap((target, at) => {
    const source = tokens[at] as Token
    return source.isForeign ? joined(source, target, isKnown) : []
  })

function joined(
  source: Token,
  target: Token,
  isKnown: (term: string) => boolean,
): readonly JoinedWord[] {
  const folded = conversionOf(source.word, target.word, isKnown)
  if (!folded) return []
  const written = `${source.word.written} to ${target.word.written}`
  const word = { written, folded, term: termOf(folded), isCommon: false, parts: [] }
  return [{ word, tokens: [source, target], weight: CONVERSION_WEIGHT }]
}

function conversionOf(
  source: Word,
  target: Word,
  isKnown: (term: string) => boolean,
): string | undefined {
  for (const from of [source.folded, ...synonymsOf(source.term)]) {
    for (const to of [target.folded, ...synonymsOf(target.term)]) {
      const folded = `${from}to${to}`
      if (isKnown(termOf(folded))) return folded
    }
  }
  return undefined
}
