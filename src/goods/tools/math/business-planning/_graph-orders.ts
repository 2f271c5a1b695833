import { badInput } from '../../../../base/core/fault.ts'
import { type Graph, heap, undirected } from './_graphs.ts'

const CYCLE_STEPS_MAX = 3_000_000

/** Each node after its predecessors; if several are free, the first of the input. */
export function order(graph: Graph): readonly number[] {
  const { names, edges, out, directed } = graph
  if (!directed) throw badInput('directed: must be true for an order')
  const waiting = names.map(() => 0)
  for (const { to } of edges) waiting[to] = (waiting[to] ?? 0) + 1
  const free = heap()
  for (const [at, count] of waiting.entries()) if (count === 0) free.push(at, at)
  const sorted: number[] = []
  for (let next = free.pop(); next; next = free.pop()) {
    sorted.push(next.at)
    for (const { to } of out[next.at] ?? []) {
      waiting[to] = (waiting[to] ?? 0) - 1
      if (waiting[to] === 0) free.push(to, to)
    }
  }
  if (sorted.length < names.length) throw circular(graph)
  return sorted
}

function circular(graph: Graph) {
  const circle = strongComponents(graph).find(
    (part) =>
      part.length > 1 || graph.edges.some(({ from, to }) => from === to && from === part[0]),
  )
  const shown = (circle ?? []).slice(0, 10).map((at) => graph.names[at] ?? '')
  return badInput(
    `edges: must have no cycle for an order; there is one through ${shown.join(', ')}`,
  )
}

/** The path with the greatest weight. */
export function criticalPath(graph: Graph) {
  const sorted = order(graph)
  const cost = graph.names.map(() => 0)
  const via = graph.names.map(() => -1)
  for (const at of sorted)
    for (const { to, weight } of graph.out[at] ?? []) {
      const whole = (cost[at] ?? 0) + weight
      if (whole < (cost[to] ?? 0) || (whole === cost[to] && via[to] !== -1)) continue
      cost[to] = whole
      via[to] = at
    }
  const end = cost.reduce((best, one, at) => (one > (cost[best] ?? 0) ? at : best), 0)
  const path = [end]
  while ((via[path[0] ?? 0] ?? -1) >= 0) path.unshift(via[path[0] ?? 0] ?? 0)
  return { path, cost: cost[end] ?? 0 }
}

export function components(graph: Graph): readonly (readonly number[])[] {
  const { names, out } = undirected(graph)
  const seen = names.map(() => false)
  return [...names.keys()].flatMap((start) => {
    if (seen[start]) return []
    seen[start] = true
    const part = [start]
    for (const at of part)
      for (const { to } of out[at] ?? []) {
        if (seen[to]) continue
        seen[to] = true
        part.push(to)
      }
    return [part.toSorted((a, b) => a - b)]
  })
}

/** By Tarjan, without recursion; in the order of their first nodes. */
export function strongComponents({ names, out }: Graph): readonly (readonly number[])[] {
  const index = names.map(() => -1)
  const low = names.map(() => 0)
  const isOpen = names.map(() => false)
  const next = names.map(() => 0)
  const stack: number[] = []
  const parts: number[][] = []
  let count = 0
  const enter = (at: number): void => {
    index[at] = low[at] = count++
    isOpen[at] = true
    stack.push(at)
  }
  for (const start of names.keys()) {
    if ((index[start] ?? -1) >= 0) continue
    const way = [start]
    enter(start)
    for (let at = way.at(-1); at !== undefined; at = way.at(-1)) {
      const edge = out[at]?.[next[at] ?? 0]
      if (edge) {
        next[at] = (next[at] ?? 0) + 1
        if ((index[edge.to] ?? 0) < 0) {
          enter(edge.to)
          way.push(edge.to)
        } else if (isOpen[edge.to]) low[at] = Math.min(low[at] ?? 0, index[edge.to] ?? 0)
        continue
      }
      way.pop()
      const above = way.at(-1)
      if (above !== undefined) low[above] = Math.min(low[above] ?? 0, low[at] ?? 0)
      if (low[at] !== index[at]) continue
      const part = stack.splice(stack.lastIndexOf(at))
      for (const one of part) isOpen[one] = false
      parts.push(part.toSorted((a, b) => a - b))
    }
  }
  return parts.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
}

/**
 * Simple cycles, each from its earliest node, up to a limit. Only nodes that can reach the start
 * are visited; `more` says that the list may be incomplete.
 */
export function cycles(graph: Graph, limit: number) {
  if (!graph.directed) throw badInput('directed: must be true for cycles')
  const { names } = graph
  const out = graph.out.map((edges) => [...new Set(edges.map(({ to }) => to))])
  const into = names.map((): number[] => [])
  for (const [at, ends] of out.entries()) for (const to of ends) into[to]?.push(at)
  const partOf = names.map(() => -1)
  for (const [at, part] of strongComponents(graph).entries())
    for (const one of part) partOf[one] = at
  const found: (readonly number[])[] = []
  let steps = 0
  let more = false
  for (const start of names.keys()) {
    if (more) break
    const open = reaching(start)
    if (out[start]?.some((to) => open.has(to))) walk(start, open)
  }
  return { found, more }

  /** Nodes of its component that can reach the start through later nodes. */
  function reaching(start: number): ReadonlySet<number> {
    const open = new Set([start])
    for (const at of open)
      for (const one of into[at] ?? []) {
        steps += 1
        if (one > start && partOf[one] === partOf[start]) open.add(one)
      }
    return open
  }

  function walk(start: number, open: ReadonlySet<number>): void {
    const path = [start]
    const turns = [0]
    const isOn = new Set([start])
    while (path.length > 0) {
      steps += 1
      if (found.length >= limit || steps > CYCLE_STEPS_MAX) {
        more = true
        return
      }
      const at = path.at(-1) ?? start
      const turn = turns.at(-1) ?? 0
      const to = out[at]?.[turn]
      turns[turns.length - 1] = turn + 1
      if (to === undefined) {
        isOn.delete(at)
        path.pop()
        turns.pop()
      } else if (to === start) found.push([...path])
      else if (open.has(to) && !isOn.has(to)) {
        path.push(to)
        turns.push(0)
        isOn.add(to)
      }
    }
  }
}
