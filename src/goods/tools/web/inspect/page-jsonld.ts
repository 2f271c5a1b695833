import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { fetchPage } from '../_page.ts'
import { structured } from '../html/_structured.ts'

const STRUCTURED = threadWork<typeof import('./_structured-thread.ts')>(
  import.meta.url,
  './_structured-thread.ts',
)

export default defineTool({
  route: 'GET /api/page-jsonld',
  name: 'Structured data of a page',
  description: 'Structured data that a live page publishes: JSON-LD, microdata and Open Graph.',
  asks: [
    'get the schema.org data of a web page',
    'JSON-LD of a live URL',
    'product data and ratings on a page',
  ],
  price: '$0.002',
  uses: { web, threads },
  input: z.object({ url: webUrl().describe('The page to read; redirects are followed.') }),
  output: z.object({
    url: z.url().describe('The page that was read, after redirects.'),
    ...structured,
    openGraph: z.record(z.string(), z.string()).describe('Without `og:`, the first of each.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://workshop.example/' },
      output: {
        url: 'https://workshop.example/',
        jsonLd: [
          {
            '@context': 'https://schema.org',
            '@type': 'Organization',
            name: 'Workshop',
            address: {
              '@type': 'PostalAddress',
              streetAddress: 'Torstr. 1',
              postalCode: '10119',
              addressLocality: 'Berlin',
              addressCountry: 'DE',
            },
          },
        ],
        microdata: [{ type: ['https://schema.org/Product'], properties: { name: ['Chair'] } }],
        openGraph: { title: 'The workshop', type: 'website' },
        types: ['Organization', 'Product', 'PostalAddress'],
        source: 'workshop.example',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ url: address }, { web, threads }) {
    const { url, html } = await fetchPage(web, address)
    const found = await threads.run(STRUCTURED, { html }, { subject: 'the page' })
    return { url, ...found }
  },
})
