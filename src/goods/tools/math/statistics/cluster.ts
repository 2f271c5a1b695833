import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { type Draw, drawBy } from '../../../../engines/numbers/seeded.ts'
import { linked, squaredDistance } from './_linkage.ts'

const POINTS_MAX = 5_000
const LINKED_MAX = 2_000
const NUMBERS_MAX = 100_000
const STARTS = 10
const ROUNDS_MAX = 100
/** Numbers times clusters: the steps of a round, of which there are up to 1000. */
const WORK_MAX = 1_000_000

export default defineTool({
  route: 'POST /api/cluster',
  name: 'Clustering',
  description:
    'Groups points by k-means, DBSCAN or hierarchical linkage, with centroids and silhouette score.',
  asks: [
    'k-means clustering of points',
    'dbscan clusters and silhouette score of points',
    'group similar customers',
    'find segments',
    'which points belong together',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    points: z
      .array(z.array(z.number().min(-1e15).max(1e15)).min(1).max(1_000))
      .min(2)
      .max(POINTS_MAX)
      .describe(
        '2 to 5000 points of equal length (2000 for hierarchical), 100000 numbers in all; ' +
          'scale the columns first if their units differ.',
      ),
    method: z
      .enum(['kmeans', 'dbscan', 'hierarchical'])
      .default('kmeans')
      .describe('kmeans and hierarchical make k clusters; dbscan finds their number.'),
    k: z.int().min(1).max(50).default(3).describe('Number of clusters, 1 to 50; not for dbscan.'),
    eps: z.number().gt(0).max(1e15).optional().describe('Radius of a neighbourhood, for dbscan.'),
    minPoints: z
      .int()
      .min(1)
      .max(POINTS_MAX)
      .default(3)
      .describe('Fewest points in a neighbourhood, for dbscan.'),
    linkage: z
      .enum(['ward', 'average', 'complete', 'single'])
      .default('ward')
      .describe('Distance between clusters, for hierarchical.'),
    seed: z.string().max(100).optional().describe('Seed that makes kmeans repeatable.'),
  }),
  output: z.object({
    labels: z.array(z.int()).describe('Cluster of each point, by first appearance; -1 is noise.'),
    centroids: z.array(z.array(z.number())).describe('Mean of each cluster.'),
    sizes: z.array(z.int()),
    inertia: z.number().describe('Sum of squared distances to the centroids, without noise.'),
    silhouette: z
      .number()
      .nullable()
      .describe(
        'Mean silhouette of the points in clusters, -1 to 1; null for fewer than two clusters.',
      ),
  }),
  examples: [
    {
      input: {
        points: [
          [1, 1],
          [1, 2],
          [9, 9],
          [9, 8],
        ],
        k: 2,
        seed: 'a',
      },
      output: {
        labels: [0, 0, 1, 1],
        centroids: [
          [1, 1.5],
          [9, 8.5],
        ],
        sizes: [2, 2],
        inertia: 1,
        silhouette: 0.9059563994242503,
      },
    },
  ],

  run({ points, method, k, eps, minPoints, linkage, seed }) {
    const width = points[0]?.length ?? 0
    if (points.some((point) => point.length !== width))
      throw badInput('points: must all have the same length')
    if (points.length * width > NUMBERS_MAX)
      throw badInput(`points: must hold at most ${NUMBERS_MAX} numbers in all`)
    if (method !== 'dbscan' && k > points.length)
      throw badInput('k: must be at most the number of points')
    const labels = byAppearance(
      method === 'dbscan'
        ? dense(points, eps, minPoints)
        : method === 'kmeans'
          ? nearMeans(points, k, drawBy(seed))
          : linked(limited(points), k, linkage),
    )
    const centroids = meansOf(points, labels, Math.max(-1, ...labels) + 1)
    return {
      labels,
      centroids,
      sizes: centroids.map((_, at) => labels.filter((label) => label === at).length),
      inertia: inertiaOf(points, labels, centroids),
      silhouette: silhouetteOf(points, labels, centroids.length),
    }
  },
})

type Points = readonly (readonly number[])[]

function limited(points: Points): Points {
  if (points.length > LINKED_MAX)
    throw badInput(`points: must be at most ${LINKED_MAX} for hierarchical`)
  return points
}

function byAppearance(labels: readonly number[]): number[] {
  const order = new Map<number, number>()
  return labels.map((label) => {
    if (label < 0) return -1
    if (!order.has(label)) order.set(label, order.size)
    return order.get(label) ?? 0
  })
}

