import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { crawl } from './_crawl.ts'

const pattern = () => z.string().min(1).max(300).optional()

export default defineTool({
  route: 'POST /api/crawl-site',
  name: 'Crawl site',
  description:
    'Crawl up to 20 pages of one host, obeying robots.txt, and return each as markdown; links ' +
    'are followed in the order in which they are found.',
  asks: [
    'crawl a website',
    'spider a host and keep each page as text',
    'read a whole website',
    'get all pages of the documentation',
    'scrape a site',
  ],
  price: '$0.030',
  uses: { web, threads },
  pace: 'slow',
  input: z.object({
    url: webUrl().describe('First page; only pages of its host are followed.'),
    limit: z.int().min(1).max(20).default(10).describe('Most pages, 1 to 20.'),
    includePattern: pattern().describe(
      'Follow only addresses that match this regular expression (RE2).',
    ),
    excludePattern: pattern().describe(
      'Follow no address that matches this regular expression (RE2).',
    ),
  }),
  output: z.object({
    startUrl: z.url().describe('Address of the first page, after redirects.'),
    pages: z.array(
      z.object({ url: z.url(), title: z.string(), wordCount: z.int(), markdown: z.string() }),
    ),
    count: z.int().describe('Number of pages in this answer.'),
    skipped: z
      .array(z.object({ url: z.url(), reason: z.string() }))
      .describe('Pages that robots.txt forbids or that could not be read, at most 100.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://knots.example/docs', limit: 5 },
      output: {
        startUrl: 'https://knots.example/docs',
        pages: [
          {
            url: 'https://knots.example/docs',
            title: 'Guide',
            wordCount: 14,
            markdown: 'Three short chapters on tying knots, for people who have never held a rope.',
          },
          {
            url: 'https://knots.example/docs/bowline',
            title: 'Bowline',
            wordCount: 10,
            markdown: 'The bowline makes a loop that neither slips nor jams.',
          },
          {
            url: 'https://knots.example/docs/hitch',
            title: 'Hitch',
            wordCount: 8,
            markdown: 'The hitch ties a rope to a post.',
          },
        ],
        count: 3,
        skipped: [
          {
            url: 'https://knots.example/docs/drafts/splice',
            reason: 'robots.txt does not allow it.',
          },
          {
            url: 'https://knots.example/docs/gone',
            reason: 'knots.example answered 404 for this address.',
          },
        ],
        source: 'knots.example',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ url, limit, includePattern, excludePattern }, { web, threads, now }) {
    const options = { url, limit, include: includePattern, exclude: excludePattern }
    const { startUrl, pages, skipped } = await crawl(options, { web, threads, now })
    return {
      startUrl,
      pages,
      count: pages.length,
      skipped,
    }
  },
})
