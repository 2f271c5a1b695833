/** Chooses the rows of two lists that are worth comparing, and the pairs to keep. */

export interface Pair {
  readonly left: number
  readonly right: number
  readonly score: number
}

const GRAM = 3
/** A trigram that occurs in more rows distinguishes too little to be worth its time. */
const ROWS_WITH_GRAM_MAX = 400
const CANDIDATES_MAX = 30

const gramsOf = (text: string): readonly string[] => {
  const padded = ` ${text} `
  const count = Math.max(1, padded.length - GRAM + 1)
  return [...new Set(Array.from({ length: count }, (_, at) => padded.slice(at, at + GRAM)))]
}

/** For each left row, the right rows that share the most trigrams. */
export function candidatesOf(
  left: readonly string[],
  right: readonly string[],
): readonly (readonly number[])[] {
  const rows = new Map<string, number[]>()
  for (const [at, text] of right.entries())
    for (const gram of gramsOf(text)) {
      const list = rows.get(gram)
      if (list) list.push(at)
      else rows.set(gram, [at])
    }
  return left.map((text) => {
    const shared = new Map<number, number>()
    const grams = gramsOf(text).toSorted(
      (one, other) => (rows.get(one)?.length ?? 0) - (rows.get(other)?.length ?? 0),
    )
    for (const [order, gram] of grams.entries()) {
      const list = rows.get(gram) ?? []
      // The rarest trigrams are always read, so that no row is left without candidates.
      if (list.length > ROWS_WITH_GRAM_MAX && order > 1) break
      for (const at of list) shared.set(at, (shared.get(at) ?? 0) + 1 / list.length)
    }
    return [...shared]
      .toSorted(([a, one], [b, other]) => other - one || a - b)
      .slice(0, CANDIDATES_MAX)
      .map(([at]) => at)
  })
}

/** Connected rows are matched optimally together, up to this many per side. */
const TOGETHER_MAX = 60

type Assign = (costs: number[][]) => readonly (readonly [number, number])[]

/** One right row for each left row: with the highest sum of scores where that can be computed. */
export function oneToOne(pairs: readonly Pair[], assign: Assign): readonly Pair[] {
  return groupsOf(pairs).flatMap((group) => {
    const left = [...new Set(group.map((pair) => pair.left))]
    const right = [...new Set(group.map((pair) => pair.right))]
    if (left.length === 1 && right.length === 1) return group
    if (left.length > TOGETHER_MAX || right.length > TOGETHER_MAX) return greedily(group)
    const known = new Map(group.map((pair) => [`${pair.left} ${pair.right}`, pair]))
    const pairAt = (row: number, column: number) => known.get(`${left[row]} ${right[column]}`)
    const costs = left.map((_, row) =>
      right.map((_one, column) => 1 - (pairAt(row, column)?.score ?? 0)),
    )
    return assign(costs).flatMap(([row, column]) => pairAt(row, column) ?? [])
  })
}

function greedily(pairs: readonly Pair[]): readonly Pair[] {
  const taken = { left: new Set<number>(), right: new Set<number>() }
  return pairs
    .toSorted((one, other) => other.score - one.score)
    .filter(({ left, right }) => {
      if (taken.left.has(left) || taken.right.has(right)) return false
      taken.left.add(left)
      taken.right.add(right)
      return true
    })
}

/** Pairs that share rows, directly or through other pairs. */
function groupsOf(pairs: readonly Pair[]): readonly (readonly Pair[])[] {
  const above = new Map<string, string>()
  const topOf = (key: string): string => {
    let top = key
    while (above.has(top)) top = above.get(top) ?? top
    if (top !== key) above.set(key, top)
    return top
  }
  for (const { left, right } of pairs) {
    const [one, other] = [topOf(`l${left}`), topOf(`r${right}`)]
    if (one !== other) above.set(other, one)
  }
  const groups = new Map<string, Pair[]>()
  for (const pair of pairs) {
    const top = topOf(`l${pair.left}`)
    const group = groups.get(top)
    if (group) group.push(pair)
    else groups.set(top, [pair])
  }
  return [...groups.values()]
}
