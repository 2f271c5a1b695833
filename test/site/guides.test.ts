import { load } from 'cheerio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestService, type TestService } from '../support/service.ts'

/** The guides on the site: questions in words find their section, and each link leads somewhere. */
let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.stop())

const pageAt = async (path: string) =>
  load(await (await fetch(service.url + path, { headers: { accept: 'text/html' } })).text())

/** The places of the first three answers. */
async function firstOf(question: string): Promise<readonly string[]> {
  const page = await pageAt(`/docs?q=${encodeURIComponent(question)}`)
  const links = page('main .docs > .stack li > a').toArray()
  return links.slice(0, 3).map((link) => String(page(link).attr('href')))
}

test.each([
  ['how do I change the price of a tool', '/docs/operate#tools-and-their-keys'],
  ['how do I back up the database', '/docs/operate#backup-restore-upgrade'],
  ['restoring from a backup', '/docs/operate#backup-restore-upgrade'],
  ['how can I run it behind nginx?', '/docs/operate#proxy-and-tls'],
  ['which prometheus metrics are there', '/docs/operate#monitoring'],
  ['accept credit cards', '/docs/operate#cards'],
  ['can I use the openai sdk', '/docs/language-models#language-models'],
  ['run several processes', '/docs/scale#many-cores-many-replicas'],
  ['how do I add my own tool', '/docs/your-own-tools#sell-tools-of-your-own'],
  ['use it with docker', '/docs/operate#as-a-service'],
])('%s', async (question, place) => {
  expect(await firstOf(question)).toContain(place)
})

test('marks words, not letters inside of others', async () => {
  const page = await pageAt('/docs?q=how+do+I+back+up+a+database')
  const marks = page('main mark').toArray()
  const words = new Set(marks.map((mark) => page(mark).text().toLowerCase()))
  expect([...words].filter((word) => word.length < 3)).toEqual([])
  expect(words.has('database')).toBe(true)
})

test('each link of a guide to another file leads to its page', async () => {
  const index = await pageAt('/docs')
  const guides = index('main a[href^="/docs/"]').toArray()
  const paths = new Set(guides.map((link) => String(index(link).attr('href'))))
  expect(paths.size).toBeGreaterThan(30)
  const dead: string[] = []
  for (const path of paths) {
    const page = await pageAt(path)
    for (const link of page('article a').toArray()) {
      const to = new URL(String(page(link).attr('href')), service.url + path)
      if (to.origin !== service.url) continue
      const target = await pageAt(to.pathname)
      const isThere = to.hash === '' || target(`[id="${to.hash.slice(1)}"]`).length > 0
      if (target('title').text().startsWith('Nothing') || !isThere) dead.push(`${path}: ${to.href}`)
    }
  }
  expect(dead).toEqual([])
})
