import { getDomain } from 'tldts'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { sites } from '../../../../outside/net/sites.ts'

const HOPS_MAX = 20

export default defineTool({
  route: 'GET /api/unshorten-url',
  name: 'Unshorten URL',
  description:
    'Follow a short link such as bit.ly to its destination, and list every redirect; the redirects of ' +
    'servers, not those of scripts.',
  asks: [
    'expand a short URL',
    'where does a tinyurl redirect to',
    'where does this short link lead',
    'is the tiny link safe',
  ],
  price: '$0.002',
  uses: { sites },
  input: z.object({ url: webUrl().describe('The short link.') }),
  output: z.object({
    url: z.url(),
    finalUrl: z.url().describe('Destination of the link.'),
    hops: z
      .array(z.object({ url: z.url(), status: z.int() }))
      .describe('Each address that redirects, in order, with its status.'),
    hopCount: z.int(),
    crossDomain: z.boolean().describe('Whether the destination is on another registrable domain.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://bit.ly/3abcxyz' },
      output: {
        untrustedContent: true,
        url: 'https://bit.ly/3abcxyz',
        finalUrl: 'https://example.com/post',
        hops: [
          { url: 'https://bit.ly/3abcxyz', status: 301 },
          { url: 'https://example.com/old-post', status: 302 },
        ],
        hopCount: 2,
        crossDomain: true,
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com/post' },
      output: {
        untrustedContent: true,
        url: 'https://example.com/post',
        finalUrl: 'https://example.com/post',
        hops: [],
        hopCount: 0,
        crossDomain: false,
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ url }, { sites }) {
    const visit = await sites.visit(url, { redirectsMax: HOPS_MAX })
    const hops = visit.redirects.map(({ url, status }) => ({ url, status }))
    return {
      url,
      finalUrl: visit.url,
      hops,
      hopCount: hops.length,
      crossDomain: domainOf(url) !== domainOf(visit.url),
    }
  },
})

/** A numeric address has no domain, and counts as its own. */
const domainOf = (url: string): string => getDomain(url) ?? new URL(url).hostname
