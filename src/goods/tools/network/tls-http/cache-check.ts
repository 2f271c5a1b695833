import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoTime } from '../../../../base/lib/iso-time.ts'
import { sites } from '../../../../outside/net/sites.ts'
import { cdnOf, directivesOf, secondsOf } from './_headers.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'

export default defineTool({
  route: 'GET /api/cache-check',
  name: 'Cache check',
  description:
    'How a URL may be cached: freshness, validators (ETag, Last-Modified), revalidation, CDN hit ' +
    'and compression, explained.',
  asks: [
    'check the caching headers of a page',
    'is my page served from the CDN cache',
    'why do users see an old page',
    'how long is it cached',
  ],
  price: '$0.002',
  uses: { sites },
  input: z.object({ url: webUrl().describe('The page or file; redirects are followed.') }),
  output: z.object({
    url: z.url().describe('Address after redirects.'),
    cacheable: z.boolean().describe('Whether a shared cache may keep it.'),
    freshSeconds: z
      .int()
      .nullable()
      .describe('How long a shared cache may keep it, in seconds; null: the cache guesses.'),
    etag: z.string().nullable().describe('ETag of the answer.'),
    lastModifiedIso: z.iso.datetime().nullable().describe('Last-Modified of the answer.'),
    revalidates: z.boolean().describe('Whether a request with its validator answers 304.'),
    cdn: z.string().nullable().describe('Content delivery network, if one is visible.'),
    cacheHit: z.boolean().nullable().describe('Null if the answer does not say.'),
    compression: z.string().nullable().describe('gzip, br ...; null for none.'),
    explanation: z.array(z.string()).describe('Reasons for the verdict.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com/app.js' },
      output: {
        untrustedContent: true,
        url: 'https://example.com/app.js',
        cacheable: true,
        freshSeconds: 3600,
        etag: '"1a2b"',
        lastModifiedIso: null,
        revalidates: false,
        cdn: 'Cloudflare',
        cacheHit: true,
        compression: null,
        explanation: [
          'max-age keeps it fresh for 3600 seconds.',
          'It has already spent 60 seconds in a cache.',
          'It has a validator, but answers 200 and not 304 when asked with it.',
          'It is not compressed.',
        ],
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ url }, { sites }) {
    const first = await sites.visit(url)
    const { headers } = first
    const etag = headers.get('etag')
    const modified = headers.get('last-modified')
    const validators = {
      ...(etag === null ? {} : { 'if-none-match': etag }),
      ...(etag === null && modified !== null ? { 'if-modified-since': modified } : {}),
    }
    const hasValidator = Object.keys(validators).length > 0
    const again = hasValidator ? await sites.visit(first.url, { headers: validators }) : null
    const revalidates = again?.status === 304
    const compression = headers.get('content-encoding')
    const freshness = freshnessOf(first.status, headers)
    return {
      url: first.url,
      cacheable: freshness.cacheable,
      freshSeconds: freshness.seconds,
      etag,
      lastModifiedIso: isoTime(Date.parse(modified ?? '')),
      revalidates,
      cdn: cdnOf(headers)?.name ?? null,
      cacheHit: isHit(headers),
      compression,
      explanation: [
        ...freshness.why,
        ...(again === null ? ['It has no validator: a stale copy must be fetched whole.'] : []),
        ...(again && revalidates ? ['A stale copy is renewed by a short 304 answer.'] : []),
        ...(again && !revalidates
          ? [`It has a validator, but answers ${again.status} and not 304 when asked with it.`]
          : []),
        ...(compression === null ? ['It is not compressed.'] : []),
      ],
    }
  },
})

interface Freshness {
  readonly cacheable: boolean
  /** Null if a cache may guess. */
  readonly seconds: number | null
  readonly why: readonly string[]
}

/** Statuses that a cache may keep by default (RFC 9110, 15.1). */
const KEPT_BY_DEFAULT = new Set([200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501])

const never = (why: string): Freshness => ({ cacheable: false, seconds: 0, why: [why] })

/** Whether and for how long a shared cache may keep an answer (RFC 9111). */
function freshnessOf(status: number, headers: Headers): Freshness {
  const control = directivesOf(headers.get('cache-control'))
  if (control.has('no-store')) return never('no-store forbids every cache to keep it.')
  if (control.has('private'))
    return never('private: only the browser may keep it, no shared cache.')
  if (headers.get('vary')?.trim() === '*')
    return never('Vary: * makes every request a different one.')
  const lifetime = lifetimeOf(control, headers)
  if (lifetime === null && !KEPT_BY_DEFAULT.has(status))
    return never(`An answer of ${status} is kept only if it gives a lifetime.`)
  const aged = secondsOf(headers.get('age') ?? undefined)
  const why = [
    ...(lifetime ? [lifetime.why] : ['It says nothing about freshness, so caches guess.']),
    ...(control.has('no-cache') ? ['no-cache: a copy must be checked before each use.'] : []),
    ...(control.has('immutable')
      ? ['immutable: browsers do not ask again while it is fresh.']
      : []),
    ...(aged ? [`It has already spent ${aged} seconds in a cache.`] : []),
    ...(headers.has('set-cookie')
      ? ['It sets a cookie, which most shared caches refuse to keep.']
      : []),
  ]
  return {
    cacheable: true,
    seconds: control.has('no-cache') ? 0 : (lifetime?.seconds ?? null),
    why,
  }
}

function lifetimeOf(control: ReadonlyMap<string, string>, headers: Headers) {
  for (const name of ['s-maxage', 'max-age']) {
    const seconds = secondsOf(control.get(name))
    if (seconds !== null) return { seconds, why: `${name} keeps it fresh for ${seconds} seconds.` }
  }
  const expires = headers.get('expires')
  if (expires === null) return null
  const [until, from] = [Date.parse(expires), Date.parse(headers.get('date') ?? '')]
  // An invalid date counts as expired (RFC 9111, 5.3).
  const seconds = Math.max(0, Math.floor((until - from) / 1_000)) || 0
  return { seconds, why: `Expires keeps it fresh for ${seconds} seconds.` }
}

const HIT_HEADERS = [
  'cf-cache-status',
  'x-cache',
  'x-vercel-cache',
  'x-cache-status',
  'cache-status',
  'x-nf-cache',
  'cdn-cache',
]

/** Whether it came from a cache: by its headers, or because its age is above zero. */
function isHit(headers: Headers): boolean | null {
  for (const name of HIT_HEADERS) {
    const value = headers.get(name) ?? ''
    if (/\bhit\b|_hit\b|revalidated|stale/i.test(value)) return true
    if (/\bmiss\b|expired|bypass|dynamic|fwd=/i.test(value)) return false
  }
  const age = secondsOf(headers.get('age') ?? undefined)
  return age === null ? null : age > 0
}
