import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { gridOf, type Grid } from '../../../../engines/html/table-grid.ts'
import { html, parsedHtml, selected, selector } from './_parsed.ts'

const INDEX_MAX = 100_000
const ANSWER_CHARACTERS_MAX = 8_000_000

export default defineTool({
  route: 'POST /api/html-table',
  name: 'HTML table to data',
  description: 'A table of HTML as objects, arrays or CSV, with row and column spans filled in.',
  asks: [
    'turn an HTML table into JSON',
    'parse table rows out of markup',
    'table of a page into rows',
    'scrape a table',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    html: html(),
    selector: selector()
      .default('table')
      .describe('Selector of the tables, or of elements around them.'),
    index: z
      .int()
      .min(0)
      .max(INDEX_MAX)
      .default(0)
      .describe('Number of the table among those, from 0.'),
    as: z.enum(['objects', 'arrays', 'csv']).default('objects').describe('Form of the rows.'),
  }),
  output: z.object({
    headers: z.array(z.string()).describe('Names of the columns; column1 if there is none.'),
    rows: z
      .array(z.union([z.record(z.string(), z.string()), z.array(z.string())]))
      .optional()
      .describe('Rows as objects by header, or as arrays; not for `as` csv.'),
    csv: z.string().optional().describe('CSV with the headers as first line; only for `as` csv.'),
    rowCount: z.int().describe('Number of rows without the headers.'),
  }),
  examples: [
    {
      input: { html: '<table><tr><th>n</th></tr><tr><td>1</td></tr></table>' },
      output: { headers: ['n'], rows: [{ n: '1' }], rowCount: 1 },
    },
    {
      input: {
        html: '<table><tr><td rowspan="2">a</td><td>1</td></tr><tr><td>2</td></tr></table>',
        as: 'arrays',
      },
      output: {
        headers: ['column1', 'column2'],
        rows: [
          ['a', '1'],
          ['a', '2'],
        ],
        rowCount: 2,
      },
    },
    {
      input: {
        html: '<table><tr><th>name</th><th>said</th></tr><tr><td>Bo</td><td>"yes", twice</td></tr></table>',
        as: 'csv',
      },
      output: {
        headers: ['name', 'said'],
        csv: 'name,said\r\nBo,"""yes"", twice"\r\n',
        rowCount: 1,
      },
    },
  ],

  async run({ html, selector, index, as }) {
    const $ = await parsedHtml(html)
    const picked = selected($, selector)
      .toArray()
      .flatMap((node) => ($(node).is('table') ? node : $(node).find('table').first().toArray()))
    const tables = [...new Set(picked)]
    const table = tables[index]
    if (tables.length === 0) throw badInput('selector: must match a table in this html')
    if (table === undefined)
      throw badInput(`index: must be below ${tables.length}, the number of matching tables`)
    const grid = gridOf($, table)
    const { headers, rows } = grid
    assertModest(grid, as)
    return {
      headers,
      ...(as === 'csv' ? { csv: csvOf(grid) } : { rows: as === 'arrays' ? rows : objectsOf(grid) }),
      rowCount: rows.length,
    }
  },
})

/** Long names are repeated in every object. */
function assertModest({ headers, rows }: Grid, as: string): void {
  const names = headers.reduce((sum, name) => sum + name.length, 0)
  if (as === 'objects' && names * rows.length > ANSWER_CHARACTERS_MAX)
    throw badInput('as: must be arrays or csv; objects would make this table too large')
}

const objectsOf = ({ headers, rows }: Grid): Record<string, string>[] =>
  rows.map((row) => Object.fromEntries(headers.map((name, at) => [name, row[at] ?? ''])))

/** RFC 4180. */
const csvOf = ({ headers, rows }: Grid): string =>
  [headers, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('')

const quoted = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
