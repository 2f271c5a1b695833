import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { decodedText } from '../../../../engines/language/decoded-text.ts'
import { fetchFile } from '../_page.ts'
import type { FeedInput } from '../../../../engines/feeds/feed-thread.ts'

const FEED = threadWork<typeof import('../../../../engines/feeds/feed-thread.ts')>(
  import.meta.url,
  '../../../../engines/feeds/feed-thread.ts',
)
const FEED_BYTES_MAX = 8 * MB
const ACCEPT =
  'application/rss+xml,application/atom+xml,application/feed+json,application/json;q=0.9,' +
  'application/xml;q=0.9,text/xml;q=0.9,*/*;q=0.5'

export default defineTool({
  route: 'GET /api/feed-parse',
  name: 'Feed reader',
  description:
    'Items of a live RSS, Atom or JSON feed in one normalised shape, with title, link, date, ' +
    'author and summary.',
  asks: [
    'read an RSS feed',
    'latest items of an Atom feed',
    'newest posts of a blog',
    'podcast episodes',
    'read RSS',
  ],
  price: '$0.003',
  uses: { web, threads },
  input: z.object({
    url: webUrl().describe('Address of the feed; feed-discover finds those of a site.'),
    limit: z.int().min(1).max(100).default(20).describe('Most items, 1 to 100.'),
  }),
  output: z.object({
    url: z.url().describe('Address of the feed, after redirects.'),
    format: z.enum(['rss', 'atom', 'json']),
    title: z.string().nullable(),
    items: z.array(
      z.object({
        title: z.string().nullable(),
        url: z.url().nullable(),
        publishedAt: z.iso.datetime().nullable(),
        author: z.string().nullable(),
        summary: z.string().nullable().describe('Plain text, at most 2,000 characters.'),
        id: z.string().nullable().describe('Id in the feed.'),
      }),
    ),
    count: z.int(),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com/feed.xml', limit: 5 },
      output: {
        url: 'https://example.com/feed.xml',
        format: 'rss',
        title: 'Example Post',
        items: [
          {
            title: 'A harbour & its boats',
            url: 'https://example.com/post',
            publishedAt: '2025-12-30T08:15:00.000Z',
            author: 'Mara Quay',
            summary: 'Why the old quay was worth saving.',
            id: 'harbour-1',
          },
          {
            title: 'Second',
            url: 'https://example.com/second',
            publishedAt: null,
            author: null,
            summary: null,
            id: 'https://example.com/second',
          },
        ],
        count: 2,
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { url: 'https://example.com/feed.json', limit: 1 } },
  ],

  async run({ url: address, limit }, { web, threads }) {
    const file = await fetchFile(web, address, { bytesMax: FEED_BYTES_MAX, accept: ACCEPT })
    const wanted: FeedInput = { text: await decodedText(file), url: file.url, itemsMax: limit }
    const source = new URL(file.url).host
    const feed = await threads.run(FEED, wanted, { subject: `the feed of ${source}` })
    return { url: file.url, ...feed, count: feed.items.length }
  },
})
