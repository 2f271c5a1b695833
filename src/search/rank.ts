import { postingsOf, type Document } from './corpus.ts'
import { nameOf } from './terms.ts'
import { isMetBy, rarestOf, wantsOf, type Want } from './wants.ts'

export interface Hit<T> {
  readonly item: T
  readonly score: number
}

export interface Ranking<T> {
  /** By score, then by first name. */
  readonly hits: readonly Hit<T>[]
  /** How many documents scored at all. */
  readonly matched: number
  /** The word of the query that is rarest in the corpus; one that no document has is the rarest. */
  readonly rarestTerm: string
  /** Whether the best hit has that word, or a synonym of it. */
  readonly rarestTermCovered: boolean
}

export interface Index<T> {
  search(query: string, limit: number): Ranking<T>
}

/** What a query holds beyond these is not read. */
const CHARACTERS_MAX = 4000

/** Ranks documents against queries; it knows nothing of what the documents are about. */
export function createIndex<T>(documents: readonly Document<T>[]): Index<T> {
  const corpus = postingsOf(documents)
  const items = documents.map(({ item }) => item)
  const named = byName(documents)
  const order = alphabetical(documents)
  const tally = createTally(documents.length)

  return {
    search(query, limit) {
      const read = query.slice(0, CHARACTERS_MAX)
      const wants = wantsOf(read, corpus)
      for (const want of wants) tally.add(want)
      tally.raise(named.get(nameOf(read)) ?? [])
      const { scores, matched } = tally.take(limit, order)
      const rarest = rarestOf(wants)
      const [best] = scores
      return {
        hits: scores.map(({ place, score }) => ({ item: items[place] as T, score })),
        matched,
        rarestTerm: rarest?.written ?? '',
        rarestTermCovered: Boolean(best && rarest && isMetBy(rarest, best.place)),
      }
    },
  }
}

interface Scored {
  readonly place: number
  readonly score: number
}

const THOUSANDTHS = 1000

/** Of the further ways in which a document meets a want, beside the best. */
const OTHER_WAYS_WEIGHT = 0.2

/** Adds up scores by document. Its memory serves one query after another. */
function createTally(size: number) {
  const total = new Float64Array(size)
  const best = new Float64Array(size)
  const sum = new Float64Array(size)
  let touched: number[] = []

  function give(place: number, score: number): void {
    const known = total[place] as number
    if (known === 0) touched.push(place)
    total[place] = known + score
  }

  return {
    add({ ways }: Want): void {
      const met: number[] = []
      for (const { postings, weight } of ways) {
        for (let at = 0; at < postings.documents.length; at++) {
          const place = postings.documents[at] as number
          const score = weight * (postings.scores[at] as number)
          const known = sum[place] as number
          if (known === 0) met.push(place)
          sum[place] = known + score
          if (score > (best[place] as number)) best[place] = score
        }
      }
      for (const place of met) {
        const high = best[place] as number
        give(place, high + OTHER_WAYS_WEIGHT * ((sum[place] as number) - high))
        best[place] = 0
        sum[place] = 0
      }
    },
    /** Lifts what was asked for by name above all else, a surer name above a less sure one. */
    raise(named: readonly Named[]): void {
      let highest = 1
      for (const place of touched) highest = Math.max(highest, total[place] as number)
      for (const { place, sureness } of named) give(place, highest * sureness)
    },
    /** The highest scores, rounded before they are compared; the tally is empty again. */
    take(limit: number, order: Uint32Array): { scores: readonly Scored[]; matched: number } {
      const top: Scored[] = []
      const isAbove = (a: Scored, b: Scored): boolean =>
        a.score === b.score
          ? (order[a.place] as number) < (order[b.place] as number)
          : a.score > b.score
      for (const place of touched) {
        const next = {
          place,
          score: Math.round((total[place] as number) * THOUSANDTHS) / THOUSANDTHS,
        }
        total[place] = 0
        const last = top[limit - 1]
        if (last && !isAbove(next, last)) continue
        const at = top.findIndex((other) => isAbove(next, other))
        top.splice(at < 0 ? top.length : at, 0, next)
        if (top.length > limit) top.pop()
      }
      const matched = touched.length
      touched = []
      return { scores: top, matched }
    },
  }
}

interface Named {
  readonly place: number
  /** One for the last of a document's names, more for those before it. */
  readonly sureness: number
}

function byName(documents: readonly Document<unknown>[]): ReadonlyMap<string, readonly Named[]> {
  const named = new Map<string, Named[]>()
  for (const [place, { names }] of documents.entries()) {
    const folded = names.map(nameOf)
    for (const [at, name] of folded.entries()) {
      if (name === '' || folded.indexOf(name) < at) continue
      const known = named.get(name) ?? []
      known.push({ place, sureness: names.length - at })
      named.set(name, known)
    }
  }
  return named
}

/** The rank of each document by its first name. */
function alphabetical(documents: readonly Document<unknown>[]): Uint32Array {
  const name = (place: number): string => documents[place]?.names[0] ?? ''
  const places = documents.map((_, place) => place)
  places.sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : a - b))
  const order = new Uint32Array(documents.length)
  for (const [rank, place] of places.entries()) order[place] = rank
  return order
}
