import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { tidy } from '../../../../engines/numbers/number-fields.ts'

const SIZE_MAX = 300
const HERE_MAX = 100

const names = () => z.array(z.string().min(1).max(200)).max(SIZE_MAX).optional()

export default defineTool({
  route: 'POST /api/assignment',
  name: 'Assignment',
  description:
    'Cheapest (or best) one-to-one assignment of workers to jobs from a table of costs (Hungarian method).',
  asks: [
    'hungarian algorithm for a cost table',
    'assign workers to jobs at the least cost',
    'who should do which job at least cost',
    'match workers to tasks',
  ],
  price: '$0.001',
  uses: {},
  place: ({ costs }) =>
    Math.max(costs.length, costs[0]?.length ?? 0) > HERE_MAX ? 'thread' : 'here',
  input: z.object({
    costs: z
      .array(z.array(z.number().min(-1e12).max(1e12)).min(1).max(SIZE_MAX))
      .min(1)
      .max(SIZE_MAX)
      .describe('A row for each worker, a column for each job; up to 300 x 300.'),
    maximize: z.boolean().default(false).describe('Whether the values are gains, not costs.'),
    rows: names().describe('Names of the rows. Default: their numbers from 0.'),
    columns: names().describe('Names of the columns.'),
  }),
  output: z.object({
    pairs: z.array(z.object({ row: z.string(), column: z.string(), cost: z.number() })),
    total: z.number(),
    unassigned: z
      .array(z.object({ kind: z.enum(['row', 'column']), name: z.string() }))
      .describe('Rows or columns left over, if there are more of one kind.'),
  }),
  examples: [
    {
      input: {
        costs: [
          [4, 1],
          [2, 3],
        ],
        rows: ['ann', 'bob'],
      },
      output: {
        pairs: [
          { row: 'ann', column: '1', cost: 1 },
          { row: 'bob', column: '0', cost: 2 },
        ],
        total: 3,
        unassigned: [],
      },
    },
  ],

  async run({ costs, maximize, rows, columns }) {
    const width = costs[0]?.length ?? 0
    if (costs.some(({ length }) => length !== width))
      throw badInput('costs: must have rows of equal length')
    const rowNames = namesFor('rows', rows, costs.length)
    const columnNames = namesFor('columns', columns, width)
    const { munkres } = await import('munkres')
    const matched = munkres(
      maximize ? costs.map((row) => row.map((cost) => -cost)) : costs.map((row) => [...row]),
    ).toSorted(([a], [b]) => a - b)
    const pairs = matched.map(([row, column]) => ({
      row: rowNames[row] ?? '',
      column: columnNames[column] ?? '',
      cost: costs[row]?.[column] ?? 0,
    }))
    const takenRows = new Set(matched.map(([row]) => row))
    const takenColumns = new Set(matched.map(([, column]) => column))
    return {
      pairs,
      total: tidy(pairs.reduce((sum, { cost }) => sum + cost, 0)),
      unassigned: [
        ...left('row', rowNames, takenRows),
        ...left('column', columnNames, takenColumns),
      ],
    }
  },
})

const left = (kind: 'row' | 'column', all: readonly string[], taken: ReadonlySet<number>) =>
  all.filter((_, at) => !taken.has(at)).map((name) => ({ kind, name }))

function namesFor(
  field: string,
  given: readonly string[] | undefined,
  count: number,
): readonly string[] {
  if (given === undefined) return Array.from({ length: count }, (_, at) => String(at))
  if (given.length !== count) throw badInput(`${field}: must be ${count} names`)
  return given
}
