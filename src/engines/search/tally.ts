import type { QueryTerm } from './query-terms.ts'

export interface Scored {
  /** The index in the corpus. */
  readonly place: number
  readonly score: number
  /** The share of the important terms that the document has; 0 to 1. */
  readonly coverage: number
}

/** A document whose name is in the query. */
export interface Named {
  readonly place: number
  /** 1 for the last of its names, more for those before it. */
  readonly sureness: number
}

const THOUSANDTHS = 1000
/** The weight of all matches of one term after the best one. */
const OTHER_MATCHES_WEIGHT = 0.2
/** The share of its score that a document keeps if it has none of the important terms. */
const UNCOVERED_WEIGHT = 0.5
/** A document has a term in full from this share of the highest score of the term. */
const FULL_SHARE = 0.5

/** Adds up scores by document. The same arrays serve one query after another. */
export function createTally(size: number) {
  const total = new Float64Array(size)
  const covered = new Float64Array(size)
  const best = new Float64Array(size)
  const sum = new Float64Array(size)
  const share = new Float64Array(size)
  /** The documents with a score, and their number. */
  const touched = new Uint32Array(size)
  let touchedCount = 0
  /** The documents that match the current term. */
  const met = new Uint32Array(size)
  let asked = 0

  function give(place: number, score: number): void {
    const known = total[place] as number
    if (known === 0) touched[touchedCount++] = place
    total[place] = known + score
  }

  const coverageOf = (place: number): number =>
    asked === 0 ? 1 : (covered[place] as number) / asked

  function clear(): void {
    for (let at = 0; at < touchedCount; at += 1) {
      const place = touched[at] as number
      total[place] = 0
      covered[place] = 0
    }
    touchedCount = 0
    asked = 0
  }

  /** Adds all matches of one term. Returns the number of matched documents. */
  function meet(matches: QueryTerm['matches']): number {
    let count = 0
    for (const { postings, weight } of matches) {
      const { documents, scores } = postings
      const full = postings.rarity * FULL_SHARE
      for (let at = 0; at < documents.length; at += 1) {
        const place = documents[at] as number
        const own = scores[at] as number
        const score = weight * own
        const known = sum[place] as number
        if (known === 0) met[count++] = place
        sum[place] = known + score
        if (score > (best[place] as number)) best[place] = score
        if (own / full > (share[place] as number)) share[place] = own / full
      }
    }
    return count
  }

  /** Weighs each score by the coverage of the document. Returns the highest score. */
  function weigh(): number {
    let highest = 1
    for (let at = 0; at < touchedCount; at += 1) {
      const place = touched[at] as number
      const kept = UNCOVERED_WEIGHT + (1 - UNCOVERED_WEIGHT) * coverageOf(place)
      const score = kept * (total[place] as number)
      total[place] = score
      if (score > highest) highest = score
    }
    return highest
  }

  return {
    add({ matches, importance }: QueryTerm): void {
      asked += importance
      const count = meet(matches)
      for (let at = 0; at < count; at += 1) {
        const place = met[at] as number
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
     * Takes the documents with the highest scores, rounded before they are compared. Documents that
     * the query names come first, a more certain name before a less certain one. Empties the tally.
     */
    take(
      limit: number,
      order: Uint32Array,
      named: readonly Named[],
      isWanted: (place: number) => boolean = () => true,
    ): { scores: readonly Scored[]; matched: number } {
      const highest = weigh()
      for (const { place, sureness } of named) {
        give(place, highest * sureness)
        covered[place] = asked
      }
      const top = createTop(limit, order)
      let matched = 0
      for (let at = 0; at < touchedCount; at += 1) {
        const place = touched[at] as number
        if (!isWanted(place)) continue
        matched += 1
        top.offer(place, Math.round((total[place] as number) * THOUSANDTHS))
      }
      const scores = top
        .taken()
        .map(({ place, key }) => ({ place, score: key / THOUSANDTHS, coverage: coverageOf(place) }))
      clear()
      return { scores, matched }
    },
  }
}

/** Keeps the highest scores in a heap with the lowest of them at the root. Ties are ordered. */
function createTop(limit: number, order: Uint32Array) {
  const places: number[] = []
  const keys: number[] = []

  const isBelow = (a: number, b: number): boolean => {
    const difference = (keys[a] as number) - (keys[b] as number)
    if (difference !== 0) return difference < 0
    return (order[places[a] as number] as number) > (order[places[b] as number] as number)
  }

  function swap(a: number, b: number): void {
    const place = places[a] as number
    const key = keys[a] as number
    places[a] = places[b] as number
    keys[a] = keys[b] as number
    places[b] = place
    keys[b] = key
  }

  function rise(from: number): void {
    for (let at = from; at > 0;) {
      const above = (at - 1) >> 1
      if (!isBelow(at, above)) return
      swap(at, above)
      at = above
    }
  }

  function sink(): void {
    for (let at = 0; ;) {
      let low = at
      for (let below = 2 * at + 1; below <= 2 * at + 2; below += 1)
        if (below < places.length && isBelow(below, low)) low = below
      if (low === at) return
      swap(at, low)
      at = low
    }
  }

  return {
    offer(place: number, key: number): void {
      if (places.length < limit) {
        places.push(place)
        keys.push(key)
        return rise(places.length - 1)
      }
      const least = keys[0]
      if (least === undefined || key < least) return
      const isLater = (order[place] as number) > (order[places[0] as number] as number)
      if (key === least && isLater) return
      places[0] = place
      keys[0] = key
      sink()
    },
    /** The highest first. */
    taken: () =>
      places
        .map((place, at) => ({ place, key: keys[at] as number }))
        .toSorted(
          (a, b) => b.key - a.key || (order[a.place] as number) - (order[b.place] as number),
        ),
  }
}
