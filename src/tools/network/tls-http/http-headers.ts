import { z } from 'zod'
import { defineTool } from '../../../core/tool.ts'
import { sites } from '../../../net/sites.ts'
import { cookiesOf, headerFields } from './_headers.ts'
import { webUrl } from '../../../lib/web-url.ts'

export default defineTool({
  route: 'GET /api/http-headers',
  name: 'HTTP headers',
  description: 'HTTP response headers of a URL, with its redirects and the flags of its cookies.',
  asks: ['show the HTTP headers of a website', 'which cookies and redirects does a URL set'],
  price: '$0.002',
  uses: { sites },
  input: z.object({
    url: webUrl().describe('The page or file that is asked for.'),
    method: z.enum(['GET', 'HEAD']).default('GET').describe('Request method; no body is read.'),
  }),
  output: z.object({
    url: z.url().describe('Where the answer came from, after redirects.'),
    status: z.int(),
    httpVersion: z.string().describe('Of the answer; it was asked for over HTTP/1.1.'),
    headers: z
      .record(z.string(), z.string())
      .describe('Names in lower case; several of one name are joined by a comma.'),
    redirects: z.array(z.object({ url: z.url(), status: z.int(), location: z.string() })),
    cookies: z.array(
      z.object({
        name: z.string(),
        secure: z.boolean(),
        httpOnly: z.boolean(),
        sameSite: z.string().nullable().describe('Strict, Lax or None; null if it says nothing.'),
      }),
    ),
  }),
  examples: [
    { input: { url: 'https://example.com' } },
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'http://www.example.com/robots.txt', method: 'HEAD' },
    },
  ],

  async run({ url, method }, { sites }) {
    const visit = await sites.visit(url, { method })
    return {
      url: visit.url,
      status: visit.status,
      httpVersion: visit.httpVersion,
      headers: headerFields(visit.headers),
      redirects: visit.redirects,
      cookies: cookiesOf(visit.headers),
    }
  },
})
