import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { sites } from '../../../../outside/net/sites.ts'
import { cookiesOf, headerFields } from './_headers.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'

export default defineTool({
  route: 'GET /api/http-headers',
  name: 'HTTP headers',
  description:
    'HTTP response headers that a server sends for a URL, with its redirects and the flags of its ' +
    'cookies.',
  asks: [
    'show the HTTP headers of a website',
    'which cookies and redirects does a URL set',
    'what does the server send back',
    'redirects of a URL',
  ],
  price: '$0.002',
  uses: { sites },
  input: z.object({
    url: webUrl().describe('The page or file.'),
    method: z.enum(['GET', 'HEAD']).default('GET').describe('Request method; no body is read.'),
  }),
  output: z.object({
    url: z.url().describe('Address of the answer, after redirects.'),
    status: z.int().describe('HTTP status.'),
    httpVersion: z.string().describe('HTTP version of the answer; the request used HTTP/1.1.'),
    headers: z
      .record(z.string(), z.string())
      .describe('Names in lower case; several headers with one name are joined by a comma.'),
    redirects: z
      .array(
        z.object({
          url: z.url().describe('The address that redirects.'),
          status: z.int().describe('HTTP status.'),
          location: z.string().describe('Target of the redirect.'),
        }),
      )
      .describe('Redirects on the way, in order.'),
    cookies: z
      .array(
        z.object({
          name: z.string().describe('Name of the cookie.'),
          secure: z.boolean().describe('Whether it is sent over HTTPS only.'),
          httpOnly: z.boolean().describe('Whether scripts cannot read it.'),
          sameSite: z.string().nullable().describe('Strict, Lax or None; null if it is not set.'),
        }),
      )
      .describe('Cookies that it sets, without their values.'),
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
