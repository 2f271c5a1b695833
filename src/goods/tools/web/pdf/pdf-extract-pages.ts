import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { fetchPdf } from './_file.ts'
import { pageRanges } from '../../../../engines/pdf/page-ranges.ts'

export default defineTool({
  route: 'POST /api/pdf-extract-pages',
  name: 'PDF pages',
  description: 'New PDF holding only the chosen pages of a public PDF (such as 1-3,7).',
  asks: ['take some pages out of a PDF', 'split a PDF by page', 'only pages 2 to 4', 'split a PDF'],
  price: '$0.003',
  uses: { web, threads },
  input: z.object({
    url: webUrl().describe('A PDF of at most 20 MB that opens without a password.'),
    pages: pageRanges().describe(
      'Page numbers and ranges from 1, such as 1-3,7 or 5-, in the order of the new PDF.',
    ),
  }),
  output: z.object({
    base64: z.base64().describe('The new PDF.'),
    pages: z.int().describe('Number of pages of the new PDF.'),
    bytes: z.int(),
    contentType: z.literal('application/pdf'),
  }),
  examples: [
    { input: { url: 'https://example.com/a.pdf', pages: '1-2' } },
    { input: { url: 'https://example.com/a.pdf', pages: '3,1-' } },
  ],

  async run({ url, pages }, { web, threads }) {
    const file = await fetchPdf(web, url)
    const thread = threadWork<typeof import('./_pages-thread.ts')>(
      import.meta.url,
      './_pages-thread.ts',
    )
    const subject = 'the PDF'
    const extracted = await threads.run(thread, { ...file, pages }, { subject })
    return { ...extracted, contentType: 'application/pdf' }
  },
})
