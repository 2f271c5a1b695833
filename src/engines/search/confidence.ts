import type { QueryTerm } from './query-terms.ts'
import { BIAS, WEIGHTS } from './tables/confidence.ts'

/** What speaks for or against the best hit, in the order of the list `SIGNS`. */
export interface Signs {
  /** The logarithm of how many of the rarest words its score by words is worth; 0 to about 3. */
  readonly evidence: number
  /** Its likeness to the question, 0 to 1. */
  readonly likeness: number
  /** The share of the next hits that are of its group. Chance hits come from everywhere. */
  readonly kin: number
  /** The share of telling words that no document has. */
  readonly strange: number
  /** 1 if the question has one telling word at most, which gives less evidence than several. */
  readonly isSingle: number
  /** 1 if the question asks for an action in the real world that no best hit performs. */
  readonly isUndone: number
}

export const SIGNS = [
  'evidence',
  'likeness',
  'kin',
  'strange',
  'isSingle',
  'isUndone',
] as const satisfies readonly (keyof Signs)[]

/** What is known of the best hit. */
export interface BestHit {
  /** Its score by words, in scores of the rarest word. */
  readonly words: number
  readonly likeness: number
  readonly kin: number
}

/** Terms of less importance only help to rank. */
const TELLING_MIN = 0.5
/** The logarithm of more words is the same. */
const WORDS_MAX = 8

export function signsOf(
  terms: readonly QueryTerm[],
  { words, likeness, kin }: BestHit,
  isDone: boolean | null,
): Signs {
  const telling = terms.filter(({ importance }) => importance >= TELLING_MIN)
  const strange = telling.filter(({ matches }) => matches.length === 0)
  return {
    evidence: Math.log2(1 + Math.min(WORDS_MAX, words)),
    likeness,
    kin,
    strange: telling.length === 0 ? 0 : strange.length / telling.length,
    isSingle: telling.length <= 1 ? 1 : 0,
    isUndone: isDone === false ? 1 : 0,
  }
}

/** From here on a tool serves the question more likely than not. */
export const COVERED_MIN = 0.5

/** How likely it is that a tool serves a question with these signs; 0 to 1, in thousandths. */
export function confidenceOf(signs: Signs): number {
  const sum = SIGNS.reduce((total, sign) => total + WEIGHTS[sign] * signs[sign], BIAS)
  return Math.round(1000 / (1 + Math.exp(-sum))) / 1000
}
