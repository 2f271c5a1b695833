import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { jsonObject, jsonRows } from '../../../../base/lib/json-guard.ts'
import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'
import { columnsOf, valueIn } from '../../../../engines/formats/rows.ts'
import { columnList } from './_fields.ts'

const ROWS_MAX = 50_000
const SHEETS_MAX = 20
const LIMITS = { bytesMax: 4 * MB, valuesMax: 500_000 }
const CELL_CHARACTERS_MAX = 32_767

export default defineTool({
  route: 'POST /api/json-to-xlsx',
  name: 'JSON to Excel',
  description: 'Writes JSON rows to an Excel workbook (.xlsx), on one or several sheets.',
  asks: [
    'create an excel file from json',
    'make an xlsx with several sheets',
    'make an Excel file',
    'spreadsheet from my data',
    'download as .xlsx',
    'workbook with several sheets',
  ],
  price: '$0.002',
  engine: 'office',
  uses: {},
  place: 'thread',
  input: z.object({
    data: jsonRows(ROWS_MAX, LIMITS)
      .optional()
      .describe('Rows as objects, up to 50,000 rows and 4 MB; or give sheets.'),
    sheets: jsonObject(LIMITS)
      .optional()
      .describe('Rows by name of the sheet, up to 20 sheets, 50,000 rows and 4 MB together.'),
    columns: columnList(500)
      .optional()
      .describe('Columns in this order, up to 500. Default: all by first appearance.'),
  }),
  output: z.object({
    base64: z.string().describe('Workbook in Base64. Text is never run as a formula.'),
    bytes: z.int(),
    contentType: z.string(),
    sheets: z.int(),
  }),
  examples: [
    { input: { data: [{ a: 1 }] } },
    { input: { sheets: { People: [{ name: 'Ada' }], Cities: [{ city: 'London' }] } } },
  ],

  async run({ data, sheets, columns }) {
    if ((data === undefined) === (sheets === undefined))
      throw badInput('data: give either data or sheets')
    const tables = data ? [['Sheet1', data] as const] : Object.entries(sheets ?? {})
    const named = tables.map(([name, rows]) => ({
      name: checkedName(name),
      rows: checkedRows(name, rows),
    }))
    if (named.length === 0 || named.length > SHEETS_MAX)
      throw badInput(`sheets: must hold 1 to ${SHEETS_MAX} sheets`)
    if (new Set(named.map(({ name }) => name.toLowerCase())).size < named.length)
      throw badInput(
        'sheets: must not have two names that differ only in case, which are equal for Excel',
      )
    if (named.reduce((sum, { rows }) => sum + rows.length, 0) > ROWS_MAX)
      throw badInput(`sheets: must hold at most ${ROWS_MAX} rows together`)
    const { default: writeExcel } = await import('write-excel-file/node')
    const written = writeExcel(
      named.map(({ name, rows }) => ({ sheet: name, data: cellsOf(rows, columns) })) as never,
    )
    const bytes = await written.toBuffer()
    return {
      base64: Buffer.from(bytes).toString('base64'),
      bytes: bytes.length,
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      sheets: named.length,
    }
  },
})

function checkedName(name: string): string {
  if (name === '' || name.length > 31 || /[\\/?*[\]:]|^'|'$/.test(name))
    throw badInput(
      `sheets: ${excerpt(name)} must be a name of 1 to 31 characters, none of \\ / ? * [ ] :`,
    )
  return name
}

function checkedRows(name: string, rows: unknown): readonly JsonObject[] {
  if (Array.isArray(rows) && rows.every(isObject)) return rows
  throw badInput(`sheets: ${excerpt(name)} must be an array of objects`)
}

function cellsOf(rows: readonly JsonObject[], wanted: readonly string[] | undefined) {
  const columns = wanted ?? columnsOf(rows)
  if (columns.length === 0) return [[{ value: '', type: String }]]
  const head = columns.map((name) => ({ value: name, type: String, fontWeight: 'bold' }))
  return [head, ...rows.map((row) => columns.map((name) => cellOf(valueIn(row, name))))]
}

/** The type is written explicitly, so that text is never read as a date or a formula. */
function cellOf(value: unknown) {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return { value, type: Number }
  if (typeof value === 'boolean') return { value, type: Boolean }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length > CELL_CHARACTERS_MAX)
    throw badInput(
      `data: a cell has more than ${CELL_CHARACTERS_MAX} characters, which Excel does not hold`,
    )
  return { value: text.replaceAll(CONTROL, ''), type: String }
}

/** Characters that XML cannot hold. */
const CONTROL = /(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu
