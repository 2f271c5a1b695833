import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web, type Web } from '../../../../outside/net/web.ts'
import { threads, type Threads } from '../../../../engines/threads/threads.ts'
import { fetchPage } from '../_page.ts'
import { bestIcon, manifestIcons } from './_icons.ts'
import type { IconLink } from './_icon-links-thread.ts'

const ICON_LINKS = threadWork<typeof import('./_icon-links-thread.ts')>(
  import.meta.url,
  './_icon-links-thread.ts',
)

export default defineTool({
  route: 'GET /api/favicon-grab',
  name: 'Favicon',
  description: 'Best icon of a site as image bytes, with its size and all icons that it declares.',
  asks: ['favicon of a website', "download a site's icon", 'logo of a website', 'site icon'],
  price: '$0.003',
  uses: { web, threads },
  input: z.object({ url: webUrl().describe('A page of the site; redirects are followed.') }),
  output: z.object({
    url: z.url().describe('Address of the page, after redirects.'),
    iconUrl: z.string(),
    contentType: z.string().describe('Media type, detected by its bytes.'),
    width: z
      .int()
      .nullable()
      .describe('Width in pixels, of the largest picture; null if none is known.'),
    height: z.int().nullable(),
    base64: z.string().describe('The icon.'),
    candidates: z.array(
      z.object({
        url: z.string(),
        rel: z.string().describe('Relation of the declaration; favicon.ico needs none.'),
        sizes: z.string().nullable().describe('Sizes as declared, such as 32x32.'),
      }),
    ),
  }),
  examples: [
    { at: '2026-01-01T00:00:00Z', input: { url: 'https://workshop.example/' } },
    { input: { url: 'https://example.com' } },
  ],

  async run({ url: address }, { web, threads }) {
    const { url, links, fault } = await linksOf(address, { web, threads })
    const usual = { url: new URL('/favicon.ico', url).href, rel: 'favicon.ico', sizes: null }
    const candidates = links.some((link) => link.url === usual.url) ? links : [...links, usual]
    const best = (await bestIcon(web, links)) ?? (await bestIcon(web, [usual]))
    const { host } = new URL(url)
    if (!best) throw fault ?? new Fault('upstream_failed', `${host} has no icon.`)
    return {
      url,
      iconUrl: best.link.url,
      contentType: best.contentType,
      width: best.width,
      height: best.height,
      base64: best.bytes.toString('base64'),
      candidates,
    }
  },
})

interface IconPage {
  readonly url: string
  readonly links: readonly IconLink[]
  /** Why the page could not be read; its host may still have an icon. */
  readonly fault?: Fault
}

async function linksOf(
  address: string,
  { web, threads }: { readonly web: Web; readonly threads: Threads },
): Promise<IconPage> {
  try {
    const { url, html } = await fetchPage(web, address)
    const found = await threads.run(ICON_LINKS, { html, url }, { subject: 'the page' })
    const more = found.manifest === null ? [] : await manifestIcons(web, found.manifest)
    const all = [...found.icons, ...more]
    return { url, links: [...new Map(all.map((link) => [link.url, link])).values()] }
  } catch (thrown) {
    if (!(thrown instanceof Fault) || thrown.code !== 'upstream_failed') throw thrown
    return { url: address, links: [], fault: thrown }
  }
}
