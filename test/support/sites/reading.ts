import type { RequestListener } from 'node:http'

/** Pages for the tools that read: an article, a short link, a site to crawl. */

const POST = `<!doctype html><html lang="en"><head><title>A harbour for small boats - Example Post</title>
<meta name="description" content="Why the old quay was worth saving."><meta name="author" content="Maren Oduya">
<meta property="og:type" content="article"><meta property="og:site_name" content="Example Post">
<meta property="og:title" content="A harbour for small boats"><meta name="twitter:card" content="summary_large_image">
<link rel="canonical" href="/post"></head><body>
<nav><a href="/">Home</a> <a href="/subscribe">Subscribe</a></nav><article><h1>A harbour for small boats</h1>
<p>The quay is <b>two hundred years</b> old. When the last trawler left it, the town wanted to fill it in and park cars there.</p>
<h2>What was kept</h2><ul><li>the granite steps</li><li>the <a href="crane">crane</a>, which still turns</li></ul>
<table><tr><th>Berth</th><th>Length</th></tr><tr><td>North</td><td>8 m</td></tr><tr><td>South</td><td>11 m</td></tr></table>
</article><footer>All rights reserved.</footer></body></html>`

const page = (title: string, text: string, links = '') =>
  `<!doctype html><html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main><nav>${links}</nav></body></html>`

const DOCS: Readonly<Record<string, string>> = {
  '/robots.txt': 'User-agent: *\nDisallow: /docs/drafts\n',
  '/docs': page(
    'Guide',
    'Three short chapters on tying knots, for people who have never held a rope.',
    '<a href="/docs/bowline#top">Bowline</a> <a href="/docs/hitch">Hitch</a> <a href="/docs/drafts/splice">Splice</a> <a href="https://elsewhere.example/">Elsewhere</a> <a href="/docs/gone">Gone</a>',
  ),
  '/docs/bowline': page('Bowline', 'The bowline makes a loop that neither slips nor jams.'),
  '/docs/hitch': page('Hitch', 'The hitch ties a rope to a post.', '<a href="/docs">Guide</a>'),
}

/** The host that is crawled; a path that it does not know is a 404. */
export const knots: RequestListener = (request, response) => {
  const body = DOCS[new URL(request.url ?? '/', 'http://here').pathname]
  const type = request.url === '/robots.txt' ? 'text/plain' : 'text/html; charset=utf-8'
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': type })
  response.end(body ?? 'not found')
}

export const shortener: RequestListener = (_request, response) =>
  void response.writeHead(301, { location: 'https://example.com/old-post' }).end()

/** What `example.com` shows beside its other pages. */
export const READING_PAGES = {
  '/post': { body: POST },
  '/old-post': { status: 302, headers: { location: '/post' } },
} as const
