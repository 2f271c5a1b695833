import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { fetchPage } from '../_page.ts'
import type { Contacts } from './_contacts-thread.ts'

const CONTACTS = threadWork<typeof import('./_contacts-thread.ts')>(
  import.meta.url,
  './_contacts-thread.ts',
)
const PAGES_MAX = 4

export default defineTool({
  route: 'GET /api/page-contacts',
  name: 'Contacts of a site',
  description:
    'Email addresses, phone numbers, postal addresses and social profiles on the home, contact ' +
    'and about pages of a site.',
  asks: [
    'find the email address of a company from its website',
    'contact details and social media links on a site',
    'phone and mail on a website',
    'how do I reach a firm',
    'social media of a company',
  ],
  price: '$0.004',
  uses: { web, threads },
  input: z.object({ url: webUrl().describe('A page of the site, preferably its home page.') }),
  output: z.object({
    url: z.url().describe('Address of the first page, after redirects.'),
    emails: z.array(z.string()).describe('Email addresses in lower case.'),
    phones: z
      .array(z.string())
      .describe('Phone numbers in E.164; as written, if the country of a link is unknown.'),
    socials: z.array(z.object({ network: z.string(), url: z.url() })),
    addresses: z.array(z.string()).describe('Postal addresses, each on one line.'),
    pagesRead: z.array(z.url()).describe(`Pages that were read, at most ${PAGES_MAX}.`),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://workshop.example/' },
      output: {
        url: 'https://workshop.example/',
        emails: ['hello@workshop.example', 'press@workshop.example'],
        phones: ['+4930901820'],
        socials: [
          { network: 'github', url: 'https://github.com/workshop-example' },
          { network: 'x', url: 'https://x.com/workshop' },
        ],
        addresses: ['Torstr. 1, 10119, Berlin, DE'],
        pagesRead: [
          'https://workshop.example/',
          'https://workshop.example/kontakt',
          'https://workshop.example/about',
        ],
        source: 'workshop.example',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { url: 'https://example.com' } },
  ],

  async run({ url: address }, { web, threads }) {
    const read = async (page: string, country: Contacts['country']) => {
      const { url, html } = await fetchPage(web, page)
      const input = { html, url, country }
      const found = await threads.run(CONTACTS, input, { subject: 'the page' })
      return { url, found }
    }
    const first = await read(address, null)
    const { origin } = new URL(first.url)
    const others = [`${origin}/`, ...first.found.pages].filter((page) => page !== first.url)

    const wanted = once(others).slice(0, PAGES_MAX - 1)
    // A page that fails is left out, and not listed as read.
    const more = await Promise.all(
      wanted.map((page) => read(page, first.found.country).catch(() => null)),
    )
    const pages = [first, ...more.filter((page) => page !== null)]
    const all = pages.map(({ found }) => found)
    const socials = all.flatMap((found) => found.socials)
    return {
      url: first.url,
      emails: once(all.flatMap(({ emails }) => emails)),
      phones: once(all.flatMap(({ phones }) => phones)),
      socials: [...new Map(socials.map((one) => [one.url.toLowerCase(), one])).values()],
      addresses: once(all.flatMap(({ addresses }) => addresses)),
      pagesRead: once(pages.map(({ url }) => url)),
    }
  },
})

const once = (values: readonly string[]): string[] => [...new Set(values)]
