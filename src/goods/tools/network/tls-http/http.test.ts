import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { internet, type Internet } from '../../../../../test/support/internet.ts'
import { pages } from '../../../../../test/support/internet-sites.ts'
import { runExample } from '../../../../../test/support/run-tool.ts'
import type { ToolSpec } from '../../../../base/core/tool.ts'
import a2aCardFetch from './a2a-card-fetch.ts'
import cacheCheck from './cache-check.ts'
import corsCheck from './cors-check.ts'
import httpCheck from './http-check.ts'
import httpHeaders from './http-headers.ts'
import mcpProbe from './mcp-probe.ts'
import oidcDiscovery from './oidc-discovery.ts'
import robotsCheck from './robots-check.ts'
import securityHeaders from './security-headers.ts'
import techStack from './tech-stack.ts'
import wellknownProbe from './wellknown-probe.ts'

let net: Internet
const robots = (status: number, body = '', headers = {}) =>
  pages({ '/robots.txt': { status, body, headers }, '*': { body: 'page' } })

const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))

const troubled = (): Record<string, RequestListener> => ({
  'loop.example.com': pages({ '*': { status: 302, headers: { location: '/again' } } }),
  'inward.example.com': pages({
    '*': { status: 302, headers: { location: 'http://169.254.169.254/' } },
  }),
  'broken.example.com': pages({ '*': { status: 503, body: 'later' } }),
  'norobots.example.com': robots(404),
  'down.example.com': robots(500),
  'moved.example.com': robots(301, '', { location: 'https://example.com/robots.txt' }),
  'odd.example.com': robots(
    200,
    '\uFEFFUSER-AGENT: *\rdisallow: /a*b$\r\nALLOW: /a/allowed\n\0\0garbage: : :\nCrawl-delay: soon\nSitemap: not a url\nDisallow: /' +
      'x'.repeat(5_000),
  ),
})

const peculiar = (): Record<string, RequestListener> => ({
  'strict.example.com': pages({
    '/': {
      headers: {
        'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
        'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'permissions-policy': 'camera=()',
        'cache-control': 'no-store',
      },
    },
  }),
  'lax.example.com': pages({
    '/': {
      headers: {
        'content-security-policy': "script-src * 'unsafe-inline'",
        'strict-transport-security': 'max-age=60',
        'x-frame-options': 'ALLOWALL',
        'x-content-type-options': 'yes',
      },
    },
    '*': { status: 404, body: '<html>none</html>' },
  }),
  'reflect.example.com': (request, response) => {
    response.setHeader('access-control-allow-origin', request.headers.origin ?? 'null')
    response.setHeader('access-control-allow-credentials', 'true')
    response.setHeader('access-control-allow-methods', 'GET, put')
    response.writeHead(204).end()
  },
  'bomb.example.com': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb)
  },
  'endless.example.com': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const timer = setInterval(() => response.write('<p>'.repeat(20_000)), 1)
    response.on('close', () => clearInterval(timer))
  },
  'soft.example.com': pages({ '*': { body: '<!doctype html><p>everything is here' } }),
  'locked.example.com': pages({ '*': { status: 401 } }),
  'cards.example.com': pages({
    '/.well-known/agent.json': {
      headers: { 'content-type': 'application/json' },
      body: '{"name":5,"__proto__":{}}',
    },
  }),
  'expired.example.org': pages({ '*': {} }),
  'shop.example.com': pages({
    '/': {
      headers: {
        'x-powered-by': 'PHP/8.3.1',
        'cf-ray': '1',
        server: 'cloudflare',
        'set-cookie': ['_shopify_y=1', 'PHPSESSID=2; secure'],
      },
      body: '<script src="//cdn.shopify.com/a.js"></script><script src="/jquery-3.7.1.min.js"></script><meta name="generator" content=""><div data-reactroot></div>',
    },
  }),
})

beforeAll(async () => {
  net = await internet()
  for (const [host, site] of Object.entries({ ...troubled(), ...peculiar() }))
    net.sites.set(host, site)
  net.identities.set(
    'expired.example.org',
    await net.notary.issue({ names: ['expired.example.org'], from: -9, to: -2 }),
  )
})

const TOOLS: readonly (readonly [name: string, tool: ToolSpec, field: string])[] = [
  ['http-check', httpCheck, 'url'],
  ['http-headers', httpHeaders, 'url'],
  ['security-headers', securityHeaders, 'url'],
  ['cors-check', corsCheck, 'url'],
  ['cache-check', cacheCheck, 'url'],
  ['robots-check', robotsCheck, 'url'],
  ['tech-stack', techStack, 'url'],
  ['a2a-card-fetch', a2aCardFetch, 'url'],
  ['mcp-probe', mcpProbe, 'url'],
  ['oidc-discovery', oidcDiscovery, 'issuer'],
]

