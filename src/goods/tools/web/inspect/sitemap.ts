import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { announced, walk } from './_sitemaps.ts'

export default defineTool({
  route: 'GET /api/sitemap',
  name: 'Sitemap reader',
  description:
    "URLs listed in a site's sitemaps, found through robots.txt, with index files and gzip " +
    'followed.',
  asks: [
    'read the sitemap of a website',
    'all URLs in sitemap.xml',
    'all pages of a site',
    'sitemap.xml',
  ],
  price: '$0.003',
  uses: { web, threads },
  input: z.object({
    url: webUrl().describe('Any page of the site, or the address of a sitemap itself.'),
    limit: z.int().min(1).max(5_000).default(500).describe('Most URLs, 1 to 5,000.'),
  }),
  output: z.object({
    url: z.url(),
    sitemaps: z.array(z.url()).describe('Sitemaps that were read, at most 40.'),
    urls: z.array(
      z.object({
        loc: z.url(),
        lastmod: z.string().nullable().describe('Last change as the site writes it.'),
        priority: z.number().nullable().describe('Priority, 0 to 1.'),
      }),
    ),
    count: z.int(),
    truncated: z
      .boolean()
      .describe('Whether there are more URLs, or more sitemaps, than were read.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com', limit: 100 },
      output: {
        url: 'https://example.com/',
        sitemaps: ['https://example.com/sitemap.xml', 'https://example.com/sitemap-posts.xml.gz'],
        urls: [
          { loc: 'https://example.com/', lastmod: '2025-12-01', priority: 1 },
          { loc: 'https://example.com/post?a=1&b=2', lastmod: null, priority: null },
        ],
        count: 2,
        truncated: false,
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { url: 'https://example.com/sitemap-posts.xml.gz', limit: 1 } },
  ],

  async run({ url, limit }, { web, threads }) {
    const found = await walk(await announced(url, web), limit, { page: url, web, threads })
    return { url, ...found, count: found.urls.length }
  },
})
