import type { QueryTerm } from './query-terms.ts'

export interface Scored {
  /** By place in the corpus. */
  readonly place: number
  readonly score: number
  /** The share of what is asked for that the document has, 0 to 1. */
  readonly coverage: number
}

/** A document that was asked for by name. */
export interface Named {
  readonly place: number
  /** One for the last of a document's names, more for those before it. */
  readonly sureness: number
}

const THOUSANDTHS = 1000
/** Of the further ways in which a document matches a term, beside the best. */
const OTHER_MATCHES_WEIGHT = 0.2
/** How much of its score a document keeps that has nothing of what matters in the question. */
const UNCOVERED_WEIGHT = 0.5
/** A document has a term in full when it scores this share of the most that the term could give. */
const FULL_SHARE = 0.5

/** Adds up scores by document. Its memory serves one query after another. */
export function createTally(size: number) {
  const total = new Float64Array(size)
  const covered = new Float64Array(size)
  const best = new Float64Array(size)
  const sum = new Float64Array(size)
  const share = new Float64Array(size)
  let touched: number[] = []
  let asked = 0

  function give(place: number, score: number): void {
    const known = total[place] as number
    if (known === 0) touched.push(place)
    total[place] = known + score
  }

  const coverageOf = (place: number): number =>
    asked === 0 ? 1 : (covered[place] as number) / asked

  function scoreOf(place: number): Scored {
    const score = Math.round((total[place] as number) * THOUSANDTHS) / THOUSANDTHS
    return { place, score, coverage: coverageOf(place) }
  }

  function clear(): void {
    for (const place of touched) {
      total[place] = 0
      covered[place] = 0
    }
    touched = []
    asked = 0
  }

  return {
    add({ matches, importance }: QueryTerm): void {
      asked += importance
      const met: number[] = []
      for (const { postings, weight } of matches) {
        const full = postings.rarity * FULL_SHARE
        for (let at = 0; at < postings.documents.length; at++) {
          const place = postings.documents[at] as number
          const own = postings.scores[at] as number
          const score = weight * own
          const known = sum[place] as number
          if (known === 0) met.push(place)
          sum[place] = known + score
          if (score > (best[place] as number)) best[place] = score
          if (own / full > (share[place] as number)) share[place] = own / full
        }
      }
      for (const place of met) {
        const high = best[place] as number
        give(place, high + OTHER_MATCHES_WEIGHT * ((sum[place] as number) - high))
        const has = importance * Math.min(1, share[place] as number)
        covered[place] = (covered[place] as number) + has
        best[place] = 0
        sum[place] = 0
        share[place] = 0
      }
    },
    /**
     * The highest scores, rounded before they are compared. What was asked for by name stands above
     * all else, a surer name above a less sure one. The tally is empty again.
     */
    take(
      limit: number,
      order: Uint32Array,
      named: readonly Named[],
      isWanted: (place: number) => boolean = () => true,
    ): { scores: readonly Scored[]; matched: number } {
      let highest = 1
      for (const place of touched) {
        const kept = UNCOVERED_WEIGHT + (1 - UNCOVERED_WEIGHT) * coverageOf(place)
        const score = kept * (total[place] as number)
        total[place] = score
        highest = Math.max(highest, score)
      }
      for (const { place, sureness } of named) {
        give(place, highest * sureness)
        covered[place] = asked
      }
      const wanted = touched.filter(isWanted)
      const scores = highestOf(wanted.map(scoreOf), limit, order)
      clear()
      return { scores, matched: wanted.length }
    },
  }
}

function highestOf(all: readonly Scored[], limit: number, order: Uint32Array): Scored[] {
  const top: Scored[] = []
  const isAbove = (a: Scored, b: Scored): boolean =>
    a.score === b.score
      ? (order[a.place] as number) < (order[b.place] as number)
      : a.score > b.score
  for (const next of all) {
    const last = top[limit - 1]
    if (last && !isAbove(next, last)) continue
    const at = top.findIndex((other) => isAbove(next, other))
    top.splice(at < 0 ? top.length : at, 0, next)
    if (top.length > limit) top.pop()
  }
  return top
}
