import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { bytesOfBase64, excerpt } from '../../../lib/bytes.ts'
import { base64, MB } from '../../../lib/fields.ts'
import { assertModestPackage } from '../../../lib/package-parts.ts'
import { assertModest, namesOf } from '../../../lib/rows.ts'
import { SMALL_WORKBOOK } from './_workbook.ts'

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
        'Objects by column, or arrays of cells. Dates are ISO 8601 without a zone, empty cells null.',
      ),
    columns: z.array(z.string()).describe('column2 where a name is missing, a_2 where it repeats.'),
    rowCount: z.int(),
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
      },
    },
  ],

  async run({ file, sheet: wanted, header }) {
    const bytes = bytesOfBase64('file', file, FILE_BYTES_MAX)
    const sheets = await sheetsOf(bytes)
    const names = sheets.map(({ sheet }) => sheet)
    const found = wanted === undefined ? sheets[0] : sheets.find(({ sheet }) => sheet === wanted)
    if (!found)
      throw badInput(
        `sheet: there is no sheet ${excerpt(wanted ?? '')}; there are ${names.join(', ')}`,
      )
    const { columns, data } = rowsOf(found.data, header)
    return { sheets: names, sheet: found.sheet, data, columns, rowCount: data.length }
  },
})

type Cell = string | number | boolean | Date | null

interface Sheet {
  readonly sheet: string
  readonly data: readonly (readonly Cell[])[]
}

async function sheetsOf(bytes: Buffer): Promise<readonly Sheet[]> {
  const isOldFormat = bytes.subarray(0, 4).toString('hex') === 'd0cf11e0'
  if (isOldFormat) throw badInput('file: is an .xls file or is encrypted; save it as plain .xlsx')
  assertModestPackage(bytes)
  const { default: readExcel } = await import('read-excel-file/node')
  try {
    return (await readExcel(bytes)) as unknown as readonly Sheet[]
  } catch (thrown) {
    throw badInput(
      `file: is no readable .xlsx workbook: ${(thrown as Error).message.slice(0, 200)}`,
    )
  }
}

function rowsOf(sheet: Sheet['data'], header: boolean) {
  const width = sheet.reduce((most, { length }) => Math.max(most, length), 0)
  if (width * sheet.length > CELLS_MAX) throw badInput(`sheet: has more than ${CELLS_MAX} cells`)
  const [first = [], ...rest] = header ? sheet : [[], ...sheet]
  const columns = [
    ...namesOf(
      first.map((cell) => String(plainCell(cell) ?? '')),
      width,
    ),
  ]
  assertModest(columns, rest.length)
  const data = rest.map((cells) =>
    header
      ? Object.fromEntries(columns.map((name, at) => [name, plainCell(cells[at] ?? null)]))
      : cells.map(plainCell),
  )
  return { columns, data }
}

/**
 * A date without a time stays a date, a time without a date a time; a workbook knows no zone. The
 * library cuts thousandths of a second off where the workbook's fraction of a day is not exact.
 */
function plainCell(cell: Cell): string | number | boolean | null {
  if (!(cell instanceof Date)) return cell
  const time = cell.getTime()
  if (Number.isNaN(time)) return null
  const iso = new Date(time % 1000 === 999 || time % 1000 === -1 ? time + 1 : time).toISOString()
  const local = iso.replace(/(?:\.000)?Z$/, '')
  if (local < '1899-12-31') return local.slice(11)
  return local.replace(/T00:00:00$/, '')
}
