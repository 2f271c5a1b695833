import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { fetchPdf } from './_file.ts'

export default defineTool({
  route: 'POST /api/pdf',
  name: 'PDF text',
  description: 'Text of a PDF on the web, up to 20 MB, with page and word count.',
  asks: [
    'PDF to plain text',
    'what does this PDF say, as text',
    'read a PDF',
    'what is written in the document',
    'copy text from a PDF',
  ],
  price: '$0.010',
  everyday: true,
  uses: { web, threads },
  input: z.object({ url: webUrl().describe('A PDF of at most 20 MB and 2000 pages.') }),
  output: z.object({
    url: z.url().describe('Address of the PDF, after redirects.'),
    pages: z.int(),
    info: z.object({ title: z.string().nullable() }),
    wordCount: z.int(),
    text: z.string().describe('Text page by page; empty if the pages are scanned pictures.'),
    unreadablePages: z
      .int()
      .optional()
      .describe('Number of pages left out because their fonts do not define their letters.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com/paper.pdf' },
      output: {
        url: 'https://example.com/paper.pdf',
        pages: 2,
        info: { title: 'On Fares' },
        wordCount: 37,
        text: [
          'On Fares',
          'A fare is what a rider pays for one ride. It is collected be-',
          'fore the ride begins, and nobody argues about it afterwards.',
          'Kinds',
          '• flat fares',
          '• fares by distance',
          '',
          'Conclusion',
          'Pay before you ride.',
        ].join('\n'),
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ url }, { web, threads }) {
    const file = await fetchPdf(web, url)
    const thread = threadWork<typeof import('./_text-thread.ts')>(
      import.meta.url,
      './_text-thread.ts',
    )
    const read = await threads.run(thread, file, { subject: 'the PDF' })
    const { pages, title, wordCount, text, unreadable } = read
    if (unreadable === pages)
      throw new Fault(
        'upstream_failed',
        'The fonts of the PDF do not define which letters they draw.',
      )
    return {
      url: file.url,
      pages,
      info: { title },
      wordCount,
      text,
      ...(unreadable > 0 ? { unreadablePages: unreadable } : {}),
    }
  },
})
