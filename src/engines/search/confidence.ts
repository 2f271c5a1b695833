import type { QueryTerm } from './query-terms.ts'
import type { Scored } from './tally.ts'

/** A hit, and its likeness to the question; null where documents have no passages. */
export interface Voted extends Scored {
  readonly likeness: number | null
}

/** What speaks for or against the best hits, each 0 to 1. */
export interface Signs {
  /** The share of the essential words that one of the best hits has. */
  readonly coverage: number
  /** The likeness of the best hit to the question. */
  readonly likeness: number
  /** How far the best hit is above the third one. */
  readonly lead: number
  /** Too few of the essential words are met: less than two fifths, or one of two. */
  readonly isThin: number
  /** The share of words that no document has. */
  readonly strange: number
  /** It asks for an action in the real world that no best hit performs. */
  readonly isUndone: number
}

/** So many best hits are looked at. */
export const BEST_READ = 3
/** Terms of less importance only help to rank. */
const TELLING_MIN = 0.5
const THIN = 0.4
/** With two words a hit needs both: one of them alone would be a half. */
const THIN_OF_TWO = 0.52

export function signsOf(
  terms: readonly QueryTerm[],
  scores: readonly Voted[],
  isDone: boolean | null,
): Signs {
  const best = scores.slice(0, BEST_READ)
  const first = best[0]?.score ?? 0
  const telling = terms.filter(({ importance }) => importance >= TELLING_MIN)
  const strange = telling.filter(({ matches }) => matches.length === 0)
  const coverage = Math.max(0, ...best.map((each) => each.coverage))
  return {
    coverage,
    likeness: best[0]?.likeness ?? coverage,
    lead: first === 0 ? 0 : 1 - (best[2]?.score ?? 0) / first,
    isThin: coverage < (telling.length === 2 ? THIN_OF_TWO : THIN) ? 1 : 0,
    strange: telling.length === 0 ? 0 : strange.length / telling.length,
    isUndone: isDone === false ? 1 : 0,
  }
}

/** Fitted by a logistic regression on questions of which it is known whether a tool serves them. */
const BIAS = -0.85
const WEIGHTS: Signs = {
  coverage: 2.2,
  likeness: 1.85,
  lead: 2.25,
  isThin: -1.25,
  strange: -2.4,
  isUndone: -4.6,
}

/**
 * From here on the question counts as covered. It is above a half: a promise that no tool keeps
 * costs
 * more than a doubt, and the older questions stay on their bounds.
 */
export const COVERED_MIN = 0.755

const SIGNS = Object.keys(WEIGHTS) as (keyof Signs)[]

export function confidenceOf(signs: Signs): number {
  const sum = SIGNS.reduce((total, sign) => total + WEIGHTS[sign] * signs[sign], BIAS)
  return Math.round(1000 / (1 + Math.exp(-sum))) / 1000
}
