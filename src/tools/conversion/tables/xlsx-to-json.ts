import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { bytesOfBase64, excerpt } from '../../../lib/bytes.ts'
import { base64, MB } from '../../../lib/fields.ts'
import { assertModest, namesOf } from '../../../lib/rows.ts'
import { SMALL_WORKBOOK } from './_workbook.ts'
import { readWorkbook, type Workbook } from './_xlsx.ts'
import type { Sheet } from './_xlsx-sheet.ts'

const FILE_BYTES_MAX = 8 * MB
const CELLS_MAX = 500_000

export default defineTool({
  route: 'POST /api/xlsx-to-json',
  name: 'Excel to JSON',
  description:
    'Rows of a sheet of an Excel workbook (.xlsx) as JSON: stored values of formulas, ISO dates, hidden sheets too.',
  asks: ['read an excel file as json rows', 'convert xlsx sheet to json'],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    file: base64(FILE_BYTES_MAX).describe('The .xlsx file as Base64, up to 8 MB.'),
    sheet: z.string().max(200).optional().describe('Name of the sheet; the first if left out.'),
    header: z.boolean().default(true).describe('Whether the first row names the columns.'),
  }),
  output: z.object({
    sheets: z.array(z.string()).describe('Names of all sheets.'),
    sheet: z.string(),
    data: z
      .array(z.unknown())
      .describe(
        'Objects by column, or arrays of cells. Dates are ISO 8601 without a zone, elapsed times ' +
          'ISO durations (PT30H); a whole number that would lose digits is text; empty cells are null.',
      ),
    columns: z.array(z.string()).describe('column2 where a name is missing, a_2 where it repeats.'),
    rowCount: z.int(),
    warnings: z
      .array(z.string())
      .describe('Cells that hold an error or a formula without a stored value, up to 100 by name.'),
  }),
  examples: [
    {
      input: { file: SMALL_WORKBOOK },
      output: {
        sheets: ['S'],
        sheet: 'S',
        data: [{ a: 1, b: 2 }],
        columns: ['a', 'b'],
        rowCount: 1,
        warnings: [],
      },
    },
  ],

  run({ file, sheet: wanted, header }) {
    const workbook = workbookOf(bytesOfBase64('file', file, FILE_BYTES_MAX))
    const { names } = workbook
    const [first] = names
    if (first === undefined) throw badInput('file: has no sheet of cells')
    const name = wanted ?? first
    if (!names.includes(name))
      throw badInput(
        `sheet: there is no sheet ${excerpt(name)}; there are ${names.slice(0, 50).join(', ')}`,
      )
    const sheet = workbook.sheet(name)
    const { columns, data } = tableOf(sheet, header)
    return {
      sheets: [...names],
      sheet: name,
      data,
      columns,
      rowCount: data.length,
      warnings: [...sheet.warnings],
    }
  },
})

function workbookOf(bytes: Buffer): Workbook {
  const isOldFormat = bytes.subarray(0, 4).toString('hex') === 'd0cf11e0'
  if (isOldFormat) throw badInput('file: is an .xls file or is encrypted; save it as plain .xlsx')
  return readWorkbook(bytes, CELLS_MAX)
}

function tableOf({ rows, width }: Sheet, header: boolean) {
  const [first = [], ...rest] = header ? rows : [[], ...rows]
  const columns = [
    ...namesOf(
      first.map((cell) => String(cell ?? '')),
      width,
    ),
  ]
  assertModest(columns, rest.length)
  const data = rest.map((cells) =>
    header
      ? Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? null]))
      : columns.map((_name, at) => cells[at] ?? null),
  )
  return { columns, data }
}