/** DBSCAN (Ester and others 1996): neighbourhoods that hold enough points grow into clusters. */
function dense(points: Points, eps: number | undefined, minPoints: number): number[] {
  if (eps === undefined) throw badInput('eps: must be given for dbscan')
  const near = (at: number): number[] => {
    const from = points[at] ?? []
    return [...points.keys()].filter(
      (other) => squaredDistance(from, points[other] ?? []) <= eps * eps,
    )
  }
  const labels = points.map(() => -1)
  const isSeen = new Uint8Array(points.length)
  let label = 0
  for (const start of points.keys()) {
    if (isSeen[start] === 1 || (labels[start] ?? -1) >= 0) continue
    isSeen[start] = 1
    const queue = near(start)
    if (queue.length < minPoints) continue
    labels[start] = label
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      if ((labels[at] ?? -1) < 0) labels[at] = label
      if (isSeen[at] === 1) continue
      isSeen[at] = 1
      const around = near(at)
      // A point at the edge may have been looked at before, and belongs to no cluster yet.
      if (around.length >= minPoints)
        queue.push(...around.filter((other) => isSeen[other] === 0 || (labels[other] ?? -1) < 0))
    }
    label += 1
  }
  return labels
}

/** The best of ten starts by k-means++ (Arthur and Vassilvitskii 2007), each run to its end. */
function nearMeans(points: Points, k: number, draw: Draw): number[] {
  if (points.length * (points[0]?.length ?? 1) * k > WORK_MAX)
    throw badInput(`k: must be smaller; numbers times clusters must be at most ${WORK_MAX}`)
  let best: { labels: number[]; inertia: number } | undefined
  for (let start = 0; start < STARTS; start += 1) {
    let centres = spreadCentres(points, k, draw)
    let labels: number[] = []
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const next = points.map((point) => nearestOf(point, centres))
      const isDone = next.every((label, at) => label === labels[at])
      labels = next
      if (isDone) break
      const means = meansOf(points, labels, k)
      // A cluster that lost all its points keeps its centre.
      centres = centres.map((centre, at) => (labels.includes(at) ? (means[at] ?? centre) : centre))
    }
    const inertia = inertiaOf(points, labels, centres)
    if (best === undefined || inertia < best.inertia) best = { labels, inertia }
  }
  return best?.labels ?? []
}

/** Each next centre is a point, drawn by its squared distance to the centres so far. */
function spreadCentres(points: Points, k: number, draw: Draw): (readonly number[])[] {
  const centres = [points[draw.below(points.length)] ?? []]
  const squares = points.map(() => Infinity)
  while (centres.length < k) {
    const last = centres.at(-1) ?? []
    for (const [at, point] of points.entries())
      squares[at] = Math.min(squares[at] ?? 0, squaredDistance(point, last))
    let left = draw.unit() * squares.reduce((sum, square) => sum + square, 0)
    const chosen = squares.findIndex((square) => (left -= square) < 0)
    centres.push(points[chosen < 0 ? draw.below(points.length) : chosen] ?? [])
  }
  return centres
}

function nearestOf(point: readonly number[], centres: Points): number {
  let [near, least] = [0, Infinity]
  for (const [at, centre] of centres.entries()) {
    const square = squaredDistance(point, centre)
    if (square < least) [near, least] = [at, square]
  }
  return near
}

function meansOf(points: Points, labels: readonly number[], count: number): number[][] {
  const sums = Array.from({ length: count }, () => (points[0] ?? []).map(() => 0))
  const sizes = sums.map(() => 0)
  for (const [at, label] of labels.entries()) {
    const sum = sums[label]
    if (sum === undefined) continue
    sizes[label] = (sizes[label] ?? 0) + 1
    for (const [place, value] of (points[at] ?? []).entries())
      sum[place] = (sum[place] ?? 0) + value
  }
  return sums.map((sum, label) => sum.map((value) => value / (sizes[label] ?? 1)))
}

const inertiaOf = (points: Points, labels: readonly number[], centres: Points): number =>
  labels.reduce((total, label, at) => {
    const centre = centres[label]
    return centre === undefined ? total : total + squaredDistance(points[at] ?? [], centre)
  }, 0)

/**
 * (b - a) / max(a, b) of the mean distances to the own and to the nearest other cluster; 0 for a
 * point alone.
 */
function silhouetteOf(points: Points, labels: readonly number[], count: number): number | null {
  if (count < 2) return null
  const sizes = Array.from({ length: count }, () => 0)
  for (const label of labels) if (label >= 0) sizes[label] = (sizes[label] ?? 0) + 1
  let [total, counted] = [0, 0]
  for (const [at, own] of labels.entries()) {
    if (own < 0) continue
    counted += 1
    const sums = sizes.map(() => 0)
    for (const [other, label] of labels.entries())
      if (label >= 0)
        sums[label] =
          (sums[label] ?? 0) + Math.sqrt(squaredDistance(points[at] ?? [], points[other] ?? []))
    if (sizes[own] === 1) continue
    const inside = (sums[own] ?? 0) / ((sizes[own] ?? 2) - 1)
    const outside = Math.min(
      ...sums.map((sum, label) => (label === own ? Infinity : sum / (sizes[label] ?? 1))),
    )
    if (inside !== outside) total += (outside - inside) / Math.max(inside, outside)
  }
  return total / counted
}
