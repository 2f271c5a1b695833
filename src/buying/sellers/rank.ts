import type { Document } from '../../engines/search/corpus.ts'
import { createLargeIndex, type Index } from '../../engines/search/rank.ts'
import { inSlices, type Sliced } from '../../engines/search/slices.ts'
import type { Nanos } from './price.ts'

/** A tool of this service or of another seller, with the fields that ranking uses. */
export interface Good {
  readonly seller: string
  readonly isOwn: boolean
  /** What makes rows one seller's, whatever their hosts: its domain, and its wallets. */
  readonly owners: readonly string[]
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly category: string
  readonly inputs: readonly string[]
  readonly details: readonly string[]
  readonly outputs: readonly string[]
  readonly health: number
  readonly payers30d: number
  readonly price: Nanos | null
  readonly isCurated: boolean
  /** Whether its seller took money of this service lately and delivered nothing. */
  isFailing?(): boolean
}

export interface Ranked<G extends Good> {
  readonly good: G
  /** Rounded to thousandths. */
  readonly score: number
  /** 1 for the cheapest of those that were returned; null where the price is unknown. */
  readonly priceRank: number | null
}

export interface Ranking<G extends Good> {
  readonly ranked: readonly Ranked<G>[]
  readonly matched: number
  /** Sellers among all that scored. */
  readonly sellersMatched: number
  /** Whether one of the best has what the question hangs on. */
  readonly isCovered: boolean
  /** How likely it is that one of them answers the question; 0 to 1. */
  readonly confidence: number
}

/** All goods in one index, so that a word is as rare for one seller as for the other. */
export interface GoodsIndex<G extends Good> {
  top(query: string, k: number, isWanted: (good: G) => boolean): Ranking<G>
}

/**
 * One set of weights for everybody. What only own tools have, such as the questions that they
 * answer, does not count here.
 */
const WEIGHTS = {
  slug: 1,
  name: 1,
  description: 1,
  inputs: 0.7,
  details: 0.4,
  outputs: 0.4,
  category: 0.1,
}

/** What decides between equal scores, in this order. */
const TIEBREAKS: readonly (readonly [name: string, compare: (a: Good, b: Good) => number])[] = [
  ['health', (a, b) => b.health - a.health],
  ['payers30d', (a, b) => b.payers30d - a.payers30d],
  ['price', (a, b) => (a.price ?? Infinity) - (b.price ?? Infinity) || 0],
  ['curated', (a, b) => Number(b.isCurated) - Number(a.isCurated)],
  ['shorter slug', (a, b) => a.slug.length - b.slug.length],
  ['origin', (a, b) => (a.seller < b.seller ? -1 : a.seller > b.seller ? 1 : 0)],
]

export const TIEBREAK_NAMES: readonly string[] = TIEBREAKS.map(([name]) => name)

/** One seller has at most this share of the rows, unless nobody else has any. */
const SELLER_SHARE = 3
/** Hits that are looked through for one row. */
const HITS_PER_ROW = 8
const HITS_MIN = 60

export async function createGoodsIndex<G extends Good>(
  goods: readonly G[],
): Promise<GoodsIndex<G>> {
  const index: Index<G> = await createLargeIndex(await inSlices(documentsOf(goods)))
  const counter = createSellerCounter(goods)

  return {
    top(query, k, isWanted) {
      const counted = counter.start()
      const isCounted = (good: G, place: number): boolean => {
        const counts = isWanted(good)
        if (counts) counted.see(place)
        return counts
      }
      const {
        hits,
        matched,
        rarestTermCovered: isCovered,
        confidence,
      } = index.search(query, Math.max(HITS_MIN, k * HITS_PER_ROW), isCounted)
      const ordered = hits.toSorted(
        (a, b) =>
          failing(a.item) - failing(b.item) || b.score - a.score || tiebreak(a.item, b.item),
      )
      const chosen = shared(
        ordered.map(({ item }) => item),
        k,
      )
      const prices = [...chosen].flatMap(({ price }) => price ?? []).toSorted((a, b) => a - b)
      const ranked = ordered
        .filter(({ item }) => chosen.has(item))
        .map(({ item: good, score }) => ({
          good,
          score,
          priceRank: good.price === null ? null : prices.indexOf(good.price) + 1,
        }))
      return { ranked, matched, sellersMatched: counted.size(), isCovered, confidence }
    },
  }
}

/** Counts different sellers: a question may meet all goods, and a set of their names is slow. */
function createSellerCounter(goods: readonly Good[]) {
  const numbers = new Map<string, number>()
  const numberOf = (seller: string): number => {
    const number = numbers.get(seller) ?? numbers.size
    numbers.set(seller, number)
    return number
  }
  const sellers = Uint32Array.from(goods, ({ seller }) => numberOf(seller))
  /** By seller, the question that has last met it. */
  const seenBy = new Uint32Array(numbers.size)
  let question = 0
  return {
    start() {
      question += 1
      let size = 0
      return {
        see(place: number): void {
          const seller = sellers[place] as number
          if (seenBy[seller] === question) return
          seenBy[seller] = question
          size += 1
        },
        size: () => size,
      }
    },
  }
}

const failing = (good: Good): number => Number(good.isFailing?.() ?? false)

function tiebreak(a: Good, b: Good): number {
  for (const [, compare] of TIEBREAKS) {
    const order = compare(a, b)
    if (order) return order
  }
  return 0
}

/** The best `k`, no seller with more than its share; what is left is filled up from below. */
function shared<G extends Good>(ordered: readonly G[], k: number): ReadonlySet<G> {
  const most = Math.ceil(k / SELLER_SHARE)
  const counts = new Map<string, number>()
  const chosen = new Set<G>()
  for (const good of ordered) {
    if (chosen.size === k) break
    const known = Math.max(...good.owners.map((owner) => counts.get(owner) ?? 0))
    if (known >= most) continue
    for (const owner of good.owners) counts.set(owner, (counts.get(owner) ?? 0) + 1)
    chosen.add(good)
  }
  for (const good of ordered) {
    if (chosen.size === k) break
    chosen.add(good)
  }
  return chosen
}

/** Names are short, and say the most. */
const textOf = ({ slug, name, description, inputs }: Good): string =>
  [slug, name, name, description, ...inputs].join(' ')

function* documentsOf<G extends Good>(goods: readonly G[]): Sliced<Document<G>[]> {
  const documents: Document<G>[] = []
  for (const good of goods) {
    documents.push(documentOf(good))
    yield
  }
  return documents
}

function documentOf<G extends Good>(good: G): Document<G> {
  return {
    item: good,
    names: [good.slug, good.name],
    passages: [textOf(good)],
    group: good.category,
    fields: [
      { text: good.slug, weight: WEIGHTS.slug },
      { text: good.name, weight: WEIGHTS.name },
      { text: good.description, weight: WEIGHTS.description },
      { text: good.inputs.join(' '), weight: WEIGHTS.inputs },
      { text: good.details.join(' '), weight: WEIGHTS.details },
      { text: good.outputs.join(' '), weight: WEIGHTS.outputs },
      { text: good.category, weight: WEIGHTS.category },
    ],
  }
}
