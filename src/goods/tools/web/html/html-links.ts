import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { Link, linksOf, scope } from '../../../../engines/html/links.ts'
import { html, parsedHtml } from './_parsed.ts'

export default defineTool({
  route: 'POST /api/html-links',
  name: 'Links in HTML',
  description:
    'All links in HTML, made absolute against a base URL, with anchor text and rel, told apart ' +
    'into internal and external.',
  asks: [
    'get all links from an HTML string',
    'list the hrefs in a piece of markup',
    'links in a piece of HTML',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    html: html(),
    baseUrl: webUrl().optional().describe('Address of the HTML; its <base> has priority.'),
    scope: scope(),
    limit: z.int().min(1).max(5_000).default(500).describe('Most links, 1 to 5000.'),
  }),
  output: z.object({ links: z.array(Link), count: z.int() }),
  examples: [
    {
      input: { html: '<a href="/a">A</a>', baseUrl: 'https://example.com' },
      output: {
        links: [{ href: 'https://example.com/a', text: 'A', rel: null, internal: true }],
        count: 1,
      },
    },
    {
      input: {
        html: '<a href="/a">A</a><a href="https://elsewhere.example/" rel="nofollow">B</a>',
        baseUrl: 'https://example.com',
        scope: 'external',
      },
      output: {
        links: [
          { href: 'https://elsewhere.example/', text: 'B', rel: 'nofollow', internal: false },
        ],
        count: 1,
      },
    },
  ],

  async run({ html, ...options }) {
    const links = linksOf(await parsedHtml(html), options)
    return { links, count: links.length }
  },
})
