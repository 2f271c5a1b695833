import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { fetchPdf } from './_file.ts'

export default defineTool({
  route: 'GET /api/pdf-info',
  name: 'PDF properties',
  description: 'Page count, sizes, outline and document properties of a public PDF.',
  asks: [
    'how many pages does a PDF have',
    'title and author of a PDF file',
    'how many pages has the PDF',
    'who made the document',
  ],
  price: '$0.002',
  uses: { web, threads },
  input: z.object({ url: webUrl().describe('A PDF of at most 20 MB.') }),
  output: z.object({
    url: z.url().describe('Address of the PDF, after redirects.'),
    pages: z.int(),
    title: z.string().nullable(),
    author: z.string().nullable(),
    producer: z.string().nullable().describe('Program that wrote the file.'),
    createdIso: z.iso.datetime().nullable(),
    encrypted: z
      .boolean()
      .describe('Whether the file is encrypted, even if it opens without a password.'),
    pageSizes: z
      .array(z.object({ widthPt: z.number(), heightPt: z.number(), pages: z.int() }))
      .describe('Sizes as shown, in points of 1/72 inch, and how many of the first 2000 pages.'),
    outline: z
      .array(z.object({ title: z.string(), level: z.int(), page: z.int().nullable() }))
      .describe('The bookmarks in order, at most 1000; level 1 is the highest.'),
    bytes: z.int(),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com/paper.pdf' },
      output: {
        url: 'https://example.com/paper.pdf',
        pages: 2,
        title: 'On Fares',
        author: null,
        producer: 'Farebox',
        createdIso: '2025-01-02T03:04:05.000Z',
        encrypted: false,
        pageSizes: [{ widthPt: 595.28, heightPt: 841.89, pages: 2 }],
        outline: [],
        bytes: 1821,
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ url }, { web, threads }) {
    const file = await fetchPdf(web, url)
    const thread = threadWork<typeof import('./_info-thread.ts')>(
      import.meta.url,
      './_info-thread.ts',
    )
    const info = await threads.run(thread, file, { subject: 'the PDF' })
    return {
      url: file.url,
      ...info,
      bytes: file.bytes.length,
    }
  },
})
