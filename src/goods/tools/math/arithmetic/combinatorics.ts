import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { combinations, multinomial, permutations } from './_counts.ts'
import { arrangementsOf } from './_arrangements.ts'

const N_MAX = 5_000
const ITEMS_MAX = 100

const ListKind = z.enum(['combinations', 'permutations', 'withRepetition'])

export default defineTool({
  route: 'POST /api/combinatorics',
  name: 'Combinatorics',
  description:
    'Exact counts of permutations, combinations and other arrangements, or the arrangements themselves.',
  asks: [
    'number of combinations, 52 choose 5',
    'all permutations of a list of items',
    'how many ways to seat six guests',
    'lottery combinations',
    'permutations',
    'n choose k',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    op: z
      .enum([
        'factorial',
        'permutations',
        'combinations',
        'withRepetition',
        'multinomial',
        'catalan',
        'derangements',
        'list',
      ])
      .describe(
        'withRepetition: choices of k where items may repeat; derangements: orders in which ' +
          'nothing keeps its place; list: the arrangements of `items`.',
      ),
    n: z.int().min(0).max(N_MAX).optional().describe('Number of items, 0 to 5000; not for list.'),
    k: z.int().min(0).max(N_MAX).optional().describe('Number of items taken. Default: all n.'),
    parts: z
      .array(z.int().min(0).max(N_MAX))
      .min(1)
      .max(1_000)
      .optional()
      .describe('Sizes of the groups for multinomial; they add up to n.'),
    items: z.array(z.json()).min(1).max(ITEMS_MAX).optional().describe('Items for list, 1 to 100.'),
    kind: ListKind.default('combinations').describe('Kind of arrangements for list.'),
    limit: z
      .int()
      .min(1)
      .max(10_000)
      .default(1_000)
      .describe('Most arrangements for list, 1 to 10,000.'),
  }),
  output: z.object({
    value: z.string().describe('The exact count.'),
    digits: z.int().describe('Number of digits of the count.'),
    items: z
      .array(z.array(z.unknown()))
      .optional()
      .describe('Arrangements, in lexicographic order of the indices of the items.'),
    truncated: z.boolean().optional().describe('Whether there are more arrangements than `limit`.'),
  }),
  examples: [
    { input: { op: 'combinations', n: 52, k: 5 }, output: { value: '2598960', digits: 7 } },
    {
      input: { op: 'list', items: ['a', 'b', 'c'], k: 2 },
      output: {
        value: '3',
        digits: 1,
        items: [
          ['a', 'b'],
          ['a', 'c'],
          ['b', 'c'],
        ],
        truncated: false,
      },
    },
    {
      input: { op: 'multinomial', n: 10, parts: [5, 3, 2] },
      output: { value: '2520', digits: 4 },
    },
  ],

  run({ op, n, k, parts, items, kind, limit }) {
    if (op === 'list') {
      if (items === undefined) throw badInput('items: must be given for list')
      const taken = k ?? items.length
      if (taken > ITEMS_MAX) throw badInput(`k: must be at most ${ITEMS_MAX} for list`)
      const value = counted(kind, items.length, taken)
      const rows = arrangementsOf(kind, items.length, taken, limit)
      return {
        ...withDigits(value),
        items: rows.map((row) => row.map((place) => items[place])),
        truncated: value > BigInt(rows.length),
      }
    }
    if (n === undefined) throw badInput(`n: must be given for ${op}`)
    return withDigits(counted(op, n, k ?? n, parts))
  },
})

const withDigits = (value: bigint) => ({ value: String(value), digits: String(value).length })

type Count =
  | 'factorial'
  | 'permutations'
  | 'combinations'
  | 'withRepetition'
  | 'multinomial'
  | 'catalan'
  | 'derangements'

function counted(op: Count, n: number, k: number, parts?: readonly number[]): bigint {
  switch (op) {
    case 'factorial':
      return permutations(n, n)
    case 'permutations':
      return permutations(n, k)
    case 'combinations':
      return combinations(n, k)
    case 'withRepetition':
      return n === 0 ? BigInt(k === 0) : combinations(n + k - 1, k)
    case 'catalan':
      return combinations(2 * n, n) / BigInt(n + 1)
    case 'derangements':
      return derangements(n)
    case 'multinomial': {
      const total = (parts ?? []).reduce((sum, part) => sum + part, 0)
      if (parts === undefined || total !== n)
        throw badInput(`parts: must be given for multinomial, and add up to n = ${n}`)
      return multinomial(parts)
    }
  }
}

/** D(n) = (n - 1) (D(n - 1) + D(n - 2)), by Euler. */
function derangements(n: number): bigint {
  let [before, now] = [0n, 1n]
  for (let size = 1; size <= n; size += 1)
    [before, now] = [now, BigInt(size - 1) * (size === 1 ? 0n : now + before)]
  return now
}
