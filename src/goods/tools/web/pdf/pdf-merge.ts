import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web, type Web } from '../../../../outside/net/web.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { fetchPdf, PDF_BYTES_MAX, type PdfFile } from './_file.ts'

export default defineTool({
  route: 'POST /api/pdf-merge',
  name: 'PDF merge',
  description: 'Put several public PDF files together in one, in order.',
  asks: [
    'join two PDFs into one',
    'combine several PDFs into one',
    'make one file of several PDFs',
    'put documents together',
    'attach an annex',
  ],
  price: '$0.004',
  uses: { web, threads },
  input: z.object({
    urls: z
      .array(webUrl())
      .min(2)
      .max(10)
      .describe('2 to 10 PDFs, not encrypted, of at most 20 MB and 2000 pages together.'),
  }),
  output: z.object({
    base64: z.base64().describe('The new PDF; outlines and forms of its parts are left out.'),
    pages: z.int(),
    bytes: z.int(),
    contentType: z.literal('application/pdf'),
  }),
  examples: [{ input: { urls: ['https://example.com/a.pdf', 'https://example.com/b.pdf'] } }],

  async run({ urls }, { web, threads }) {
    const files = await fetchAll(web, urls)
    const thread = threadWork<typeof import('./_merge-thread.ts')>(
      import.meta.url,
      './_merge-thread.ts',
    )
    const merged = await threads.run(thread, files, { subject: 'one of the PDFs' })
    return { ...merged, contentType: 'application/pdf' }
  },
})

/** One after the other, so that memory holds no more than the limit. */
async function fetchAll(web: Web, urls: readonly string[]): Promise<PdfFile[]> {
  const files: PdfFile[] = []
  let bytesLeft = PDF_BYTES_MAX
  for (const url of urls) {
    const file = await fetchPdf(web, url, bytesLeft)
    bytesLeft -= file.bytes.length
    if (bytesLeft <= 0) throw badInput(`urls: must have at most ${PDF_BYTES_MAX} bytes together.`)
    files.push(file)
  }
  return files
}
