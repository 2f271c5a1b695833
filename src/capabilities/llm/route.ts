import { textOf, type Conversation } from './conversation.ts'

export type Category = 'code' | 'reasoning' | 'long' | 'general'

export interface Routed {
  readonly category: Category
  /** The reason of the choice, for the answer. */
  readonly signals: readonly string[]
}

const HEAD = 2_048
const LONG_CHARACTERS = 32_000

const STRONG_CODE: readonly (readonly [signal: string, pattern: RegExp])[] = [
  ['fence', /```/],
  ['trace', /\b(Traceback \(most recent|at [\w$.<>]{1,80} \([^)]{1,200}:\d+)/],
  ['diff', /^(@@ -\d|diff --git)/m],
]
const CODE: readonly (readonly [signal: string, pattern: RegExp])[] = [
  ['definition', /\b(function|def|class|interface|struct|impl)\s+\w/],
  ['import', /^\s*(import|from|require|#include|using)\b/m],
  ['query', /\bselect\s[^;]{1,200}\sfrom\b/i],
  ['file', /\b[\w-]{1,60}\.(ts|tsx|js|jsx|py|rs|go|java|rb|php|c|cpp|cs|sql|sh|ya?ml)\b/],
  ['word', /\b(refactor|compile|stack ?trace|unit test|regex|bug|typescript|python|rust)\b/i],
]
const REASONING: readonly (readonly [signal: string, pattern: RegExp])[] = [
  ['proof', /\b(prove|proof|derive|theorem|lemma)\b/i],
  ['steps', /\b(step by step|think (hard|carefully)|reason (about|through))\b/i],
  ['count', /\bhow many\b[^?]{0,200}\d|\bprobability\b|\bpuzzle\b/i],
  ['formula', /\\(frac|sum|int|sqrt)|\$[^$\n]{1,120}\$/],
]

const hits = (text: string, patterns: readonly (readonly [string, RegExp])[]): readonly string[] =>
  patterns.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)

/** What kind of question this is. The same conversation has the same answer. */
export function routeOf({ turns, system }: Conversation): Routed {
  const last = turns.findLast(({ role }) => role === 'user')
  const text = last ? textOf(last.parts) : ''
  const seen = text.length > 2 * HEAD ? `${text.slice(0, HEAD)}\n${text.slice(-HEAD)}` : text
  const strong = hits(seen, STRONG_CODE)
  const code = hits(seen, CODE)
  if (strong.length > 0 || code.length > 1)
    return { category: 'code', signals: [...strong, ...code].map((one) => `code:${one}`) }
  const reasoning = hits(seen, REASONING)
  if (reasoning.length > 0)
    return { category: 'reasoning', signals: reasoning.map((one) => `reasoning:${one}`) }
  const length =
    textOf(system).length + turns.reduce((sum, { parts }) => sum + textOf(parts).length, 0)
  if (length > LONG_CHARACTERS) return { category: 'long', signals: ['long:characters'] }
  return { category: 'general', signals: [] }
}
