import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { sizesOf } from '../../../../base/lib/json-guard.ts'

const DIMENSIONS_MAX = 4_096
const VECTORS_MAX = 5_000
const NUMBERS_MAX = 500_000
const SIZES = sizesOf({ bytesMax: 11 * MB, valuesMax: NUMBERS_MAX + VECTORS_MAX + DIMENSIONS_MAX })
/** Numbers that are compared in a few milliseconds. */
const QUICK_NUMBERS = 50_000
/** Of those that diversity may choose from, a multiple of what is asked for. */
const CANDIDATES_PER_RESULT = 5

const vector = () => z.array(z.number().min(-1e15).max(1e15)).min(1).max(DIMENSIONS_MAX)

const Input = z.object({
  query: vector().describe('The query vector, up to 4096 numbers.'),
  vectors: z
    .array(vector())
    .min(1)
    .max(VECTORS_MAX)
    .meta(SIZES)
    .describe('1 to 5000 vectors as long as the query, 500000 numbers together.'),
  k: z.int().min(1).max(100).default(10).describe('Number of results, 1 to 100.'),
  metric: z
    .enum(['cosine', 'dot', 'euclidean'])
    .default('cosine')
    .describe('cosine and dot: the largest is nearest. euclidean: the smallest is.'),
  mmrLambda: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe(
      'Balance of nearness and diversity: 1 is nearness alone, 0 is diversity alone. Without it, nearness alone.',
    ),
})

export default defineTool({
  route: 'POST /api/vector-search',
  name: 'Vector search',
  description:
    'Nearest vectors to a query among those supplied, by cosine, dot product or distance, with optional diversity (MMR).',
  asks: [
    'nearest vectors to a query vector',
    'find vectors by cosine with diversity',
    'find the closest embeddings to this one',
    'nearest neighbours among my vectors',
    'semantic search over vectors I already have',
  ],
  price: '$0.002',
  uses: {},
  place: ({ query, vectors }) =>
    query.length * vectors.length > QUICK_NUMBERS ? 'thread' : 'here',
  bodyBytesMax: 12 * MB,
  input: Input,
  output: z.object({
    results: z
      .array(
        z.object({
          index: z.int().describe('Index in `vectors`, from 0.'),
          score: z.number().describe('Similarity; for euclidean the distance.'),
        }),
      )
      .describe('Results, nearest first; with diversity in the order of selection.'),
    count: z.int().describe('Number of all.'),
    dimensions: z.int().describe('Length of each vector.'),
  }),
  examples: [
    {
      input: {
        query: [1, 0],
        vectors: [
          [0.9, 0.1],
          [0, 1],
        ],
        k: 1,
      },
      output: { results: [{ index: 0, score: 0.9938837346736189 }], count: 1, dimensions: 2 },
    },
    {
      input: {
        query: [0, 0],
        vectors: [
          [3, 4],
          [1, 0],
          [6, 8],
        ],
        metric: 'euclidean',
      },
      output: {
        results: [
          { index: 1, score: 1 },
          { index: 0, score: 5 },
          { index: 2, score: 10 },
        ],
        count: 3,
        dimensions: 2,
      },
    },
  ],

  run({ query, vectors, k, metric, mmrLambda }) {
    const dimensions = query.length
    const wrong = vectors.findIndex(({ length }) => length !== dimensions)
    if (wrong >= 0)
      throw badInput(`vectors: ${wrong} must have ${dimensions} numbers, as the query has`)
    if (vectors.length * dimensions > NUMBERS_MAX)
      throw badInput(`vectors: must hold at most ${NUMBERS_MAX} numbers together`)
    if (metric === 'cosine') assertDirections(query, vectors)
    const likeness = LIKENESS[metric]
    const ranked = vectors
      .map((one, index) => ({ index, likeness: likeness(query, one) }))
      .toSorted((a, b) => b.likeness - a.likeness || a.index - b.index)
    const chosen =
      mmrLambda === undefined
        ? ranked.slice(0, k)
        : diverse(ranked.slice(0, k * CANDIDATES_PER_RESULT), k, mmrLambda, (a, b) =>
            likeness(vectors[a] ?? [], vectors[b] ?? []),
          )
    // A distance is returned as a positive number, not as a score; and never as -0.
    const sign = metric === 'euclidean' ? -1 : 1
    const results = chosen.map((one) => ({ index: one.index, score: one.likeness * sign + 0 }))
    return { results, count: results.length, dimensions }
  },
})

type Vector = readonly number[]
interface Ranked {
  readonly index: number
  readonly likeness: number
}

const dot = (a: Vector, b: Vector): number => {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

const lengthOf = (one: Vector): number => Math.hypot(...one)

const LIKENESS: Readonly<Record<'cosine' | 'dot' | 'euclidean', (a: Vector, b: Vector) => number>> =
  {
    dot,
    cosine: (a, b) => Math.max(-1, Math.min(1, dot(a, b) / lengthOf(a) / lengthOf(b))),
    euclidean: (a, b) => -lengthOf(a.map((value, at) => value - (b[at] ?? 0))),
  }

/** A vector of length 0 has no direction. */
function assertDirections(query: Vector, vectors: readonly Vector[]): void {
  if (lengthOf(query) === 0) throw badInput('query: must not be all zeros for cosine')
  const empty = vectors.findIndex((one) => lengthOf(one) === 0)
  if (empty >= 0) throw badInput(`vectors: ${empty} must not be all zeros for cosine`)
}

/** Maximal marginal relevance: each next one is near to the query and unlike those chosen. */
function diverse(
  candidates: readonly Ranked[],
  k: number,
  lambda: number,
  between: (a: number, b: number) => number,
): readonly Ranked[] {
  const left = [...candidates]
  const chosen: Ranked[] = []
  const nearest = new Map<number, number>()
  while (chosen.length < k && left.length > 0) {
    const worth = left.map(
      ({ index, likeness }) => lambda * likeness - (1 - lambda) * (nearest.get(index) ?? 0),
    )
    const best = worth.indexOf(Math.max(...worth))
    const [next] = left.splice(best, 1)
    if (!next) break
    chosen.push(next)
    for (const { index } of left)
      nearest.set(index, Math.max(nearest.get(index) ?? -Infinity, between(index, next.index)))
  }
  return chosen
}
