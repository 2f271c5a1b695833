/** @module-tag ci */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAGE_PATHS } from '../../src/front/pages/paths.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { openVisitor, violationsOn, type Visitor } from '../support/site.ts'

/** What holds for every kind of page: it is sound, small, readable, and asks nobody else. */
let service: TestService
let visitor: Visitor

beforeAll(async () => {
  service = await openTestService()
  visitor = await openVisitor()
}, 60_000)
afterAll(async () => {
  await visitor.close()
  await service.stop()
})

const PATHS = [
  ...PAGE_PATHS,
  '/tools?family=text',
  '/tools?q=nosuchthingatall',
  '/docs/operate',
  '/nothing',
  '/jobs/none',
  '/docs?q=postgres',
]
const BYTES_MAX = 90_000
const REQUESTS_MAX = 16

/** Bytes and requests of one visit. */
function weigh(page: Page) {
  const weight = { bytes: 0, requests: 0 }
  page.on('response', (response) => {
    weight.requests += 1
    weight.bytes += Number(response.headers()['content-length'] ?? 0)
  })
  return weight
}

describe.each(PATHS)('%s', (path) => {
  test.each([
    ['light', 1280],
    ['dark', 320],
  ] as const)('%s and %i pixels wide', async (colorScheme, width) => {
    const viewport = { width, height: 900 }
    const options = { colorScheme, viewport, bypassCSP: true }
    const { page, context, problems, strangers } = await visitor.visit('about:blank', options)
    const weight = weigh(page)
    const reply = await page.goto(service.url + path)
    expect(await violationsOn(page)).toEqual([])
    expect(problems).toEqual([])
    expect(strangers).toEqual([])
    expect(reply?.headers()['content-security-policy']).toContain("script-src 'self'")
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    expect(await page.locator('h1').count()).toBe(1)
    expect(weight.bytes).toBeLessThan(BYTES_MAX)
    expect(weight.requests).toBeLessThanOrEqual(REQUESTS_MAX)
    await context.close()
  })
})

test('every link of the pages leads somewhere', async () => {
  const links = new Set<string>()
  for (const path of PATHS.filter((each) => each !== '/jobs/none')) {
    const markup = await (
      await fetch(service.url + path, { headers: { accept: 'text/html' } })
    ).text()
    for (const [, link = ''] of markup.matchAll(/href="(\/[^"#]*)/g))
      if (!link.startsWith('/assets/')) links.add(link.replaceAll('&amp;', '&'))
  }
  const dead: string[] = []
  for (const link of links) {
    const { status } = await fetch(service.url + link, { headers: { accept: 'text/html' } })
    if (status !== 200) dead.push(`${link} ${status}`)
  }
  expect(dead).toEqual([])
})

test.each([
  ['text/markdown', 'text/markdown; charset=utf-8', /^\[?Tools|^# /m],
  ['text/html', 'text/html; charset=utf-8', /<!doctype html>/],
])('a page is read as %s', async (accept, contentType, begins) => {
  const reply = await fetch(`${service.url}/tools/hash`, { headers: { accept } })
  expect(reply.headers.get('content-type')).toBe(contentType)
  expect(await reply.text()).toMatch(begins)
})

test('the guides are searched by passage, and a passage is found on its page', async () => {
  const { page, context, problems } = await visitor.visit(`${service.url}/docs?q=qqqqzzzz`)
  expect(await page.textContent('main')).toContain('No guide speaks of “qqqqzzzz”')
  await page.fill('#docs-q', 'pgbouncer')
  await page.press('#docs-q', 'Enter')
  const first = page.locator('main .docs > .stack li').first()
  expect(await first.locator('mark').first().textContent()).toMatch(/pgbouncer/i)
  const href = String(await first.locator('a').getAttribute('href'))
  expect(href).toMatch(/^\/docs\/[a-z-]+#[a-z0-9-]+$/)
  await first.locator('a').click()
  const named = page.locator(`[id="${href.split('#')[1]}"]`)
  expect(await named.evaluate((heading) => heading.tagName)).toMatch(/^H[1-6]$/)
  expect(await named.count()).toBe(1)
  expect(problems).toEqual([])
  await context.close()
})

test('a page that has not changed is not sent again', async () => {
  const first = await fetch(`${service.url}/docs/operate`)
  const etag = String(first.headers.get('etag'))
  const again = await fetch(`${service.url}/docs/operate`, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
})

describe('what strangers write into a page', () => {
  const HOSTILE = [
    '"><script>document.title="ran"</script>',
    "'><img src=x onerror=\"document.title='ran'\">",
    '</title><script>document.title="ran"</script>',
    'javascript:document.title="ran"',
    '{{constructor.constructor("document.title=1")()}}',
    '<svg/onload=document.title="ran">',
    '--></script><script>document.title="ran"</script>',
    '\u202e<b>\u0000',
  ]
  test.each(HOSTILE)('%j runs nowhere', async (text) => {
    const sent = encodeURIComponent(text)
    const { page, context, problems } = await visitor.visit('about:blank')
    for (const path of [
      `/tools?q=${sent}`,
      `/tools?family=${sent}`,
      `/route?q=${sent}`,
      `/docs?q=${sent}`,
      `/${sent}`,
      `/api/dns?name=${sent}`,
      `/tools?from=${sent}&most=${sent}&order=${sent}&pay=${sent}`,
    ]) {
      await page.goto(service.url + path)
      expect(await page.title(), path).not.toMatch(/^(ran|1)$/)
      expect(await page.locator('script:not([src]):not([type])').count(), path).toBe(0)
    }
    expect(problems).toEqual([])
    await context.close()
  })
})

test('crawlers find every tool, and programs the interfaces', async () => {
  const read = async (path: string) => (await fetch(service.url + path)).text()
  const map = await read('/sitemap.xml')
  expect(await read('/robots.txt')).toContain(`Sitemap: ${service.url}/sitemap.xml`)
  for (const { slug } of service.catalog.tools) expect(map).toContain(`/tools/${slug}</loc>`)
  const { linkset } = JSON.parse(await read('/.well-known/api-catalog')) as {
    linkset: { readonly 'service-desc'?: { href: string }[] }[]
  }
  const [description] = linkset.flatMap((each) => each['service-desc'] ?? [])
  expect((await fetch(String(description?.href))).status).toBe(200)
})
