import { z } from 'zod'
import { defineTool } from '../../../core/tool.ts'
import { isoTime } from '../../../lib/iso-time.ts'
import { sites } from '../../../net/sites.ts'
import { freshnessOf, isHit } from './_freshness.ts'
import { cdnOf } from './_headers.ts'
import { webUrl } from '../../../lib/web-url.ts'

export default defineTool({
  route: 'GET /api/cache-check',
  name: 'Cache check',
  description:
    'How a URL may be cached: freshness, validators (ETag, Last-Modified), revalidation, CDN hit ' +
    'and compression, explained.',
  asks: ['check the caching headers of a page', 'is my page served from the CDN cache'],
  price: '$0.002',
  uses: { sites },
  input: z.object({ url: webUrl().describe('The page or file; redirects are followed.') }),
  output: z.object({
    url: z.url().describe('After redirects.'),
    cacheable: z.boolean().describe('A shared cache may keep it.'),
    freshSeconds: z.int().nullable().describe('For how long a shared cache may; null: it guesses.'),
    etag: z.string().nullable().describe('ETag of the answer.'),
    lastModifiedIso: z.iso.datetime().nullable().describe('Last-Modified of the answer.'),
    revalidates: z.boolean().describe('Asked again with its validator, it answers 304.'),
    cdn: z.string().nullable().describe('The content delivery network, if one shows.'),
    cacheHit: z.boolean().nullable().describe('Null if the answer does not say.'),
    compression: z.string().nullable().describe('gzip, br ...; null for none.'),
    explanation: z.array(z.string()).describe('How the verdict comes about.'),
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
          'It has spent 60 seconds in a cache already.',
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
