import { badInput } from '../../../../base/core/fault.ts'
import type { Graph } from './_graphs.ts'

const STEPS_MAX = 100_000_000
const DAMPING = 0.85
const ROUNDS_MAX = 500
const STILL = 1e-12

/** Shares of weights with damping 0.85; nodes without outgoing edges give to all nodes equally. */
export function pagerank({ names, out }: Graph): readonly number[] {
  const count = names.length
  const weights = out.map((edges) => edges.reduce((sum, { weight }) => sum + weight, 0))
  let ranks = names.map(() => 1 / count)
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const idle = ranks.reduce((sum, rank, at) => (weights[at] === 0 ? sum + rank : sum), 0)
    const next = names.map(() => (1 - DAMPING + DAMPING * idle) / count)
    for (const [at, edges] of out.entries())
      for (const { to, weight } of edges)
        if (weight > 0)
          next[to] = (next[to] ?? 0) + (DAMPING * (ranks[at] ?? 0) * weight) / (weights[at] ?? 1)
    const moved = next.reduce((sum, rank, at) => sum + Math.abs(rank - (ranks[at] ?? 0)), 0)
    ranks = next
    if (moved < STILL) break
  }
  return ranks
}

/** As shares of the maximum (Freeman); closeness is corrected for components. */
export function centrality(
  { names, out, directed }: Graph,
  kind: 'degree' | 'betweenness' | 'closeness',
): readonly number[] {
  const count = names.length
  const ends = out.map((edges, at) =>
    [...new Set(edges.map(({ to }) => to))].filter((to) => to !== at),
  )
  const into = names.map((): number[] => [])
  for (const [at, list] of ends.entries()) for (const to of list) into[to]?.push(at)
  if (kind === 'degree')
    return ends.map(
      (list, at) =>
        (list.length + (directed ? (into[at]?.length ?? 0) : 0)) / Math.max(1, count - 1),
    )
  const edges = ends.reduce((sum, list) => sum + list.length, 0)
  if (count * (count + edges) > STEPS_MAX)
    throw badInput(`edges: must be fewer for ${kind}: nodes x (nodes + edges) at most ${STEPS_MAX}`)
  if (kind === 'closeness') return names.map((_, at) => closeness(into, at))
  return betweenness(ends)
}

/** By the paths that lead to the node. */
function closeness(into: readonly (readonly number[])[], start: number): number {
  const { far, reached } = spread(into, start)
  const sum = reached.reduce((whole, at) => whole + (far[at] ?? 0), 0)
  if (sum === 0) return 0
  const others = reached.length - 1
  return (others / sum) * (others / Math.max(1, into.length - 1))
}

function spread(ends: readonly (readonly number[])[], start: number) {
  const far = ends.map(() => -1)
  far[start] = 0
  const reached = [start]
  for (const at of reached)
    for (const to of ends[at] ?? []) {
      if ((far[to] ?? 0) >= 0) continue
      far[to] = (far[at] ?? 0) + 1
      reached.push(to)
    }
  return { far, reached }
}

/** By Brandes, 2001. */
function betweenness(ends: readonly (readonly number[])[]): readonly number[] {
  const count = ends.length
  const scores = ends.map(() => 0)
  for (const start of ends.keys()) {
    const { far, reached } = spread(ends, start)
    const ways = ends.map(() => 0)
    ways[start] = 1
    for (const at of reached)
      for (const to of ends[at] ?? [])
        if (far[to] === (far[at] ?? 0) + 1) ways[to] = (ways[to] ?? 0) + (ways[at] ?? 0)
    const share = ends.map(() => 0)
    for (const at of reached.toReversed()) {
      for (const to of ends[at] ?? [])
        if (far[to] === (far[at] ?? 0) + 1)
          share[at] =
            (share[at] ?? 0) + ((ways[at] ?? 0) / (ways[to] ?? 1)) * (1 + (share[to] ?? 0))
      if (at !== start) scores[at] = (scores[at] ?? 0) + (share[at] ?? 0)
    }
  }
  return scores.map((score) => score / Math.max(1, (count - 1) * (count - 2)))
}
