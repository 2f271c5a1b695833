import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { sites, type Visit } from '../../../../outside/net/sites.ts'
import type { Fingerprint } from './_fingerprint.ts'
import { SERVICE_FINGERPRINTS } from './_fingerprints-of-services.ts'
import { SITE_FINGERPRINTS } from './_fingerprints-of-sites.ts'
import { cdnOf, cookiesOf } from './_headers.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'

const PAGE_BYTES_MAX = 512 * 1024
const EVIDENCE_CHARACTERS_MAX = 200
const ASSETS_MAX = 1_000

const Technology = z.object({
  name: z.string().describe('Name of the product.'),
  category: z.string().describe('Purpose of the product.'),
  version: z.string().nullable().describe('Version; null if it is not visible.'),
  evidence: z.string().describe('Header, cookie, tag or address that shows it.'),
})

type Technology = z.output<typeof Technology>

export default defineTool({
  route: 'GET /api/tech-stack',
  name: 'Technology stack',
  description:
    'Technologies that a site runs, with the evidence: frameworks, CMS, shop, analytics, tag ' +
    'managers, CDN, hosting and server.',
  asks: [
    'what technology does this website use',
    'is this site running WordPress or React',
    'is this site made with WordPress',
    'what software runs a shop',
    'which framework',
  ],
  price: '$0.004',
  uses: { sites },
  input: z.object({ url: webUrl().describe('A page of the site; redirects are followed.') }),
  output: z.object({
    url: z.url().describe('Address of the page, after redirects.'),
    technologies: z.array(Technology).describe('Technologies that headers and page show.'),
    cdn: z.string().nullable().describe('Content delivery network, if one is visible.'),
    server: z.string().nullable().describe('Name of the server in its own header.'),
    cms: z.string().nullable().describe('Content management system, if one is visible.'),
    count: z.int().describe('Number of technologies.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com' },
      output: {
        untrustedContent: true,
        url: 'https://example.com/',
        technologies: [
          {
            name: 'WordPress',
            category: 'cms',
            version: '6.8.1',
            evidence: 'meta generator: WordPress 6.8.1',
          },
          {
            name: 'Google Analytics',
            category: 'analytics',
            version: null,
            evidence: 'address: https://www.googletagmanager.com/gtag/js?id=G-AAAAAAA',
          },
          {
            name: 'nginx',
            category: 'server',
            version: '1.26.2',
            evidence: 'header server: nginx/1.26.2',
          },
        ],
        cdn: null,
        server: 'nginx/1.26.2',
        cms: 'WordPress',
        count: 3,
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ url }, { sites }) {
    const headers = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1' }
    const visit = await sites.visit(url, { bytesMax: PAGE_BYTES_MAX, headers })
    const technologies = technologiesIn(await tracesOf(visit))
    const cdn = cdnOf(visit.headers)
    const all = cdn
      ? [...technologies, { ...cdnRow(cdn.name), evidence: `header ${cdn.header}` }]
      : technologies
    return {
      url: visit.url,
      technologies: all,
      cdn: cdn?.name ?? null,
      server: visit.headers.get('server'),
      cms:
        all.find(({ category }) => /^(cms|ecommerce|site builder)$/.test(category))?.name ?? null,
      count: all.length,
    }
  },
})

const cdnRow = (name: string) => ({ name, category: 'cdn', version: null })

/** The parts of a page that show its technologies. */
interface Traces {
  readonly headers: Headers
  readonly cookies: readonly string[]
  readonly generators: readonly string[]
  readonly assets: readonly string[]
  has(selector: string): boolean
}

async function tracesOf({ bytes, headers }: Visit): Promise<Traces> {
  const { load } = await import('cheerio')
  const page = load(bytes.toString('utf8'))
  const valuesOf = (selector: string, name: string) =>
    page(selector)
      .slice(0, ASSETS_MAX)
      .toArray()
      .flatMap((element) => page(element).attr(name)?.slice(0, 2_000) ?? [])
  return {
    headers,
    cookies: cookiesOf(headers).map(({ name }) => name),
    generators: valuesOf('meta[name="generator" i]', 'content'),
    assets: [...valuesOf('script[src],iframe[src]', 'src'), ...valuesOf('link[href]', 'href')],
    has: (selector) => page(selector).length > 0,
  }
}

/** Each technology once, by the first of its marks that matches. */
function technologiesIn(traces: Traces): Technology[] {
  const rows = new Map<string, Technology>()
  for (const fingerprint of [...SITE_FINGERPRINTS, ...SERVICE_FINGERPRINTS]) {
    const { name, category } = fingerprint
    const trace = traceOf(fingerprint, traces)
    const known = rows.get(name)
    if (!trace || known?.version) continue
    const evidence = known?.evidence ?? trace.evidence.slice(0, EVIDENCE_CHARACTERS_MAX)
    rows.set(name, { name, category, version: trace.version, evidence })
  }
  return Array.from(rows.values())
}

interface Trace {
  readonly version: string | null
  readonly evidence: string
}

function traceOf(fingerprint: Fingerprint, traces: Traces): Trace | null {
  const { header, cookie, generator, asset, selector } = fingerprint
  if (header) {
    const value = traces.headers.get(header[0])
    return value === null ? null : matched(header[1], [value], `header ${header[0]}`)
  }
  if (cookie) return matched(cookie, traces.cookies, 'cookie')
  if (generator) return matched(generator, traces.generators, 'meta generator')
  if (asset) return matched(asset, traces.assets, 'address')
  return selector && traces.has(selector) ? { version: null, evidence: `page: ${selector}` } : null
}

function matched(pattern: RegExp, values: readonly string[], where: string): Trace | null {
  for (const value of values) {
    const match = pattern.exec(value)
    if (match) return { version: match[1] ?? null, evidence: `${where}: ${value}` }
  }
  return null
}
