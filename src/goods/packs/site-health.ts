import { z } from 'zod'
import { domainIn, tlsPlaceIn } from './_domain.ts'
import { definePack } from './_runtime.ts'
import { webUrl } from '../../base/lib/web-url.ts'

export default definePack({
  title: 'Site health',
  tagline: 'Up, fast, well cached and well protected? One pass over a site.',
  asks: [
    'site health: is it up, fast, cached and protected',
    'health of a site in one pass',
    'is our website all right',
  ],
  input: z.object({ url: webUrl().describe('A page of the site.') }),
  steps: [
    { tool: 'http-check', input: ({ url }) => ({ url }) },
    {
      tool: 'dns-lookup',
      input({ url }) {
        const domain = domainIn(url)
        return domain === null ? null : { domain }
      },
    },
    { tool: 'tls-cert', input: ({ url }) => tlsPlaceIn(url) },
    { tool: 'cache-check', input: ({ url }) => ({ url }) },
    { tool: 'security-headers', input: ({ url }) => ({ url }) },
  ],
  examples: [{ input: { url: 'https://example.com/' } }],
})
