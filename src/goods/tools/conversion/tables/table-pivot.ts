import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import type { JsonObject } from '../../../../base/lib/json-object.ts'
import { assertColumns, columnsOf, namesOf, valueIn } from '../../../../engines/formats/rows.ts'
import { column, MANY_ROWS, rowsField } from './_fields.ts'
import { groupsOf, measured } from './_groups.ts'

const COLUMNS_MAX = 500
const CELLS_MAX = 200_000

export default defineTool({
  route: 'POST /api/table-pivot',
  name: 'Table pivot',
  description:
    'Pivots long rows into a cross table (wide), or unpivots (melts) a wide table into long rows.',
  asks: [
    'turn long data into a crosstab by month',
    'melt wide spreadsheet columns into rows',
    'cross tabulation',
    'months as columns',
    'wide table to long',
    'pivot table',
  ],
  price: '$0.001',
  uses: {},
  place: ({ data }) => (data.length > MANY_ROWS ? 'thread' : 'here'),
  input: z.object({
    data: rowsField(),
    rows: column().describe('Column that names the rows; for unpivot the column to keep.'),
    columns: column().describe(
      'Column whose values become columns; for unpivot the new column for their names.',
    ),
    value: column().describe('Column of the values; for unpivot the new column for them.'),
    op: z
      .enum(['sum', 'mean', 'count', 'min', 'max', 'first'])
      .default('sum')
      .describe('How to combine several rows of one cell.'),
    mode: z.enum(['pivot', 'unpivot']).default('pivot').describe('Direction of the conversion.'),
  }),
  output: z.object({
    rows: z
      .array(z.record(z.string(), z.unknown()))
      .describe('Rows; null where there is no value.'),
    columns: z.array(z.string()).describe('Columns of the answer, by first appearance.'),
    problems: z.array(z.string()).describe('What was left out or renamed.'),
  }),
  examples: [
    {
      input: {
        data: [
          { m: 'Jan', k: 'a', v: 1 },
          { m: 'Jan', k: 'b', v: 2 },
          { m: 'Feb', k: 'a', v: 3 },
        ],
        rows: 'm',
        columns: 'k',
        value: 'v',
      },
      output: {
        rows: [
          { m: 'Jan', a: 1, b: 2 },
          { m: 'Feb', a: 3, b: null },
        ],
        columns: ['m', 'a', 'b'],
        problems: [],
      },
    },
    {
      input: {
        data: [{ m: 'Jan', a: 1, b: 2 }],
        rows: 'm',
        columns: 'k',
        value: 'v',
        mode: 'unpivot',
      },
      output: {
        rows: [
          { m: 'Jan', k: 'a', v: 1 },
          { m: 'Jan', k: 'b', v: 2 },
        ],
        columns: ['m', 'k', 'v'],
        problems: [],
      },
    },
  ],

  run({ data, rows, columns, value, op, mode }) {
    if (new Set([rows, columns, value]).size < 3)
      throw badInput('columns: rows, columns and value must be three different names')
    assertColumns('rows', [rows], data)
    if (mode === 'unpivot') return melted(data, { rows, columns, value })
    assertColumns('columns', [columns], data)
    assertColumns('value', [value], data)
    return pivoted(data, { rows, columns, value }, op)
  },
})

interface Names {
  readonly rows: string
  readonly columns: string
  readonly value: string
}

function pivoted(
  data: readonly JsonObject[],
  { rows, columns, value }: Names,
  op: 'sum' | 'mean' | 'count' | 'min' | 'max' | 'first',
) {
  const titleOf = (row: JsonObject): string => textOf(valueIn(row, columns))
  const titles = [...new Set(data.map(titleOf))]
  const groups = groupsOf(data, [rows])
  if (titles.length > COLUMNS_MAX)
    throw badInput(`columns: must make at most ${COLUMNS_MAX} columns, but makes ${titles.length}`)
  if (titles.length * groups.length > CELLS_MAX)
    throw badInput(`data: makes more than ${CELLS_MAX} cells`)
  const names = namesOf([rows, ...titles], titles.length + 1)
  const problems = titles.flatMap((title, at) =>
    title.trim() === names[at + 1]
      ? []
      : [`the column ${title || 'without a name'} gets the name ${names[at + 1]}`],
  )
  let leftOut = 0
  const table = groups.map((members) => {
    const byTitle = Map.groupBy(members, titleOf)
    const cells = titles.map((title) => {
      const cell = measured(
        (byTitle.get(title) ?? []).map((row) => valueIn(row, value)),
        op,
      )
      leftOut += cell.leftOut
      return cell.value
    })
    const key = valueIn(members[0] ?? {}, rows) ?? null
    return Object.fromEntries([key, ...cells].map((cell, at) => [names[at] ?? '', cell]))
  })
  if (leftOut > 0) problems.push(`${value}: ${leftOut} values are not numbers and are left out`)
  return { rows: table, columns: [...names], problems }
}

function melted(data: readonly JsonObject[], { rows, columns, value }: Names) {
  const melting = columnsOf(data).filter((name) => name !== rows)
  if (melting.length * data.length > CELLS_MAX)
    throw badInput(`data: makes more than ${CELLS_MAX} rows`)
  const long = data.flatMap((row) =>
    melting
      .filter((name) => Object.hasOwn(row, name))
      .map((name) => ({ [rows]: row[rows] ?? null, [columns]: name, [value]: row[name] })),
  )
  return { rows: long, columns: [rows, columns, value], problems: [] }
}

const textOf = (cell: unknown): string =>
  typeof cell === 'string' ? cell : cell === undefined ? 'null' : JSON.stringify(cell)
