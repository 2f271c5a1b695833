import fc from 'fast-check'
import graph from '../../src/goods/tools/math/business-planning/graph.ts'
import { compareNear, has, write } from './_compare.ts'

const name = fc.constantFrom(...'abcdefgh'.split(''))
const edge = fc.tuple(name, name, fc.integer({ min: 1, max: 20 }))
const edges = fc.uniqueArray(
  edge.filter(([from, to]) => from !== to),
  {
    minLength: 2,
    maxLength: 20,
    selector: ([from, to]) => [from, to].toSorted().join(),
  },
)

const NETWORK = `import networkx as nx
def read(c):
    G=nx.DiGraph() if c['directed'] else nx.Graph()
    for a,b,w in c['edges']: G.add_edge(a,b,weight=w,capacity=w)
    return G
def way(f):
    try: return f()
    except (nx.NetworkXNoPath,nx.NetworkXUnfeasible): return None
`

interface Question {
  readonly op: string
  readonly script: string
  readonly more?: object
  readonly pick: (told: Record<string, unknown>) => unknown
  readonly directed?: boolean
}

const scores = ({ result }: Record<string, unknown>) =>
  (result as { node: string; score: number }[])
    .toSorted((a, b) => (a.node < b.node ? -1 : 1))
    .map(({ score }) => Number(score.toFixed(9)))

const sorted = ({ result }: Record<string, unknown>) =>
  (result as string[][])
    .map((part) => part.toSorted())
    .toSorted((a, b) => (a.join() < b.join() ? -1 : 1))

const QUESTIONS: readonly Question[] = [
  {
    op: 'shortestPath',
    more: { ends: true },
    script: `way(lambda:nx.dijkstra_path_length(G,c['from'],c['to']))`,
    pick: ({ cost }) => cost,
  },
  {
    op: 'maxFlow',
    more: { ends: true },
    script: `nx.maximum_flow_value(G,c['from'],c['to'])`,
    pick: ({ cost }) => cost,
  },
  {
    op: 'components',
    script: `sorted((sorted(p) for p in nx.connected_components(G.to_undirected())),key=','.join)`,
    pick: sorted,
  },
  {
    op: 'stronglyConnected',
    directed: true,
    script: `sorted((sorted(p) for p in nx.strongly_connected_components(G)),key=','.join)`,
    pick: sorted,
  },
  {
    op: 'cycles',
    directed: true,
    script: `sorted((sorted(p) for p in nx.simple_cycles(G)),key=','.join)`,
    pick: sorted,
  },
  {
    op: 'mst',
    directed: false,
    script: `sum(d['weight'] for _,_,d in nx.minimum_spanning_edges(G))`,
    pick: ({ cost }) => cost,
  },
  {
    op: 'pagerank',
    script: `[round(v,9) for _,v in sorted(nx.pagerank(G,tol=1e-14,max_iter=1000).items())]`,
    pick: scores,
  },
  ...(['degree', 'betweenness', 'closeness'] as const).map((kind) => ({
    op: 'centrality',
    more: { kind },
    script: `[round(v,9) for _,v in sorted(nx.${kind}_centrality(G).items())]`,
    pick: scores,
  })),
]

if (has('python3', '-c', 'import networkx')) {
  for (const { op, script, more, pick, directed } of QUESTIONS) {
    const cases = fc
      .sample(fc.record({ edges, directed: fc.boolean() }), { seed: 15, numRuns: 60 })
      .map((one) => ({
        op,
        ...one,
        ...(directed !== undefined && { directed }),
        ...(more && 'kind' in more && more),
        ...(more && 'ends' in more && { from: one.edges[0]?.[0], to: one.edges.at(-1)?.[1] }),
      }))
      .filter((one) => !('from' in one) || one.from !== one.to)
    await compareNear(
      `graph ${op} with NetworkX`,
      graph,
      cases,
      `${NETWORK}
out=[]
for c in data:
    G=read(c); out.append(${script})
print(json.dumps(out))`,
      pick,
      1e-6,
    )
  }
} else write('python3 with networkx is not installed: nothing compared')
