import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { clipped } from '../../../../base/lib/bytes.ts'
import { MB, text } from '../../../../base/lib/fields.ts'

const PROBLEMS_MAX = 500
const COLUMNS_MAX = 2_000
const DELIMITERS = [',', ';', '\t', '|']

export default defineTool({
  route: 'POST /api/csv-lint',
  name: 'CSV lint',
  description:
    'Ragged rows, stray quotes, repeated or empty headers, broken characters and mixed types of a ' +
    'CSV file, each with its line.',
  asks: [
    'lint a CSV file for ragged rows and stray quotes',
    'repeated headers and mixed types in a CSV',
    "why can't the CSV be imported",
    'broken rows',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    csv: text(2 * MB).describe('The file, up to 2 MB.'),
    delimiter: z
      .string()
      .max(1)
      .optional()
      .describe(
        'One character. Default: the one of , ; tab and | that gives the most rows of equal length.',
      ),
    columns: z
      .int()
      .min(1)
      .max(COLUMNS_MAX)
      .optional()
      .describe('Required number of columns. Default: that of the first row.'),
    header: z.boolean().default(true).describe('Whether the first row names the columns.'),
  }),
  output: z.object({
    valid: z.boolean(),
    problems: z
      .array(z.object({ line: z.int(), message: z.string() }))
      .describe('The first 500; a row is named by the line on which it begins.'),
    delimiter: z.string(),
    columns: z.int(),
    rowCount: z.int().describe('Number of rows without the header and empty lines.'),
    encodingIssues: z.int().describe('Characters that replace broken or wrongly decoded bytes.'),
    mixedTypes: z
      .array(
        z.object({
          column: z.int().describe('Column number, from 1.'),
          name: z.string().nullable(),
          types: z.record(z.string(), z.int()).describe('Number of cells of each type.'),
        }),
      )
      .describe('Columns whose cells have different types; a warning.'),
  }),
  examples: [
    {
      input: { csv: 'a,b\n1,2,3' },
      output: {
        valid: false,
        problems: [{ line: 2, message: 'has 3 columns, not 2' }],
        delimiter: ',',
        columns: 2,
        rowCount: 1,
        encodingIssues: 0,
        mixedTypes: [],
      },
    },
    { input: { csv: 'id;id\n1;"x"y\n2;"never closed', header: true } },
  ],

  run({ csv, delimiter: given, columns: wanted, header }) {
    if (given !== undefined && (given === '' || /["\r\n]/.test(given)))
      throw badInput('delimiter: must be one character, not a quote or a line break')
    const body = csv.startsWith('\uFEFF') ? csv.slice(1) : csv
    const delimiter = given ?? likelyDelimiter(body)
    const problems: { line: number; message: string }[] = []
    const add = (line: number, message: string) => {
      if (problems.length < PROBLEMS_MAX) problems.push({ line, message })
    }
    const rows = rowsOf(body, delimiter, add)
    const [first] = rows
    const columns = wanted ?? first?.cells.length ?? 0
    if (columns > COLUMNS_MAX) throw badInput(`csv: must have at most ${COLUMNS_MAX} columns`)
    const names = header ? (first?.cells ?? []) : []
    if (header && first) checkHeader(names, first.line, add)
    if (rows.length === 0) add(1, 'there are no rows')
    for (const { cells, line } of rows)
      if (cells.length !== columns) add(line, `has ${cells.length} columns, not ${columns}`)
    const data = header ? rows.slice(1) : rows
    return {
      valid: problems.length === 0,
      problems: problems.toSorted((a, b) => a.line - b.line),
      delimiter,
      columns,
      rowCount: data.length,
      encodingIssues: body.match(/\uFFFD|Ã[\u0080-\u00BF]|â€[\u0090-\u009F™œ]?/g)?.length ?? 0,
      mixedTypes: mixedTypes(data, columns, names),
    }
  },
})

interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

type Add = (line: number, message: string) => void

/** Parses RFC 4180, and reports what it does not allow. */
function rowsOf(text: string, delimiter: string, add: Add): readonly Row[] {
  const rows: Row[] = []
  let cells: string[] = []
  let at = 0
  let line = 1
  let begins = 1
  while (at <= text.length) {
    const mark = text[at]
    const cell = mark === '"' ? quoted() : plain()
    cells.push(cell)
    if (text[at] === delimiter) {
      at += 1
      continue
    }
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: begins, cells })
    cells = []
    if (at >= text.length) break
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
    line += 1
    begins = line
  }
  return rows

  function plain(): string {
    const start = at
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r')
      at += 1
    const cell = text.slice(start, at)
    if (cell.includes('"')) add(line, 'has a quote inside a cell that is not in quotes')
    return cell
  }

  function quoted(): string {
    const opened = line
    const pieces: string[] = []
    at += 1
    for (;;) {
      const end = text.indexOf('"', at)
      const piece = text.slice(at, end < 0 ? text.length : end)
      pieces.push(piece)
      line += piece.split(/\r\n|\n|\r/).length - 1
      if (end < 0) {
        add(opened, 'a quote opens here and never closes')
        at = text.length
        return pieces.join('')
      }
      at = end + 1
      if (text[at] !== '"') break
      pieces.push('"')
      at += 1
    }
    const isEnd = at >= text.length || text[at] === delimiter || /[\r\n]/.test(text[at] ?? '')
    if (!isEnd) {
      add(line, 'has text after the closing quote of a cell')
      pieces.push(plain())
    }
    return pieces.join('')
  }
}

