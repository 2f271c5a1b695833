import { z } from 'zod'
import { tlsPlaceIn } from './_domain.ts'
import { definePack } from './_runtime.ts'
import { webUrl } from '../../base/lib/web-url.ts'

export default definePack({
  title: 'API health',
  tagline:
    'An API endpoint checked as a client meets it: timing, headers, CORS, caching and certificate.',
  asks: ['health check of an API endpoint', 'API health as a client meets the endpoint'],
  input: z.object({ url: webUrl().describe('The endpoint; it is asked with GET.') }),
  steps: [
    { tool: 'http-check', input: ({ url }) => ({ url }) },
    { tool: 'http-headers', input: ({ url }) => ({ url }) },
    { tool: 'cors-check', input: ({ url }) => ({ url }) },
    { tool: 'cache-check', input: ({ url }) => ({ url }) },
    { tool: 'tls-cert', input: ({ url }) => tlsPlaceIn(url) },
  ],
  examples: [{ input: { url: 'https://api.github.com/' } }],
})
