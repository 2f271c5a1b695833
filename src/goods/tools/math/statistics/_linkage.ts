/** Agglomerative clustering by nearest-neighbour chains (Murtagh 1983), in n^2 steps. */

export type Linkage = 'single' | 'complete' | 'average' | 'ward'

interface Merge {
  readonly a: number
  readonly b: number
  readonly height: number
}

type Points = readonly (readonly number[])[]

export const squaredDistance = (a: readonly number[], b: readonly number[]): number => {
  let total = 0
  for (let at = 0; at < a.length; at += 1) total += ((a[at] ?? 0) - (b[at] ?? 0)) ** 2
  return total
}

/** The cluster of each point when k are left. */
export function linked(points: Points, k: number, linkage: Linkage): number[] {
  const merges = mergesOf(points, linkage).toSorted((a, b) => a.height - b.height)
  const parents = points.map((_, at) => at)
  const rootOf = (at: number): number => {
    let root = at
    while (parents[root] !== root) root = parents[root] ?? root
    for (let step = at; parents[step] !== root;) {
      const next = parents[step] ?? root
      parents[step] = root
      step = next
    }
    return root
  }
  for (const { a, b } of merges.slice(0, Math.max(0, points.length - k)))
    parents[rootOf(a)] = rootOf(b)
  return points.map((_, at) => rootOf(at))
}

function mergesOf(points: Points, linkage: Linkage): Merge[] {
  const n = points.length
  const distances = distancesOf(points, linkage)
  const sizes = new Int32Array(n).fill(1)
  const isGone = new Uint8Array(n)
  const merges: Merge[] = []
  let chain: number[] = []
  while (merges.length < n - 1) {
    if (chain.length === 0) chain = [isGone.indexOf(0)]
    const top = chain.at(-1) ?? 0
    const before = chain.at(-2)
    const near = nearestOf(top, before, distances, isGone)
    if (near !== before) {
      chain.push(near)
      continue
    }
    chain.length -= 2
    merges.push({ a: top, b: near, height: distances[top * n + near] ?? 0 })
    join(top, near, distances, sizes, isGone, linkage)
  }
  return merges
}

/** The nearest cluster; of equally near ones the previous one of the chain. */
function nearestOf(
  from: number,
  before: number | undefined,
  distances: Float64Array,
  isGone: Uint8Array,
): number {
  const n = isGone.length
  let near = before ?? -1
  let least = before === undefined ? Infinity : (distances[from * n + before] ?? Infinity)
  for (let other = 0; other < n; other += 1) {
    if (other === from || isGone[other] === 1) continue
    const apart = distances[from * n + other] ?? Infinity
    if (apart < least || near < 0) [near, least] = [other, apart]
  }
  return near
}

function distancesOf(points: Points, linkage: Linkage): Float64Array {
  const n = points.length
  const distances = new Float64Array(n * n)
  for (const [row, a] of points.entries())
    for (const [column, b] of points.entries()) {
      const square = squaredDistance(a, b)
      distances[row * n + column] = linkage === 'ward' ? square : Math.sqrt(square)
    }
  return distances
}

/** The update of Lance and Williams; the second cluster absorbs the first. */
function join(
  a: number,
  b: number,
  distances: Float64Array,
  sizes: Int32Array,
  isGone: Uint8Array,
  linkage: Linkage,
): void {
  const n = isGone.length
  const [sizeA, sizeB] = [sizes[a] ?? 1, sizes[b] ?? 1]
  const between = distances[a * n + b] ?? 0
  isGone[a] = 1
  sizes[b] = sizeA + sizeB
  for (let other = 0; other < n; other += 1) {
    if (other === b || isGone[other] === 1) continue
    const [toA, toB] = [distances[a * n + other] ?? 0, distances[b * n + other] ?? 0]
    const size = sizes[other] ?? 1
    const next = {
      single: Math.min(toA, toB),
      complete: Math.max(toA, toB),
      average: (sizeA * toA + sizeB * toB) / (sizeA + sizeB),
      ward: ((sizeA + size) * toA + (sizeB + size) * toB - size * between) / (sizeA + sizeB + size),
    }[linkage]
    distances[b * n + other] = next
    distances[other * n + b] = next
  }
}
