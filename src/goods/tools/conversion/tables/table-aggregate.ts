import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { assertColumns, namesOf, valueIn } from '../../../../engines/formats/rows.ts'
import { column, columnList, MANY_ROWS, rowsField } from './_fields.ts'
import { groupsOf, measured, OPERATIONS } from './_groups.ts'

export default defineTool({
  route: 'POST /api/table-aggregate',
  name: 'Table aggregate',
  description:
    'Groups rows by columns and computes sum, mean, min, max, count, median or number of distinct values for each group.',
  asks: [
    'sql style group by on a json array',
    'total sales per customer from a list of orders',
    'total per customer',
    'average by month',
    'sum of sales by region',
    'group rows and count',
  ],
  price: '$0.001',
  uses: {},
  place: ({ data }) => (data.length > MANY_ROWS ? 'thread' : 'here'),
  input: z.object({
    data: rowsField(),
    by: columnList(20).describe('Columns to group by, up to 20; empty for one group of all rows.'),
    metrics: z
      .array(
        z.object({
          field: column().describe('Column to compute over; * with count counts rows.'),
          op: z.enum(OPERATIONS).describe(OPERATIONS.join(', ')),
          as: column().optional().describe('Name of the result. Default: such as sum_price.'),
        }),
      )
      .min(1)
      .max(50)
      .describe('What to compute, 1 to 50.'),
  }),
  output: z.object({
    rows: z
      .array(z.record(z.string(), z.unknown()))
      .describe('One row for each group, by first appearance; null where nothing can be computed.'),
    groups: z.int(),
    problems: z
      .array(z.string())
      .describe('Columns with values that were left out, and the reason.'),
  }),
  examples: [
    {
      input: {
        data: [
          { k: 'a', v: 1 },
          { k: 'a', v: 2 },
        ],
        by: ['k'],
        metrics: [{ field: 'v', op: 'sum' }],
      },
      output: { rows: [{ k: 'a', sum_v: 3 }], groups: 1, problems: [] },
    },
    {
      input: {
        data: [{ v: 0.1 }, { v: '0.20' }, { v: null }, { v: 'n/a' }],
        by: [],
        metrics: [
          { field: 'v', op: 'sum', as: 'total' },
          { field: 'v', op: 'count' },
          { field: '*', op: 'count', as: 'rows' },
        ],
      },
      output: {
        rows: [{ total: 0.3, count_v: 3, rows: 4 }],
        groups: 1,
        problems: ['v: 1 value is not a number and is left out of sum'],
      },
    },
  ],

  run({ data, by, metrics }) {
    assertColumns('by', by, data)
    assertColumns(
      'metrics',
      metrics.map(({ field }) => field).filter((name) => name !== '*'),
      data,
    )
    const wanted = [...by, ...metrics.map(({ field, op, as }) => as ?? `${op}_${field}`)]
    const names = namesOf(wanted, wanted.length)
    if (metrics.some(({ field, op }) => field === '*' && op !== 'count'))
      throw badInput('metrics: * works only with count')
    const groups = groupsOf(data, by)
    const problems = new Map<string, number>()
    const rows = groups.map((members) => {
      const keys = by.map((name) => valueIn(members[0] ?? {}, name) ?? null)
      const results = metrics.map(({ field, op }) => {
        const values = members.map((row) => (field === '*' ? 1 : valueIn(row, field)))
        const { value, leftOut } = measured(values, op)
        const problem = `${field}|${op}`
        if (leftOut > 0) problems.set(problem, (problems.get(problem) ?? 0) + leftOut)
        return value
      })
      return Object.fromEntries([...keys, ...results].map((value, at) => [names[at] ?? '', value]))
    })
    return { rows, groups: groups.length, problems: [...problems].map(sentenceOf) }
  },
})

function sentenceOf([problem, count]: readonly [string, number]): string {
  const [field = '', op = ''] = problem.split('|')
  const what =
    count === 1 ? '1 value is not a number and is' : `${count} values are not numbers and are`
  return `${field}: ${what} left out of ${op}`
}
