import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { browser, type Subject } from '../../../../outside/net/browser.ts'

const HTML_CHARACTERS_MAX = 500_000

export default defineTool({
  route: 'POST /api/web-to-pdf',
  name: 'Web page to PDF',
  description:
    'Print a public page, or HTML of your own, to a PDF file with a headless browser. An error ' +
    'status of the page is a failure.',
  asks: [
    'convert a web page to PDF',
    'print a website into a PDF file by its address',
    'save a page to read offline',
    'print a website',
    'archive an article as PDF',
  ],
  price: '$0.010',
  uses: { browser },
  input: z.object({
    url: webUrl().optional().describe('Public address of the page. Give this or html.'),
    html: z
      .string()
      .min(1)
      .max(HTML_CHARACTERS_MAX)
      .optional()
      .describe(
        'HTML to print instead, at most 500,000 characters; its resources must be public and absolute.',
      ),
    paper: z.enum(['A4', 'Letter', 'Legal', 'A3']).default('A4').describe('Size of the paper.'),
    landscape: z.boolean().default(false).describe('Whether the page is wider than it is high.'),
  }),
  output: z.object({
    base64: z.string().describe('The PDF file, at most 10 MB.'),
    bytes: z.int(),
    pages: z.int(),
    contentType: z.literal('application/pdf'),
  }),
  examples: [
    { input: { url: 'https://example.com', paper: 'A4' } },
    { input: { html: '<h1>Receipt</h1><p>One ride: 2.40</p>', landscape: true } },
  ],

  async run({ url, html, ...options }, { browser }) {
    const { bytes, pages } = await browser.print(subjectOf(url, html), options)
    const base64 = Buffer.from(bytes).toString('base64')
    return { base64, bytes: bytes.length, pages, contentType: 'application/pdf' }
  },
})

function subjectOf(url: string | undefined, html: string | undefined): Subject {
  if (url !== undefined && html === undefined) return { url }
  if (html !== undefined && url === undefined) return { html }
  throw badInput('url, html: exactly one of them must be given.')
}