const SAMPLE_LINES = 50

/** The delimiter by which most of the first lines have as many cells as the first one. */
function likelyDelimiter(text: string): string {
  const lines = text
    .slice(0, 50_000)
    .split(/\r\n|\n|\r/)
    .filter(Boolean)
    .slice(0, SAMPLE_LINES)
  const scores = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(delimiter).length)
    const [first = 1] = counts
    const alike = counts.filter((count) => count === first).length
    return { delimiter, score: first > 1 ? alike + first / 1_000 : 0 }
  })
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter
}

function checkHeader(names: readonly string[], line: number, add: Add): void {
  const seen = new Set<string>()
  for (const [at, name] of names.entries()) {
    const bare = name.trim()
    if (bare === '') add(line, `column ${at + 1} has no name`)
    else if (seen.has(bare)) add(line, `the name ${clipped(bare, 60)} occurs twice`)
    else if (bare !== name) add(line, `the name ${clipped(bare, 60)} has white space around it`)
    seen.add(bare)
  }
}

const TYPES: readonly (readonly [string, RegExp])[] = [
  ['empty', /^\s*$/],
  ['integer', /^[-+]?\d+$/],
  ['number', /^[-+]?(\d+\.\d*|\.\d+|\d+)(e[-+]?\d+)?$/i],
  ['boolean', /^(true|false)$/i],
  ['date', /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d.*)?$/],
]

const typeOf = (cell: string): string =>
  TYPES.find(([, pattern]) => pattern.test(cell))?.[0] ?? 'text'

function mixedTypes(rows: readonly Row[], columns: number, names: readonly string[]) {
  const mixed = []
  for (let column = 0; column < columns && mixed.length < PROBLEMS_MAX; column += 1) {
    const types: Record<string, number> = {}
    for (const { cells } of rows) {
      const type = typeOf(cells[column] ?? '')
      types[type] = (types[type] ?? 0) + 1
    }
    const kinds = Object.keys(types).filter((type) => type !== 'empty')
    const isNumeric = kinds.every((type) => type === 'integer' || type === 'number')
    if (kinds.length > 1 && !isNumeric)
      mixed.push({ column: column + 1, name: names[column] ?? null, types })
  }
  return mixed
}
