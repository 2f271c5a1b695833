import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { delimiterOf, objectsOf, readCsv, typedCell } from '../../../../engines/formats/rows.ts'
import { LONG_CHARACTERS } from './_fields.ts'

export default defineTool({
  route: 'POST /api/csv-to-json',
  name: 'CSV to JSON',
  description:
    'CSV or TSV text to JSON rows: delimiter detected, quotes understood, numbers and booleans typed without losing digits.',
  asks: [
    'convert csv to json array',
    'parse a semicolon separated csv file',
    'read my exported table as objects',
    'rows of a spreadsheet export',
    'semicolon separated file',
  ],
  price: '$0.001',
  uses: {},
  place: ({ csv }) => (csv.length > LONG_CHARACTERS ? 'thread' : 'here'),
  input: z.object({
    csv: text(2 * MB).describe('CSV text, up to 2 MB.'),
    delimiter: z
      .string()
      .max(10)
      .optional()
      .describe('One character, or the word tab. Default: detected among , ; tab |'),
    header: z.boolean().default(true).describe('Whether the first line names the columns.'),
    typed: z
      .boolean()
      .default(true)
      .describe(
        'Whether to answer numbers and booleans if they would give the same text again, and null for empty cells; ' +
          '007, 1.50 and TRUE stay text. Without it all cells are text.',
      ),
  }),
  output: z.object({
    data: z
      .array(z.unknown())
      .describe('Objects by column; or arrays of cells if there is no header line.'),
    columns: z
      .array(z.string())
      .describe('Names of the columns: column2 for a missing name, a_2 for a repeated one.'),
    rowCount: z.int().describe('Number of rows without the header.'),
    delimiter: z.string(),
    errors: z
      .array(z.object({ row: z.int(), message: z.string() }))
      .describe('Uneven rows, odd quotes, renamed columns (row 0); the rows are kept. Up to 100.'),
  }),
  examples: [
    {
      input: { csv: 'a,b\n1,2' },
      output: {
        data: [{ a: 1, b: 2 }],
        columns: ['a', 'b'],
        rowCount: 1,
        delimiter: ',',
        errors: [],
      },
    },
    {
      input: { csv: 'zip;note\n00501;"said ""hi"""\n10115;' },
      output: {
        data: [
          { zip: '00501', note: 'said "hi"' },
          { zip: 10115, note: null },
        ],
        columns: ['zip', 'note'],
        rowCount: 2,
        delimiter: ';',
        errors: [],
      },
    },
  ],

  run({ csv, delimiter, header, typed }) {
    const table = readCsv(csv, delimiterOf('delimiter', delimiter), header)
    const { columns, rows, errors } = table
    const read = typed ? typedCell : (cell: string) => cell
    const data = header ? objectsOf(columns, rows, read) : rows.map((cells) => cells.map(read))
    return {
      data,
      columns: [...columns],
      rowCount: rows.length,
      delimiter: table.delimiter,
      errors: [...errors],
    }
  },
})
