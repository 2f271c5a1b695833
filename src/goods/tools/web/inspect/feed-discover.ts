import { z } from 'zod'
import { Fault, type FaultCode } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web, type Web } from '../../../../outside/net/web.ts'
import { threads, type Threads } from '../../../../engines/threads/threads.ts'
import { decodedText } from '../../../../engines/language/decoded-text.ts'
import { fetchFile, fetchPage } from '../_page.ts'
import type { Announced } from './_feed-links-thread.ts'
import type { FeedInput } from '../../../../engines/feeds/feed-thread.ts'

const LINKS = threadWork<typeof import('./_feed-links-thread.ts')>(
  import.meta.url,
  './_feed-links-thread.ts',
)
const FEED = threadWork<typeof import('../../../../engines/feeds/feed-thread.ts')>(
  import.meta.url,
  '../../../../engines/feeds/feed-thread.ts',
)
const FEED_BYTES_MAX = 2 * MB
/** Tried if a page declares no feed; in the folder of the page, and at the root of the site. */
const USUAL = ['feed', 'feed.xml', 'rss.xml', 'atom.xml', 'index.xml', 'feed.json', 'rss']

const FoundFeed = z.object({
  url: z.url(),
  title: z.string().nullable(),
  format: z.enum(['rss', 'atom', 'json']),
})

type FoundFeed = z.output<typeof FoundFeed>

/** Faults that do not depend on the site. */
const OURS = new Set<FaultCode>(['caller_gone', 'overloaded'])

export default defineTool({
  route: 'GET /api/feed-discover',
  name: 'Feed finder',
  description:
    'RSS, Atom and JSON feeds that a site announces on a page, or that are found where sites ' +
    'usually keep them.',
  asks: [
    'find the RSS feed of a site',
    'what is the feed URL of this blog',
    'does the blog have a feed',
    'podcast feed of a site',
    'subscribe to a site',
  ],
  price: '$0.002',
  uses: { web, threads },
  input: z.object({ url: webUrl().describe('A page of the site, such as its blog.') }),
  output: z.object({
    url: z.url().describe('Address of the page, after redirects.'),
    feeds: z.array(FoundFeed),
    count: z.int(),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com/blog' },
      output: {
        url: 'https://example.com/blog',
        feeds: [
          { url: 'https://example.com/feed.xml', title: 'Posts', format: 'rss' },
          { url: 'https://example.com/feed.json', title: 'Posts as JSON', format: 'json' },
        ],
        count: 2,
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com/post' },
      output: {
        url: 'https://example.com/post',
        feeds: [
          { url: 'https://example.com/feed.xml', title: 'Example Post', format: 'rss' },
          { url: 'https://example.com/feed.json', title: 'Example Post', format: 'json' },
        ],
        count: 2,
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ url: address }, { web, threads }) {
    const { url, html } = await fetchPage(web, address)
    const { host } = new URL(url)
    const subject = `the page of ${host}`
    const announced = await threads.run(LINKS, { html, url }, { subject })
    const found = announced.length > 0 ? announced.map(asFound) : await guessed(url, web, threads)
    const feeds = [...new Map(found.map((feed) => [feed.url, feed])).values()]
    return { url, feeds, count: feeds.length }
  },
})

const asFound = ({ url, title, type }: Announced): FoundFeed => ({
  url,
  title,
  format: /json/i.test(type) ? 'json' : /atom/i.test(type) ? 'atom' : 'rss',
})

/** A missing or invalid feed is skipped, because the page did not declare it. */
async function guessed(page: string, web: Web, threads: Threads): Promise<FoundFeed[]> {
  const folder = page.endsWith('/') ? page : `${page}/`
  const addresses = USUAL.flatMap((name) => [new URL(`/${name}`, page), new URL(name, folder)])
  const unique = new Set(addresses.map(({ href }) => href))
  const found = await Promise.all([...unique].map((address) => tryFeed(address, web, threads)))
  return found.flatMap((feed) => feed ?? [])
}

async function tryFeed(address: string, web: Web, threads: Threads): Promise<FoundFeed | null> {
  try {
    const file = await fetchFile(web, address, { bytesMax: FEED_BYTES_MAX })
    if (file.contentType === 'text/html') return null
    const wanted: FeedInput = { text: await decodedText(file), url: file.url, itemsMax: 1 }
    const { title, format } = await threads.run(FEED, wanted)
    return { url: file.url, title, format }
  } catch (thrown) {
    if (!(thrown instanceof Fault) || OURS.has(thrown.code)) throw thrown
    return null
  }
}
