import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { fetchPage } from '../_page.ts'
import { Link, scope } from '../../../../engines/html/links.ts'

const LINKS = threadWork<typeof import('./_links-thread.ts')>(import.meta.url, './_links-thread.ts')

export default defineTool({
  route: 'GET /api/page-links',
  name: 'Links of a page',
  description: 'Absolute links of a live page with anchor text, told apart by where they lead.',
  asks: [
    'list the links on a page',
    'which outgoing links does this URL have',
    'all links on a website',
    'find broken or outgoing links',
  ],
  price: '$0.002',
  uses: { web, threads },
  input: z.object({
    url: webUrl().describe('The page to read; redirects are followed.'),
    scope: scope(),
    limit: z.int().min(1).max(1_000).default(200).describe('Most links, 1 to 1000.'),
  }),
  output: z.object({
    url: z.url().describe('Address of the page, after redirects.'),
    links: z.array(Link),
    count: z.int(),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://workshop.example/', scope: 'external' },
      output: {
        url: 'https://workshop.example/',
        links: [
          {
            href: 'https://github.com/workshop-example',
            text: 'GitHub',
            rel: 'me',
            internal: false,
          },
          { href: 'https://x.com/workshop', text: 'On X', rel: null, internal: false },
        ],
        count: 2,
        source: 'workshop.example',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { url: 'https://example.com', scope: 'external' } },
  ],

  async run({ url: address, scope, limit }, { web, threads }) {
    const { url, html } = await fetchPage(web, address)
    const input = { html, baseUrl: url, scope, limit }
    const links = await threads.run(LINKS, input, { subject: 'the page' })
    return { url, links, count: links.length }
  },
})
