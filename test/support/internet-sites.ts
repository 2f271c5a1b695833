import type { RequestListener } from 'node:http'
import { FEED_PAGES } from './sites/feeds.ts'
import { INSPECTED_PAGES, workshop } from './sites/workshop.ts'
import { graphqlSite } from './sites/graphql.ts'
import { knots, READING_PAGES, shortener } from './sites/reading.ts'
import { pdfSite } from './sites/pdf.ts'
import { APP_PAGE } from './sites/app.ts'
import { PRESS } from './sites/press.ts'
import { RECEIPT } from './sites/receipt.ts'
import { SHOP_PAGES } from './sites/shop.ts'

/** A site of the stand-in internet: what it answers, by path. */
type Pages = Readonly<Record<string, Page>>

interface Page {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Buffer
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

const SECURITY = `Contact: mailto:security@example.com
Expires: 2026-06-01T00:00:00Z
`

const CARD = {
  protocolVersion: '0.3.0',
  name: 'Example agent',
  description: 'Says hello.',
  url: 'https://example.com/a2a',
  version: '1.0.0',
  capabilities: { streaming: false },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'hello', name: 'Hello', description: 'Says hello.', tags: ['greeting'] }],
}

const ECHO = {
  name: 'echo',
  description: 'Says it again.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
}

interface McpMessage {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly name?: string; readonly arguments?: { readonly text?: string } }
}

/** An MCP server that answers initialize as JSON and the list of tools as an event. */
const mcp: RequestListener = (request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    const { id, method, params } = JSON.parse(body || '{}') as McpMessage
    if (method === 'initialize') {
      const result = {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'stand-in', version: '1.0.0' },
      }
      response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's1' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    } else if (request.headers['mcp-session-id'] !== 's1') response.writeHead(400).end()
    else if (method === 'tools/list') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      // The stream stays open, as servers may leave it.
      const result = JSON.stringify({ jsonrpc: '2.0', id, result: { tools: [ECHO] } })
      response.write(`: hello\n\nevent: message\ndata: ${result}\n\n`)
    } else if (method === 'tools/call') {
      const isKnown = params?.name === ECHO.name
      const text = isKnown ? (params.arguments?.text ?? '') : 'No such tool.'
      const result = { content: [{ type: 'text', text }], ...(!isKnown && { isError: true }) }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    } else response.writeHead(202).end()
  })
}

/** An agent that answers each message at once. */
const agent: RequestListener = (request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    const { id } = JSON.parse(body || '{}') as McpMessage
    const parts = [{ kind: 'text', text: 'I say hello.' }]
    const result = { kind: 'message', role: 'agent', messageId: 'm1', contextId: 'c1', parts }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
}

const examplePages = pages({
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
  '/receipt.png': { headers: { 'content-type': 'image/png' }, body: RECEIPT },
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
  '/.well-known/security.txt': { headers: { 'content-type': 'text/plain' }, body: SECURITY },
  '/.well-known/agent-card.json': {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(CARD),
  },
  '/old': { status: 301, headers: { location: '/' } },
  ...READING_PAGES,
  ...INSPECTED_PAGES,
  ...FEED_PAGES,
  ...SHOP_PAGES,
  '/app': { body: APP_PAGE },
})

const example: RequestListener = (request, response) =>
  request.url === '/mcp'
    ? mcp(request, response)
    : request.url === '/a2a'
      ? agent(request, response)
      : request.url === '/graphql'
        ? graphqlSite(request, response)
        : request.url?.endsWith('.pdf')
          ? pdfSite(request, response)
          : examplePages(request, response)

const GOOGLE = {
  issuer: 'https://accounts.google.com',
  authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
}

const KEYS = { keys: [{ kid: 'k1', kty: 'RSA', alg: 'RS256', use: 'sig', n: 'AQAB', e: 'AQAB' }] }

const jsonAt = (path: string, value: unknown): RequestListener =>
  pages({
    [path]: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) },
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
  ...PRESS.map(([host, page]) => [host, pages({ '/agents': { body: page } })] as const),
  ['bit.ly', shortener],
  ['knots.example', knots],
  ['workshop.example', workshop],
  // A gateway of names that stand outside their chain.
  ['gateway.example', pages({ '*': { body: '{"data":"0x"}' } })],
  ['www.x402.example', pages({ '/protocol': READING_PAGES['/post'] })],
  ['api.github.com', github],
  ['mta-sts.gmail.com', mtaSts],
  ['accounts.google.com', jsonAt('/.well-known/openid-configuration', GOOGLE)],
  ['www.googleapis.com', jsonAt('/oauth2/v3/certs', KEYS)],
  [
    'www.example.com',
    pages({ '*': { status: 301, headers: { location: 'https://example.com/' } } }),
  ],
]