describe.each(TOOLS)('%s can reach only the public web', (_name, tool, field) => {
  test.each([
    'http://127.0.0.2/',
    'http://localhost/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://10.0.0.1/',
    'http://0x7f.2/',
    'http://2130706434/',
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/',
    'http://user:secret@example.com/',
    'http://example.com:6379/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'javascript:alert(1)',
    'example.com',
    '',
    'http://',
  ])('%s is refused', async (url) => {
    const refusal = runExample(tool, { [field]: url })
    await expect(refusal).rejects.toMatchObject({ code: 'bad_input' })
  })
})

describe('http-headers', () => {
  test('redirects and cookies are listed', async () => {
    const answer = await runExample(httpHeaders, { url: 'http://www.example.com/#part' })
    expect(answer).toMatchObject({
      url: 'https://example.com/',
      status: 200,
      httpVersion: '1.1',
      redirects: [
        { url: 'http://www.example.com/', status: 301, location: 'https://example.com/' },
      ],
      cookies: [
        { name: 'session', secure: true, httpOnly: true, sameSite: 'Lax' },
        { name: 'theme', secure: false, httpOnly: false, sameSite: null },
      ],
    })
    expect(answer['headers']).toMatchObject({ server: 'nginx/1.26.2' })
    expect(answer['headers']).not.toHaveProperty('set-cookie')
  })

  test.each([
    ['https://loop.example.com/', 'upstream_failed'],
    ['https://inward.example.com/', 'upstream_failed'],
    ['https://nowhere.example.com/', 'upstream_unreachable'],
    ['https://expired.example.org/', 'upstream_failed'],
  ])('%s is a fault: %s', async (url, code) => {
    await expect(runExample(httpHeaders, { url })).rejects.toMatchObject({ code })
  })

  test('reads no body, however long it is', async () => {
    const answer = await runExample(httpHeaders, { url: 'https://endless.example.com/' })
    expect(answer).toMatchObject({ status: 200 })
  })
})

describe('http-check', () => {
  test.each([
    [{ url: 'https://example.com/' }, { up: true, passed: true, status: 200 }],
    [
      { url: 'https://example.com/none' },
      { up: true, passed: false, problem: 'The status is 404.' },
    ],
    [
      { url: 'https://example.com/none', expectStatus: 404 },
      { up: true, passed: true },
    ],
    [{ url: 'https://example.com/', expectText: 'Example Domain' }, { passed: true }],
    [
      { url: 'https://example.com/', expectText: 'nothing' },
      { up: true, passed: false },
    ],
    [{ url: 'https://broken.example.com/' }, { up: false, passed: false, status: 503 }],
    [{ url: 'https://loop.example.com/' }, { up: false, passed: false }],
    [{ url: 'https://expired.example.org/' }, { up: false, passed: false }],
    [{ url: 'https://nowhere.example.com/' }, { up: false, passed: false }],
  ])('%j', async (input, expected) => {
    expect(await runExample(httpCheck, input)).toMatchObject(expected)
  })

  test('times every phase', async () => {
    const { timingMs } = await runExample(httpCheck, { url: 'https://example.com/' })
    const { dns, connect, tls, firstByte, total } = timingMs as Record<string, number>
    for (const phase of [dns, connect, tls, firstByte]) expect(phase).toBeGreaterThanOrEqual(0)
    expect(total).toBeGreaterThanOrEqual(firstByte!)
  })
})

describe('robots-check', () => {
  test.each([
    ['https://example.com/private/x', 'GPTBot', false, 'Disallow: /'],
    ['https://example.com/private/x', '*', false, 'Disallow: /private/'],
    ['https://example.com/public', '*', true, 'No rule matches, so it is allowed.'],
    [
      'https://norobots.example.com/x',
      '*',
      true,
      'There is no robots.txt (404), so everything is allowed.',
    ],
    ['https://moved.example.com/private/x', '*', false, 'Disallow: /private/'],
    ['https://odd.example.com/a-and-b', '*', false, 'disallow: /a*b$'],
    ['https://odd.example.com/a/allowed', '*', true, 'ALLOW: /a/allowed'],
  ])('%s for %s', async (url, userAgent, allowed, matchedRule) => {
    expect(await runExample(robotsCheck, { url, userAgent })).toMatchObject({
      allowed,
      matchedRule,
    })
  })

  test('a server error allows nothing', async () => {
    const answer = await runExample(robotsCheck, { url: 'https://down.example.com/' })
    expect(answer['allowed']).toBe(false)
    expect(answer['matchedRule']).toMatch(/answers 500/)
  })

  test('delay, sitemaps and the rules for AI crawlers are answered', async () => {
    const answer = await runExample(robotsCheck, { url: 'https://example.com/' })
    expect(answer).toMatchObject({
      crawlDelaySeconds: 5,
      sitemaps: ['https://example.com/sitemap.xml'],
    })
    expect(answer['aiAgents']).toContainEqual({ agent: 'GPTBot', allowed: false })
    expect(answer['aiAgents']).toContainEqual({ agent: 'ClaudeBot', allowed: true })
  })
})

