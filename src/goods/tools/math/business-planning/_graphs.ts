/** Graphs by index: nodes count from 0 in the order in which edges first name them. */

export interface Edge {
  readonly from: number
  readonly to: number
  readonly weight: number
}

export interface Graph {
  readonly names: readonly string[]
  /** Edges as given. */
  readonly edges: readonly Edge[]
  readonly directed: boolean
  /** Edges that leave each node; both directions if they are undirected. */
  readonly out: readonly (readonly Edge[])[]
}

export function graphOf(
  given: readonly (readonly [string, string, number?])[],
  directed: boolean,
): Graph {
  const places = new Map<string, number>()
  const placeOf = (name: string): number => {
    const at = places.get(name) ?? places.size
    places.set(name, at)
    return at
  }
  const edges = given.map(([from, to, weight = 1]) => ({
    from: placeOf(from),
    to: placeOf(to),
    weight,
  }))
  return { names: [...places.keys()], edges, directed, out: leaving(edges, places.size, directed) }
}

/** The same graph with edges in both directions. */
export const undirected = (graph: Graph): Graph => ({
  ...graph,
  directed: false,
  out: leaving(graph.edges, graph.names.length, false),
})

export function leaving(
  edges: readonly Edge[],
  count: number,
  directed: boolean,
): readonly (readonly Edge[])[] {
  const out: Edge[][] = Array.from({ length: count }, () => [])
  for (const edge of edges) {
    out[edge.from]?.push(edge)
    if (!directed && edge.from !== edge.to)
      out[edge.to]?.push({ from: edge.to, to: edge.from, weight: edge.weight })
  }
  return out
}

/** A priority queue: the smallest key first, and of equal ones the earlier. */
export function heap() {
  const items: { readonly key: number; readonly at: number; readonly turn: number }[] = []
  let turns = 0
  const isBefore = (a: number, b: number): boolean => {
    const [one, other] = [items[a], items[b]]
    if (!one || !other) return false
    return one.key < other.key || (one.key === other.key && one.turn < other.turn)
  }
  const swap = (a: number, b: number): void => {
    const [one, other] = [items[a], items[b]]
    if (one && other) [items[a], items[b]] = [other, one]
  }
  return {
    push(key: number, at: number): void {
      items.push({ key, at, turn: turns++ })
      for (let place = items.length - 1; place > 0;) {
        const above = (place - 1) >> 1
        if (!isBefore(place, above)) break
        swap(place, above)
        place = above
      }
    },
    pop(): { readonly key: number; readonly at: number } | undefined {
      const [first] = items
      const last = items.pop()
      if (items.length === 0 || !last) return first
      items[0] = last
      for (let place = 0; ;) {
        const [left, right] = [2 * place + 1, 2 * place + 2]
        const least = [left, right].reduce((best, one) => (isBefore(one, best) ? one : best), place)
        if (least === place) break
        swap(place, least)
        place = least
      }
      return first
    },
  }
}
