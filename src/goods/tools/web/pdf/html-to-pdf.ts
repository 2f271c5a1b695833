import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { printer } from '../../../../outside/net/browser.ts'

const LINE_MAX = 500

export default defineTool({
  route: 'POST /api/html-to-pdf',
  name: 'HTML to PDF',
  description:
    'Your own HTML as a PDF, with header, footer and page numbers; nothing is loaded from the network.',
  asks: [
    'make a pdf invoice from an html template',
    'html string to pdf file with page numbers',
    'invoice from HTML',
    'make a PDF from my template',
  ],
  price: '$0.010',
  uses: { printer },
  input: z.object({
    html: text(2 * MB)
      .min(1)
      .describe('HTML, up to 2 MB; pictures and fonts only as data: addresses. Its scripts run.'),
    format: z.enum(['A4', 'A5', 'Letter', 'Legal']).default('A4').describe('Size of the paper.'),
    landscape: z.boolean().default(false).describe('Whether the page is wider than it is high.'),
    marginMm: z
      .number()
      .min(0)
      .max(50)
      .default(15)
      .describe('White margin in millimetres, 0 to 50; @page rules of the HTML have priority.'),
    header: z.string().max(LINE_MAX).optional().describe('Text above each page, in the margin.'),
    footer: z.string().max(LINE_MAX).optional().describe('Text below each page, in the margin.'),
    pageNumbers: z
      .boolean()
      .default(false)
      .describe('Whether to write "1 / 3" at the foot of each page.'),
  }),
  output: z.object({
    base64: z.base64().describe('The PDF, at most 10 MB.'),
    contentType: z.literal('application/pdf'),
    bytes: z.int(),
    pages: z.int(),
  }),
  examples: [
    { input: { html: '<h1>Invoice 7</h1>' } },
    {
      input: {
        html: '<h1>Fares</h1><table><tr><td>Adult</td><td>2.40</td></tr></table>',
        format: 'A5',
        header: 'Harbour line',
        footer: 'Valid from January',
        pageNumbers: true,
      },
    },
  ],

  async run({ html, format, ...options }, { printer }) {
    const { bytes, pages } = await printer.print(html, { paper: format, ...options }, 'html')
    const base64 = Buffer.from(bytes).toString('base64')
    return { base64, contentType: 'application/pdf', bytes: bytes.length, pages }
  },
})