test.each([
  ['https://strict.example.com/', 'A', 100],
  ['https://lax.example.com/', 'D', 41],
])('security-headers of %s: %s', async (url, grade, score) => {
  expect(await runExample(securityHeaders, { url })).toMatchObject({ grade, score })
})

describe('cors-check', () => {
  test('everybody may read, without cookies', async () => {
    const answer = await runExample(corsCheck, { url: 'https://api.github.com/' })
    expect(answer).toMatchObject({ allowed: true, credentials: false, reflectsOrigin: false })
    expect(answer['actual']).toMatchObject({ allowOrigin: '*', exposeHeaders: ['ETag', 'Link'] })
  })

  test.each([
    ['GET', true],
    ['PUT', true],
    ['DELETE', false],
  ])('an origin that is echoed, %s', async (method, allowed) => {
    const answer = await runExample(corsCheck, { url: 'https://reflect.example.com/', method })
    expect(answer).toMatchObject({ allowed, credentials: allowed, reflectsOrigin: true })
    expect(answer['problems']).toContainEqual(expect.stringMatching(/any origin with credentials/))
  })

  test.each([
    [{ method: 'TRACE' }, /^method: must be one of/],
    [{ origin: 'null' }, /^origin: /],
  ])('%j is refused', async (input, message) => {
    await expect(runExample(corsCheck, { url: 'https://example.com', ...input })).rejects.toThrow(
      message,
    )
  })
})

test.each([
  ['https://strict.example.com/', { cacheable: false, freshSeconds: 0, revalidates: false }],
  ['https://example.com/', { cacheable: true, freshSeconds: null, etag: null, cacheHit: null }],
  ['https://broken.example.com/', { cacheable: false }],
])('cache-check of %s', async (url, expected) => {
  expect(await runExample(cacheCheck, { url })).toMatchObject(expected)
})

describe('tech-stack', () => {
  test('names each technology once, with its version', async () => {
    const answer = await runExample(techStack, { url: 'https://shop.example.com/' })
    expect(answer).toMatchObject({ cms: 'Shopify', cdn: 'Cloudflare', server: 'cloudflare' })
    const rows = answer['technologies'] as { name: string; version: string | null }[]
    expect(rows.map(({ name, version }) => [name, version])).toEqual([
      ['Shopify', null],
      ['React', null],
      ['jQuery', '3.7.1'],
      ['PHP', '8.3.1'],
      ['Cloudflare', null],
    ])
  })

  test.each(['https://endless.example.com/', 'https://bomb.example.com/'])(
    '%s is read only as far as needed',
    async (url) => {
      const before = process.memoryUsage().arrayBuffers
      await runExample(techStack, { url }).catch(() => null)
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024)
    },
  )
})

describe('wellknown-probe', () => {
  test('a site with a page for every path has no such file', async () => {
    const answer = await runExample(wellknownProbe, { domain: 'soft.example.com' })
    expect(answer).toMatchObject({ found: [], count: 0, securityTxt: null, llmsTxt: false })
  })

  test('an unreachable host is a fault', async () => {
    const answer = runExample(wellknownProbe, { domain: 'nowhere.example.com' })
    await expect(answer).rejects.toMatchObject({ code: 'upstream_unreachable' })
  })
})

describe('a2a-card-fetch', () => {
  test('a valid card', async () => {
    expect(await runExample(a2aCardFetch, { url: 'https://example.com/about' })).toMatchObject({
      cardUrl: 'https://example.com/.well-known/agent-card.json',
      found: true,
      valid: true,
      problems: [],
      untrustedContent: true,
    })
  })

  test('an old and broken card', async () => {
    const answer = await runExample(a2aCardFetch, { url: 'https://cards.example.com' })
    expect(answer).toMatchObject({ found: true, valid: false })
    expect(answer['problems']).toContainEqual(expect.stringMatching(/^name: /))
  })

  test('no card', async () => {
    const answer = await runExample(a2aCardFetch, { url: 'https://soft.example.com' })
    expect(answer).toMatchObject({ found: false, card: null, cardUrl: null, valid: false })
  })
})

describe('mcp-probe', () => {
  test.each([
    ['https://locked.example.com/', { reachable: true, authRequired: true, toolCount: 0 }],
    ['https://soft.example.com/', { reachable: true, authRequired: false, serverInfo: null }],
    ['https://nowhere.example.com/', { reachable: false, authRequired: false }],
    ['https://lax.example.com/mcp', { reachable: true, problem: 'It answers 404.' }],
  ])('%s', async (url, expected) => {
    expect(await runExample(mcpProbe, { url })).toMatchObject(expected)
  })
})

test.each([
  ['https://soft.example.com', 'upstream_failed'],
  ['https://locked.example.com', 'not_found'],
  ['https://nowhere.example.com', 'upstream_unreachable'],
])('oidc-discovery of %s is a fault: %s', async (issuer, code) => {
  await expect(runExample(oidcDiscovery, { issuer })).rejects.toMatchObject({ code })
})
