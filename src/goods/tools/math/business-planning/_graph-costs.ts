import { badInput } from '../../../../base/core/fault.ts'
import { type Edge, type Graph, heap, leaving } from './_graphs.ts'

const STEPS_MAX = 200_000_000

interface Path {
  readonly path: readonly number[]
  readonly cost: number | null
}

/** By Dijkstra; by Bellman and Ford if a weight is below 0. */
export function shortestPath(graph: Graph, start: number, end: number): Path {
  const isNegative = graph.edges.some(({ weight }) => weight < 0)
  if (isNegative && !graph.directed)
    throw badInput(
      'directed: must be true with weights below 0, because an edge in both directions is a cycle',
    )
  const { cost, via } = isNegative ? bellmanFord(graph, start) : dijkstra(graph, start)
  const whole = cost[end] ?? Infinity
  if (whole === Infinity) return { path: [], cost: null }
  const path = [end]
  while (path[0] !== start) path.unshift(via[path[0] ?? 0] ?? start)
  return { path, cost: whole }
}

interface Costs {
  readonly cost: readonly number[]
  readonly via: readonly number[]
}

function dijkstra({ names, out }: Graph, start: number): Costs {
  const cost = names.map(() => Infinity)
  const via = names.map(() => -1)
  cost[start] = 0
  const open = heap()
  open.push(0, start)
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.key > (cost[next.at] ?? 0)) continue
    for (const { to, weight } of out[next.at] ?? []) {
      const whole = next.key + weight
      if (whole >= (cost[to] ?? 0)) continue
      cost[to] = whole
      via[to] = next.at
      open.push(whole, to)
    }
  }
  return { cost, via }
}

function bellmanFord({ names, edges }: Graph, start: number): Costs {
  if (names.length * edges.length > STEPS_MAX)
    throw badInput(`edges: must be fewer with weights below 0: nodes x edges at most ${STEPS_MAX}`)
  const cost = names.map(() => Infinity)
  const via = names.map(() => -1)
  cost[start] = 0
  for (let round = 0; round <= names.length; round += 1) {
    let changed = -1
    for (const { from, to, weight } of edges) {
      const whole = (cost[from] ?? Infinity) + weight
      if (whole >= (cost[to] ?? Infinity)) continue
      cost[to] = whole
      via[to] = from
      changed = to
    }
    if (changed < 0) return { cost, via }
    if (round === names.length) throw circleBelow(changed)
  }
  return { cost, via }

  function circleBelow(place: number) {
    let at = place
    for (let step = 0; step < names.length; step += 1) at = via[at] ?? 0
    const circle = [at]
    for (let one = via[at] ?? at; one !== at; one = via[one] ?? at) circle.unshift(one)
    const shown = circle.slice(0, 10).map((one) => names[one] ?? '')
    return badInput(`edges: must have no cycle whose weights sum to below 0: ${shown.join(', ')}`)
  }
}

/** By Kruskal; of equal weights the earlier. A forest if the graph has several components. */
export function spanningTree({ names, edges }: Graph) {
  const above = names.map((_, at) => at)
  const topOf = (place: number): number => {
    let at = place
    while (above[at] !== at) {
      above[at] = above[above[at] ?? 0] ?? 0
      at = above[at] ?? 0
    }
    return at
  }
  const tree: Edge[] = []
  for (const edge of edges.toSorted((a, b) => a.weight - b.weight)) {
    const [a, b] = [topOf(edge.from), topOf(edge.to)]
    if (a === b) continue
    above[a] = b
    tree.push(edge)
  }
  return { tree, cost: tree.reduce((sum, { weight }) => sum + weight, 0) }
}

/** By Dinic. `used` are the edges that carry flow. */
export function maxFlow({ names, edges, directed }: Graph, start: number, end: number) {
  // Each edge is next to its reverse edge.
  const room = edges.flatMap(({ weight }) => [weight, directed ? 0 : weight])
  const ends = edges.flatMap(({ from, to }) => [to, from])
  const out = leaving(edges, names.length, true).map((): number[] => [])
  for (const [at, { from, to }] of edges.entries()) {
    out[from]?.push(2 * at)
    out[to]?.push(2 * at + 1)
  }
  let flow = 0
  for (let level = levels(); (level[end] ?? -1) >= 0; level = levels()) {
    const next = names.map(() => 0)
    for (let sent = push(level, next); sent > 0; sent = push(level, next)) flow += sent
  }
  const used = edges.flatMap(({ from, to, weight }, at) => {
    const moved = weight - (room[2 * at] ?? 0)
    if (moved === 0) return []
    return [moved > 0 ? { from, to, weight: moved } : { from: to, to: from, weight: -moved }]
  })
  return { flow, used }

  function levels(): number[] {
    const level = names.map(() => -1)
    level[start] = 0
    const queue = [start]
    for (const at of queue)
      for (const edge of out[at] ?? []) {
        const to = ends[edge] ?? 0
        if ((room[edge] ?? 0) <= 0 || (level[to] ?? 0) >= 0) continue
        level[to] = (level[at] ?? 0) + 1
        queue.push(to)
      }
    return level
  }

  /** Sends the capacity of one path; without recursion, because paths may be long. */
  function push(level: readonly number[], next: number[]): number {
    const path: number[] = []
    for (let at = start; at !== end;) {
      const edge = out[at]?.[next[at] ?? 0]
      if (edge === undefined) {
        const back = path.pop()
        if (back === undefined) return 0
        at = ends[back ^ 1] ?? 0
        next[at] = (next[at] ?? 0) + 1
        continue
      }
      const to = ends[edge] ?? 0
      if ((room[edge] ?? 0) > 0 && level[to] === (level[at] ?? 0) + 1) {
        path.push(edge)
        at = to
      } else next[at] = (next[at] ?? 0) + 1
    }
    const sent = path.reduce((least, edge) => Math.min(least, room[edge] ?? 0), Infinity)
    for (const edge of path) {
      room[edge] = (room[edge] ?? 0) - sent
      room[edge ^ 1] = (room[edge ^ 1] ?? 0) + sent
    }
    return sent
  }
}
