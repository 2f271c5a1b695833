import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { clipped } from '../../../../base/lib/bytes.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { delimiterOf, meanOf, numberIn, readCsv } from '../../../../engines/formats/rows.ts'

const TOP_MAX = 5
const TOP_CHARACTERS = 100
const WARNINGS_MAX = 50

const Type = z.enum(['integer', 'number', 'boolean', 'date', 'text', 'mixed', 'empty'])
type TypeName = z.output<typeof Type>

export default defineTool({
  route: 'POST /api/csv-profile',
  name: 'CSV profile',
  description:
    'Data quality report of a CSV file: type, gaps, distinct and top values, range and mean of every column, duplicate rows.',
  asks: [
    'check a csv for missing values and duplicates',
    'summary statistics of csv columns',
    'is my data clean',
    'which columns have gaps',
    'quick look at a new data set',
    'statistics per column',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    csv: text(2 * MB).describe('CSV text with a header line, up to 2 MB.'),
    delimiter: z
      .string()
      .max(10)
      .optional()
      .describe('One character, or the word tab. Default: detected among , ; tab |'),
  }),
  output: z.object({
    rowCount: z.int(),
    columns: z.array(
      z.object({
        name: z.string(),
        type: Type.describe(
          'Type of the column; mixed if numbers, dates or booleans are mixed with text.',
        ),
        nulls: z.int().describe('Number of empty or missing cells.'),
        distinct: z.int().describe('Number of different values, without empty cells.'),
        min: z.union([z.number(), z.string(), z.null()]),
        max: z.union([z.number(), z.string(), z.null()]),
        mean: z.number().nullable().describe('Mean of a number column.'),
        top: z
          .array(z.object({ value: z.string(), count: z.int() }))
          .describe('The 5 most frequent values.'),
      }),
    ),
    duplicates: z.int().describe('Number of rows that repeat an earlier one in all cells.'),
    warnings: z.array(z.string()).describe('Uneven rows, odd quotes, renamed columns; up to 50.'),
  }),
  examples: [
    {
      input: { csv: 'a,b\n1,x\n2,\n' },
      output: {
        rowCount: 2,
        columns: [
          {
            name: 'a',
            type: 'integer',
            nulls: 0,
            distinct: 2,
            min: 1,
            max: 2,
            mean: 1.5,
            top: [
              { value: '1', count: 1 },
              { value: '2', count: 1 },
            ],
          },
          {
            name: 'b',
            type: 'text',
            nulls: 1,
            distinct: 1,
            min: 'x',
            max: 'x',
            mean: null,
            top: [{ value: 'x', count: 1 }],
          },
        ],
        duplicates: 0,
        warnings: [],
      },
    },
  ],

  run({ csv, delimiter }) {
    const { columns, rows, errors } = readCsv(csv, delimiterOf('delimiter', delimiter))
    const seen = new Set(rows.map((cells) => JSON.stringify(cells)))
    return {
      rowCount: rows.length,
      columns: columns.map((name, at) => ({
        name,
        ...profileOf(rows.map((cells) => cells[at] ?? '')),
      })),
      duplicates: rows.length - seen.size,
      warnings: errors
        .slice(0, WARNINGS_MAX)
        .map(({ row, message }) => (row === 0 ? message : `row ${row} ${message}`)),
    }
  },
})

function profileOf(cells: readonly string[]) {
  const values = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const types = new Set([...counts.keys()].map(typeOf))
  const type = typeOfAll(types)
  const isNumber = type === 'integer' || type === 'number'
  const numbers = isNumber ? values.map((value) => numberIn(value) ?? 0) : []
  const sorted = isNumber ? numbers.toSorted((a, b) => a - b) : [...counts.keys()].toSorted()
  return {
    type,
    nulls: cells.length - values.length,
    distinct: counts.size,
    min: extreme(sorted[0]),
    max: extreme(sorted.at(-1)),
    mean: meanOf(numbers),
    top: [...counts]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, TOP_MAX)
      .map(([value, count]) => ({ value: clipped(value, TOP_CHARACTERS), count })),
  }
}

const extreme = (value: string | number | undefined) =>
  typeof value === 'string' ? clipped(value, TOP_CHARACTERS) : (value ?? null)

/** A number with leading zeros is an identifier. */
function typeOf(value: string): TypeName {
  if (/^[+-]?(?:0|[1-9]\d{0,14})$/.test(value)) return 'integer'
  if (!/^[+-]?0\d/.test(value) && numberIn(value) !== null && !/^\d{16,}$/.test(value))
    return 'number'
  if (/^(?:true|false|yes|no)$/i.test(value)) return 'boolean'
  return isDate(value) ? 'date' : 'text'
}

const isDate = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(
    value,
  ) && isDay(value.slice(0, 10))

function typeOfAll(types: ReadonlySet<TypeName>): TypeName {
  const [only, ...others] = types
  if (only === undefined) return 'empty'
  if (others.length === 0) return only
  return [...types].every((type) => type === 'integer' || type === 'number') ? 'number' : 'mixed'
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
