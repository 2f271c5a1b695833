import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import type { JsonObject } from '../../../../base/lib/json-object.ts'
import {
  assertColumns,
  columnsOf,
  isEmpty,
  numberIn,
  objectsOf,
  readCsv,
  textOf,
  valueIn,
} from '../../../../engines/formats/rows.ts'
import { columnList, rowsField } from './_fields.ts'
import { asciiTable, htmlTable, markdownTable } from './_layout.ts'

const DRAW = { markdown: markdownTable, ascii: asciiTable, html: htmlTable }
const CELLS_MAX = 200_000

export default defineTool({
  route: 'POST /api/table-to-markdown',
  name: 'Table to Markdown',
  description: 'JSON rows or CSV as an aligned Markdown table, an ASCII table or an HTML table.',
  asks: [
    'make a markdown table from csv',
    'print json rows as an ascii table',
    'show my rows as a table in a README',
    'ASCII table',
    'HTML table from data',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    data: rowsField().optional(),
    csv: text(MB).optional().describe('CSV with a header line, up to 1 MB, in place of data.'),
    columns: columnList(200).optional().describe('Columns in this order, up to 200. Default: all.'),
    align: z
      .enum(['auto', 'left', 'right'])
      .default('auto')
      .describe('Alignment; auto aligns columns of numbers to the right.'),
    style: z.enum(['markdown', 'ascii', 'html']).default('markdown').describe('Form of the table.'),
  }),
  output: z.object({
    table: z
      .string()
      .describe('The table. Markup in cells stays in markdown, and is escaped in html.'),
    rowCount: z.int(),
  }),
  examples: [
    {
      input: { csv: 'a,b\n1,2' },
      output: { table: '|   a |   b |\n| --: | --: |\n|   1 |   2 |', rowCount: 1 },
    },
    {
      input: {
        data: [
          { name: 'Ada', n: 1.5 },
          { name: 'B|o', n: 12 },
        ],
      },
      output: {
        table: '| name |   n |\n| ---- | --: |\n| Ada  | 1.5 |\n| B\\|o |  12 |',
        rowCount: 2,
      },
    },
  ],

  run({ data, csv, columns: wanted, align, style }) {
    if ((data === undefined) === (csv === undefined))
      throw badInput('data: give either data or csv')
    const rows = data ?? rowsOf(csv ?? '')
    if (wanted) assertColumns('columns', wanted, rows)
    const head = wanted ?? columnsOf(rows)
    const field = data ? 'data' : 'csv'
    if (head.length === 0) throw badInput(`${field}: must have a column to show`)
    if (head.length * rows.length > CELLS_MAX)
      throw badInput(`${field}: makes more than ${CELLS_MAX} cells; name the columns that you want`)
    const isRight = head.map(
      (name) => align === 'right' || (align === 'auto' && isNumeric(rows, name)),
    )
    const lines = rows.map((row) => head.map((name) => textOf(valueIn(row, name))))
    const table = DRAW[style]({ head, lines, isRight })
    if (table.includes('\0')) throw badInput(`${field}: must not hold a null character`)
    return { table, rowCount: rows.length }
  },
})

function rowsOf(csv: string): readonly JsonObject[] {
  const { columns, rows } = readCsv(csv)
  return objectsOf(columns, rows, (cell) => cell)
}

function isNumeric(rows: readonly JsonObject[], column: string): boolean {
  const cells = rows.map((row) => valueIn(row, column)).filter((cell) => !isEmpty(cell))
  return cells.length > 0 && cells.every((cell) => numberIn(cell) !== null)
}
