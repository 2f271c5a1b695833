import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { fetchPage } from '../_page.ts'

const HEAD = threadWork<typeof import('./_head-thread.ts')>(import.meta.url, './_head-thread.ts')

export default defineTool({
  route: 'GET /api/meta',
  name: 'Page metadata',
  description:
    'Head metadata of a public page: title, description, canonical link, Open Graph and Twitter ' +
    'card.',
  asks: [
    'get the title and description of a web page',
    'Open Graph tags of a URL',
    'preview card of a link',
    'title of a page',
  ],
  price: '$0.002',
  uses: { web, threads },
  input: z.object({ url: webUrl().describe('The page to read; redirects are followed.') }),
  output: z.object({
    url: z.url().describe('Address of the page, after redirects.'),
    title: z.string().describe('Title; empty if the page has none.'),
    description: z.string().nullable(),
    canonical: z.url().nullable().describe('Address that the page names as its own.'),
    og: z
      .object({
        type: z.string().nullable(),
        site_name: z.string().nullable(),
        title: z.string().nullable(),
      })
      .describe('Open Graph values.'),
    twitter: z.object({ card: z.string().nullable() }),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com' },
      output: {
        url: 'https://example.com/',
        title: 'Example Domain',
        description: null,
        canonical: null,
        og: { type: null, site_name: null, title: null },
        twitter: { card: null },
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
        title: 'A harbour for small boats - Example Post',
        description: 'Why the old quay was worth saving.',
        canonical: 'https://example.com/post',
        og: { type: 'article', site_name: 'Example Post', title: 'A harbour for small boats' },
        twitter: { card: 'summary_large_image' },
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ url: address }, { web, threads }) {
    const { url, html } = await fetchPage(web, address)
    const subject = `the page of ${new URL(url).host}`
    const head = await threads.run(HEAD, { url, html }, { subject })
    return { url, ...head }
  },
})
