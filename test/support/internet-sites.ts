import type { RequestListener } from 'node:http'

/** A site of the stand-in internet: what it answers, by path. */
type Pages = Readonly<Record<string, Page>>

interface Page {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string
}

/** Answers the pages that there are, `*` for all others, else 404; HEAD without the body. */
export const pages =
  (all: Pages): RequestListener =>
  (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://here')
    const page = all[pathname] ?? all['*'] ?? { status: 404, body: 'not found' }
    for (const [name, value] of Object.entries(page.headers ?? {})) response.setHeader(name, value)
    if (!response.hasHeader('content-type'))
      response.setHeader('content-type', 'text/html; charset=utf-8')
    response.writeHead(page.status ?? 200).end(request.method === 'HEAD' ? '' : (page.body ?? ''))
  }

const EXAMPLE_PAGE = `<!doctype html><html lang="en"><head><title>Example Domain</title>
<meta name="generator" content="WordPress 6.8.1">
<link rel="stylesheet" href="/wp-content/themes/plain/style.css">
<script async src="https://www.googletagmanager.com/gtag/js?id=G-AAAAAAA"></script>
</head><body><h1>Example Domain</h1><p>For use in examples.</p></body></html>`

const ROBOTS = `User-agent: *
Disallow: /private/
Crawl-delay: 5

User-agent: GPTBot
Disallow: /

Sitemap: https://example.com/sitemap.xml
`

const example = pages({
  '/': {
    headers: {
      server: 'nginx/1.26.2',
      'content-type': 'text/html; charset=utf-8',
      'set-cookie': ['session=abc; Path=/; Secure; HttpOnly; SameSite=Lax', 'theme=light'],
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      date: 'Thu, 01 Jan 2026 00:00:00 GMT',
    },
    body: EXAMPLE_PAGE,
  },
  '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: ROBOTS },
  '/app.js': {
    headers: {
      'content-type': 'text/javascript',
      'cache-control': 'public, max-age=3600',
      etag: '"1a2b"',
      age: '60',
      'cf-cache-status': 'HIT',
      'cf-ray': 'abc-FRA',
    },
    body: 'console.log(1)',
  },
  '/old': { status: 301, headers: { location: '/' } },
})

const github = pages({
  '*': {
    headers: {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag, Link',
      'content-type': 'application/json',
    },
    body: '{}',
  },
})

const GMAIL_POLICY = `version: STSv1
mode: enforce
mx: gmail-smtp-in.l.google.com
mx: *.gmail-smtp-in.l.google.com
max_age: 86400
`

const mtaSts = pages({
  '/.well-known/mta-sts.txt': { headers: { 'content-type': 'text/plain' }, body: GMAIL_POLICY },
})

export const SITES: readonly (readonly [host: string, site: RequestListener])[] = [
  ['example.com', example],
  ['api.github.com', github],
  ['mta-sts.gmail.com', mtaSts],
  [
    'www.example.com',
    pages({ '*': { status: 301, headers: { location: 'https://example.com/' } } }),
  ],
]
