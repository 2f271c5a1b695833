import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { fetchPdf } from './_file.ts'
import { pageRanges } from '../../../../engines/pdf/page-ranges.ts'

export default defineTool({
  route: 'POST /api/pdf-to-markdown',
  name: 'PDF to markdown',
  description: 'Public PDF as markdown with headings and lists inferred from layout.',
  asks: [
    'convert a PDF to markdown',
    'structured markdown out of a PDF document',
    'PDF for a language model',
    'PDF with headings as text',
  ],
  price: '$0.010',
  uses: { web, threads },
  input: z.object({
    url: webUrl().describe('A PDF of at most 20 MB.'),
    pages: pageRanges()
      .optional()
      .describe('Page numbers and ranges from 1, such as 1-3,7 or 5-. Default: all pages.'),
  }),
  output: z.object({
    url: z.url().describe('Address of the PDF, after redirects.'),
    pages: z.int().describe('Number of pages of the whole PDF.'),
    markdown: z.string().describe('Markdown; empty if the pages are scanned pictures.'),
    wordCount: z.int(),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com/paper.pdf', pages: '1-2' },
      output: {
        url: 'https://example.com/paper.pdf',
        pages: 2,
        markdown: [
          '# On Fares',
          'A fare is what a rider pays for one ride. It is collected before the ride begins, and ' +
            'nobody argues about it afterwards.',
          '## Kinds',
          '- flat fares\n- fares by distance',
          '## Conclusion',
          'Pay before you ride.',
        ].join('\n\n'),
        wordCount: 36,
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ url, pages }, { web, threads }) {
    const file = await fetchPdf(web, url)
    const thread = threadWork<typeof import('./_markdown-thread.ts')>(
      import.meta.url,
      './_markdown-thread.ts',
    )
    const read = await threads.run(thread, { ...file, pages }, { subject: 'the PDF' })
    return { url: file.url, ...read }
  },
})
