import { z } from 'zod'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line, MB, text } from '../../../../base/lib/fields.ts'
import { printer } from '../../../../outside/net/browser.ts'
import { threads } from '../../../../engines/threads/threads.ts'

const MARGIN_MM = 20

export default defineTool({
  route: 'POST /api/markdown-to-pdf',
  name: 'Markdown to PDF',
  description:
    'Markdown (GitHub flavour) laid out as a PDF with headings, tables, code, contents and page numbers; nothing is loaded from the network.',
  asks: [
    'turn a markdown report into a pdf',
    'markdown as a printable pdf with contents',
    'make a printable document from my notes',
    'write a report as PDF',
    'PDF from md',
  ],
  price: '$0.010',
  uses: { printer, threads },
  input: z.object({
    markdown: text(MB)
      .min(1)
      .describe(
        'Markdown, up to 1 MB; pictures only as data: addresses, others become their text.',
      ),
    title: line(200).optional().describe('Title above the text and in the file.'),
    theme: z
      .enum(['plain', 'report', 'letter'])
      .default('plain')
      .describe('report begins each chapter on a new page; letter uses a serif font.'),
    format: z.enum(['A4', 'Letter']).default('A4').describe('Size of the paper.'),
    toc: z
      .boolean()
      .default(false)
      .describe('Whether to put a list of the headings before the text.'),
    pageNumbers: z
      .boolean()
      .default(true)
      .describe('Whether to write "1 / 3" at the foot of each page.'),
  }),
  output: z.object({
    base64: z.base64().describe('The PDF, at most 10 MB.'),
    contentType: z.literal('application/pdf'),
    bytes: z.int(),
    pages: z.int(),
  }),
  examples: [
    { input: { markdown: '# Report\n\nAll good.' } },
    {
      input: { markdown: '# Report\n\n## Sums\n\n|a|b|\n|-|-|\n|1|2|', theme: 'report', toc: true },
    },
  ],

  async run({ markdown, title, theme, format, toc, pageNumbers }, { printer, threads }) {
    const thread = threadWork<typeof import('./_print-thread.ts')>(
      import.meta.url,
      './_print-thread.ts',
    )
    const asked = { markdown, title, theme, toc }
    const html = await threads.run(thread, asked, { field: 'markdown' })
    const options = { paper: format, landscape: false, marginMm: MARGIN_MM, pageNumbers } as const
    const { bytes, pages } = await printer.print(html, { ...options, outline: true }, 'markdown')
    const base64 = Buffer.from(bytes).toString('base64')
    return { base64, contentType: 'application/pdf', bytes: bytes.length, pages }
  },
})
