import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { tidy } from '../../../../engines/numbers/number-fields.ts'
import { centrality, pagerank } from './_graph-ranks.ts'
import { graphOf, type Graph } from './_graphs.ts'
import { maxFlow, shortestPath, spanningTree } from './_graph-costs.ts'
import { components, criticalPath, cycles, order, strongComponents } from './_graph-orders.ts'

const EDGES_MAX = 50_000

export default defineTool({
  route: 'POST /api/graph',
  name: 'Graph',
  description:
    'Questions about a network of nodes and edges: shortest path, topological sort, cycles, components, spanning tree, PageRank, flow, centrality, critical path.',
  asks: [
    'order tasks by their dependencies and find circular ones',
    'cheapest path between two nodes of a weighted network',
    'shortest path in a network',
    'order of steps with dependencies',
    'who is connected to whom',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    op: z
      .enum([
        'shortestPath',
        'topologicalSort',
        'cycles',
        'components',
        'stronglyConnected',
        'mst',
        'pagerank',
        'maxFlow',
        'centrality',
        'criticalPath',
      ])
      .describe('Question; mst is the spanning tree of least weight.'),
    edges: z
      .array(
        z.union(
          [
            z.tuple([line(200).min(1), line(200).min(1)]),
            z.tuple([line(200).min(1), line(200).min(1), z.number().min(-1e12).max(1e12)]),
          ],
          { error: 'must be [from, to] or [from, to, weight], names of up to 200 characters' },
        ),
      )
      .min(1)
      .max(EDGES_MAX)
      .describe('1 to 50000 edges as [from, to] or [from, to, weight]; the default weight is 1.'),
    directed: z
      .boolean()
      .default(true)
      .describe('Whether edges have one direction; components and mst always use both.'),
    from: line(200).optional().describe('Start, for shortestPath and maxFlow.'),
    to: line(200).optional().describe('End, for shortestPath and maxFlow.'),
    kind: z
      .enum(['degree', 'betweenness', 'closeness'])
      .default('betweenness')
      .describe('Kind of centrality. Edges count 1; of several between two nodes only one counts.'),
    limit: z.int().min(1).max(10_000).default(1_000).describe('Most entries of the result.'),
  }),
  output: z.object({
    result: z
      .unknown()
      .describe(
        'Names in order; lists of names; edges of the tree or of the flow; or names with scores, highest first.',
      ),
    nodes: z.int(),
    edges: z.int(),
    path: z
      .array(z.string())
      .optional()
      .describe('Shortest or critical path; empty if there is none.'),
    cost: z
      .number()
      .nullable()
      .optional()
      .describe('Weight of the path or tree, or the flow; null if there is no path.'),
    truncated: z.boolean().describe('Whether there are more entries than limit allows.'),
  }),
  examples: [
    {
      input: {
        op: 'topologicalSort',
        edges: [
          ['a', 'b'],
          ['b', 'c'],
        ],
      },
      output: { result: ['a', 'b', 'c'], nodes: 3, edges: 2, truncated: false },
    },
    {
      input: {
        op: 'shortestPath',
        edges: [
          ['a', 'b', 4],
          ['a', 'c', 1],
          ['c', 'b', 2],
        ],
        from: 'a',
        to: 'b',
      },
      output: {
        result: ['a', 'c', 'b'],
        nodes: 3,
        edges: 3,
        path: ['a', 'c', 'b'],
        cost: 3,
        truncated: false,
      },
    },
  ],

  run({ op, edges, directed, from, to, kind, limit }) {
    const graph = graphOf(edges, directed)
    const { names } = graph
    if (op !== 'shortestPath' && graph.edges.some(({ weight }) => weight < 0))
      throw badInput('edges: must have weights of at least 0, except for shortestPath')
    const namesOf = (list: readonly number[]) => list.map((at) => names[at] ?? '')
    const [result, others] = answered()
    const all = Array.isArray(result) ? (result as readonly unknown[]) : []
    return {
      result: all.slice(0, limit),
      nodes: names.length,
      edges: edges.length,
      ...(others.path && { path: others.path }),
      ...(others.cost !== undefined && { cost: others.cost }),
      ...others,
      truncated: all.length > limit || others.more === true,
    }

    function answered(): readonly [unknown, Others] {
      if (op === 'topologicalSort') return [namesOf(order(graph)), {}]
      if (op === 'cycles') {
        const { found, more } = cycles(graph, limit)
        return [found.map(namesOf), { more }]
      }
      if (op === 'components') return [components(graph).map(namesOf), {}]
      if (op === 'stronglyConnected') return [strongComponents(graph).map(namesOf), {}]
      if (op === 'pagerank') return [ranked(graph, pagerank(graph)), {}]
      if (op === 'centrality') return [ranked(graph, centrality(graph, kind)), {}]
      if (op === 'mst') {
        const { tree, cost } = spanningTree(graph)
        return [tree.map(edgeText), { cost: tidy(cost) }]
      }
      if (op === 'criticalPath') return pathed(criticalPath(graph))
      const [start, end] = [placeOf('from', from), placeOf('to', to)]
      if (op === 'shortestPath') return pathed(shortestPath(graph, start, end))
      if (start === end) throw badInput('to: must be another node than from')
      const { flow, used } = maxFlow(graph, start, end)
      return [used.map(edgeText), { cost: tidy(flow) }]
    }

    function pathed({ path, cost }: { path: readonly number[]; cost: number | null }) {
      const list = namesOf(path)
      return [list, { path: list, cost: cost === null ? null : tidy(cost) }] as const
    }

    function edgeText({ from, to, weight }: Graph['edges'][number]) {
      return [names[from] ?? '', names[to] ?? '', tidy(weight)] as const
    }

    function placeOf(field: string, name: string | undefined): number {
      const at = name === undefined ? -1 : names.indexOf(name)
      if (at < 0) throw badInput(`${field}: must be the name of a node of the edges, for ${op}`)
      return at
    }
  },
})

interface Others {
  readonly path?: string[]
  readonly cost?: number | null
  readonly more?: boolean
}

/** Names with scores, highest first, ties in the order of the input. */
const ranked = ({ names }: Graph, scores: readonly number[]) =>
  [...names.keys()]
    .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .map((at) => ({ node: names[at] ?? '', score: tidy(scores[at] ?? 0) }))
