import { z } from 'zod'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { base64, MB } from '../../../../base/lib/fields.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { pageRanges } from '../../../../engines/pdf/page-ranges.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { fetchPdf } from './_file.ts'

const BYTES_MAX = 8 * MB

export default defineTool({
  route: 'POST /api/pdf-tables',
  name: 'PDF tables',
  description: 'Tables of a PDF as rows and columns, found by the places of their text.',
  asks: [
    'extract the tables out of a PDF report',
    'PDF table to rows and cells',
    'tables from a report into Excel',
    'bank statement PDF to rows',
  ],
  price: '$0.005',
  uses: { web, threads },
  bodyBytesMax: 12 * MB,
  input: z.object({
    pdf: base64(BYTES_MAX).optional().describe('The PDF in base64, up to 8 MB. Give this or url.'),
    url: webUrl().optional().describe('A public PDF of at most 8 MB. Give this or pdf.'),
    pages: pageRanges()
      .optional()
      .describe('Page numbers and ranges from 1, such as 1-3,7 or 5-. Default: all pages.'),
    minColumns: z
      .int()
      .min(2)
      .max(50)
      .default(2)
      .describe('Only tables with at least this many columns, 2 to 50.'),
  }),
  output: z.object({
    tables: z
      .array(
        z.object({
          page: z.int().describe('Page number, from 1.'),
          columns: z.int(),
          rows: z
            .array(z.array(z.string()))
            .describe('Rows of cells as text, including the head; empty cells are empty texts.'),
          bbox: z
            .array(z.number())
            .describe('Left, top, right, bottom, in points from the top left of the page.'),
        }),
      )
      .describe(
        'At most 500. A table that continues on the next page is two; pictures of tables are not found.',
      ),
    count: z.int(),
    pages: z.int().describe('Number of pages of the whole PDF.'),
    isCut: z.boolean().describe('Whether there are more tables than are listed.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com/table.pdf' },
      output: {
        tables: [
          {
            page: 1,
            columns: 3,
            rows: [
              ['Line', 'Fare', 'Night'],
              ['Harbour', '2.40', '4.00'],
              ['Hill', '3.10', ''],
            ],
            bbox: [50, 99, 345.7, 138.6],
          },
        ],
        count: 1,
        pages: 1,
        isCut: false,
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ pdf, url, pages, minColumns }, { web, threads }) {
    if ((pdf === undefined) === (url === undefined)) throw badInput('pdf: give either pdf or url.')
    const file = url === undefined ? readInput(pdf ?? '') : await fetchPdf(web, url, BYTES_MAX)
    const thread = threadWork<typeof import('./_tables-thread.ts')>(
      import.meta.url,
      './_tables-thread.ts',
    )
    const found = await threads
      .run(thread, { ...file, pages, minColumns }, { subject: 'the PDF' })
      .catch(url === undefined ? asInput : undefined)
    const tables = found.tables.map((table) => ({
      ...table,
      rows: table.rows.map((row) => [...row]),
      bbox: [...table.bbox],
    }))
    return { tables, count: tables.length, pages: found.pages, isCut: found.isCut }
  },
})

function readInput(pdf: string) {
  const bytes = Buffer.from(pdf, 'base64')
  if (!bytes.subarray(0, 1_024).includes('%PDF-')) throw badInput('pdf: is not a PDF.')
  return { host: 'pdf', bytes }
}

/** A fault of a file that the caller sent is the caller's mistake. */
function asInput(thrown: unknown): never {
  if (thrown instanceof Fault && thrown.code === 'upstream_failed')
    throw badInput('pdf: must be a PDF that can be read; this one is damaged or locked.')
  throw thrown
}
