import { termOf } from '../../../../engines/search/terms.ts'

/** The same words, which several clients searched for. */
export interface Searched {
  readonly words: string
  readonly searches: number
  readonly unmatched: number
  readonly nearest: string | null
  readonly firstDay: number
  readonly lastDay: number
}

export interface Cluster {
  readonly terms: readonly string[]
  readonly searches: number
  readonly unmatched: number
  readonly firstDay: number
  readonly lastDay: number
  readonly nearest: string | null
}

const TERMS_MAX = 6
/** Two searches want the same if they share at least this part of all their words. */
const ALIKE_MIN = 0.5

interface Grown {
  readonly stems: ReadonlySet<string>
  readonly members: Searched[]
}

/**
 * Searches that want the same, together: the most frequent words lead, others join them. Of their
 * words only those are named that may be told.
 */
export function clustersOf(
  rows: readonly Searched[],
  told: ReadonlySet<string>,
): readonly Cluster[] {
  const grown: Grown[] = []
  const byStem = new Map<string, number[]>()
  for (const row of rows.toSorted((a, b) => b.searches - a.searches || order(a.words, b.words))) {
    const stems = new Set(row.words.split(' ').map(termOf))
    const near = nearestOf(stems, grown, byStem)
    if (near) near.members.push(row)
    else {
      for (const stem of stems) byStem.set(stem, [...(byStem.get(stem) ?? []), grown.length])
      grown.push({ stems, members: [row] })
    }
  }
  return grown
    .map(({ members }) => clusterOf(members, told))
    .filter(({ terms }) => terms.length > 0)
}

function nearestOf(
  stems: ReadonlySet<string>,
  grown: readonly Grown[],
  byStem: ReadonlyMap<string, readonly number[]>,
): Grown | null {
  const shared = new Map<number, number>()
  for (const stem of stems)
    for (const at of byStem.get(stem) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1)
  let best: Grown | null = null
  let most = 0
  for (const [at, count] of shared) {
    const other = grown[at]
    if (!other) continue
    const alike = count / (stems.size + other.stems.size - count)
    if (alike >= ALIKE_MIN && alike > most) [best, most] = [other, alike]
  }
  return best
}

function clusterOf(members: readonly Searched[], told: ReadonlySet<string>): Cluster {
  const weights = new Map<string, number>()
  for (const { words, searches } of members)
    for (const word of words.split(' ')) weights.set(word, (weights.get(word) ?? 0) + searches)
  const terms = [...weights]
    .filter(([word]) => told.has(word))
    .toSorted(([a, one], [b, other]) => other - one || order(a, b))
    .slice(0, TERMS_MAX)
    .map(([word]) => word)
  return {
    terms,
    searches: sum(members.map(({ searches }) => searches)),
    unmatched: sum(members.map(({ unmatched }) => unmatched)),
    firstDay: Math.min(...members.map(({ firstDay }) => firstDay)),
    lastDay: Math.max(...members.map(({ lastDay }) => lastDay)),
    nearest: members.find(({ nearest }) => nearest !== null)?.nearest ?? null,
  }
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
