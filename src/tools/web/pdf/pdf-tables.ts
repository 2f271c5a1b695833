import { z } from 'zod'
import { badInput, Fault } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { threadWork } from '../../../core/thread-work.ts'
import { base64, MB } from '../../../lib/fields.ts'
import { webUrl } from '../../../lib/web-url.ts'
import { web } from '../../../net/web.ts'
import { pageRanges } from '../../../pdf/page-ranges.ts'
import { threads } from '../../../threads/threads.ts'
import { fetchPdf } from './_file.ts'

const BYTES_MAX = 8 * MB

export default defineTool({
  route: 'POST /api/pdf-tables',
  name: 'PDF tables',
  description: 'Tables of a PDF as rows and columns, found by the places of their text.',
  asks: ['extract the tables out of a PDF report', 'PDF table to rows and cells'],
  price: '$0.005',
  uses: { web, threads },
  bodyBytesMax: 12 * MB,
  input: z.object({
    pdf: base64(BYTES_MAX).optional().describe('The PDF in base64, up to 8 MB; or give url.'),
    url: webUrl().optional().describe('A public PDF of at most 8 MB, in place of pdf.'),
    pages: pageRanges()
      .optional()
      .describe('Page numbers and ranges from 1, such as 1-3,7 or 5-; all pages without it.'),
    minColumns: z
      .int()
      .min(2)
      .max(50)
      .default(2)
      .describe('Only tables of at least so many columns, 2 to 50.'),
  }),
  output: z.object({
    tables: z
      .array(
        z.object({
          page: z.int().describe('From 1.'),
          columns: z.int(),
          rows: z
            .array(z.array(z.string()))
            .describe('Cells as text, the head among them; empty where a row has none.'),
          bbox: z
            .array(z.number())
            .describe('Left, top, right, bottom, in points from the top left of the page.'),
        }),
      )
      .describe(
        'At most 500. A table that goes on over a page is two; pictures of tables are none.',
      ),
    count: z.int(),
    pages: z.int().describe('Pages of the whole PDF.'),
    isCut: z.boolean().describe('There are more than are listed.'),
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
    const file = url === undefined ? given(pdf ?? '') : await fetchPdf(web, url, BYTES_MAX)
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

function given(pdf: string) {
  const bytes = Buffer.from(pdf, 'base64')
  if (!bytes.subarray(0, 1_024).includes('%PDF-')) throw badInput('pdf: is no PDF.')
  return { host: 'pdf', bytes }
}

/** What is wrong with a file that the caller sent is the caller's mistake. */
function asInput(thrown: unknown): never {
  if (thrown instanceof Fault && thrown.code === 'upstream_failed')
    throw badInput('pdf: cannot be read; it is damaged or locked.')
  throw thrown
}
