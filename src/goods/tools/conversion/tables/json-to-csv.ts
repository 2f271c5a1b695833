import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'
import {
  columnsOf,
  csvOf,
  delimiterOf,
  numberIn,
  textOf,
  valueIn,
} from '../../../../engines/formats/rows.ts'
import { columnList, MANY_ROWS, rowsField } from './_fields.ts'

const CELLS_MAX = 2_000_000

export default defineTool({
  route: 'POST /api/json-to-csv',
  name: 'JSON to CSV',
  description:
    'JSON rows to CSV text: nested fields flattened to dotted columns, quotes where needed, spreadsheet formulas defused.',
  asks: [
    'convert json to csv',
    'export array of objects as csv for excel',
    'export for Excel',
    'table from an API reply',
    'save records as comma separated',
  ],
  price: '$0.001',
  uses: {},
  place: ({ data }) => (data.length > MANY_ROWS ? 'thread' : 'here'),
  input: z.object({
    data: rowsField(),
    delimiter: z.string().max(10).default(',').describe('One character, or the word tab.'),
    columns: columnList(2_000)
      .optional()
      .describe('Columns in this order, up to 2000. Default: all by first appearance.'),
    flatten: z
      .boolean()
      .default(true)
      .describe(
        'Whether objects in cells become columns such as a.b; otherwise, like arrays, they become JSON text.',
      ),
    formulaSafe: z
      .boolean()
      .default(true)
      .describe(
        "Whether to put ' before text that a spreadsheet would run: = + - @ tab at its beginning.",
      ),
  }),
  output: z.object({
    csv: z.string().describe('CSV text (RFC 4180), with the columns as first line.'),
    columns: z.array(z.string()),
    rowCount: z.int(),
  }),
  examples: [
    {
      input: { data: [{ a: 1, b: { c: 2 } }] },
      output: { csv: 'a,b.c\r\n1,2\r\n', columns: ['a', 'b.c'], rowCount: 1 },
    },
    {
      input: {
        data: [
          { who: 'Bo, Jr', sum: '=1+1' },
          { who: null, tags: ['x'] },
        ],
        delimiter: ',',
      },
      output: {
        csv: 'who,sum,tags\r\n"Bo, Jr",\'=1+1,\r\n,,"[""x""]"\r\n',
        columns: ['who', 'sum', 'tags'],
        rowCount: 2,
      },
    },
  ],

  run({ data, delimiter, columns: wanted, flatten, formulaSafe }) {
    const mark = delimiterOf('delimiter', delimiter) || ','
    const rows = flatten ? data.map(flattened) : data
    const columns = wanted ?? columnsOf(rows)
    if (columns.length * rows.length > CELLS_MAX)
      throw badInput(`data: makes more than ${CELLS_MAX} cells; name the columns that you want`)
    const head = columns.map((name) => (formulaSafe ? defused(name) : name))
    const lines = rows.map((row) =>
      columns.map((name) => {
        const cell = textOf(valueIn(row, name))
        return formulaSafe ? defused(cell) : cell
      }),
    )
    const csv = columns.length === 0 ? '' : csvOf([head, ...lines], mark)
    return { csv, columns: [...columns], rowCount: rows.length }
  },
})

function flattened(row: JsonObject): JsonObject {
  const flat = new Map<string, unknown>()
  const walk = (value: JsonObject, path: string): void => {
    for (const [key, inner] of Object.entries(value)) {
      const name = path + key
      if (isObject(inner) && Object.keys(inner).length > 0) walk(inner, `${name}.`)
      else if (flat.has(name))
        throw badInput(
          `data: must not have two fields of a row that make the column ${excerpt(name)}`,
        )
      else flat.set(name, inner)
    }
  }
  walk(row, '')
  return Object.fromEntries(flat)
}

const defused = (cell: string): string =>
  /^[=+\-@\t\r]/.test(cell) && numberIn(cell) === null ? `'${cell}` : cell
