/** @module-tag long */
import { beforeAll, describe, expect, test } from 'vitest'
import type { RequestListener } from 'node:http'
import { internet } from '../../../../../test/support/internet.ts'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { startWork } from '../../../../../test/support/wait.ts'
import { work as compareWork } from './_changes-thread.ts'
import crawlSite from './crawl-site.ts'
import fileFetch from './file-fetch.ts'
import meta from './meta.ts'
import pageChanges from './page-changes.ts'
import unshortenUrl from './unshorten-url.ts'

/** Half of the time limit of a thread, on a machine with a free processor. */
const WORK_MS_MAX = 6_000
const HOST = 'reading.example'
const HOME = `https://${HOST}/`
let site: RequestListener
beforeAll(async () => {
  ;(await internet()).sites.set(HOST, (request, response) => site(request, response))
})

const html =
  (body: string, status = 200): RequestListener =>
  (request, response) =>
    void (request.url === '/robots.txt'
      ? response.writeHead(404).end()
      : response.writeHead(status, { 'content-type': 'text/html' }).end(body))

describe('crawl-site', () => {
  const crawl = (input: object = {}) => runExample(crawlSite, { url: HOME, ...input })
  const words = '<p>Some words that stand on this page.</p>'
  const urlsOf = (answer: Record<string, unknown>) =>
    (answer['pages'] as { url: string }[]).map(({ url }) => new URL(url).pathname)

  test('no page is read twice, and none of another host, and no file', async () => {
    site = html(
      `${words}<a href="/#a">a</a><a href="/b">b</a><a href="/b#c">c</a><a href="/d.pdf">d</a><a href="https://example.com/">e</a><a href="javascript:0">f</a><a rel=nofollow href="/g">g</a>`,
    )
    expect(urlsOf(await crawl())).toEqual(['/', '/b'])
  })
  test('patterns choose the pages to follow', async () => {
    site = html(`${words}<a href="/docs/a">a</a><a href="/docs/b">b</a><a href="/blog">c</a>`)
    const answer = await crawl({ includePattern: '/docs/', excludePattern: 'b$' })
    expect(urlsOf(answer)).toEqual(['/', '/docs/a'])
  })
  test('a costly pattern takes little time', async () => {
    site = html(`${words}<a href="/${'a'.repeat(500)}!">a</a>`)
    expect(urlsOf(await crawl({ includePattern: '(a+)+$' }))).toEqual(['/'])
  })
  test('an invalid pattern is refused', async () => {
    site = html(words)
    await expect(crawl({ includePattern: '(' })).rejects.toMatchObject({
      code: 'bad_input',
      message:
        'includePattern: must be a regular expression with all brackets closed, counts of ' +
        'repeats up to 1000, no look-around and no back references, but holds "("',
    })
  })
  test('a limit is respected on an endless site', async () => {
    let pages = 0
    site = (request, response) => html(`${words}<a href="/${pages++}">next</a>`)(request, response)
    expect(urlsOf(await crawl({ limit: 3 }))).toHaveLength(3)
  })
  test.each([
    ['forbids all', 200, 'User-agent: *\nDisallow: /'],
    ['forbids us', 200, 'User-agent: farebox\nDisallow: /'],
    ['cannot be read', 503, ''],
  ])('nothing is fetched if robots.txt %s', async (_name, status, robots) => {
    const asked: string[] = []
    site = ({ url = '' }, response) => {
      asked.push(url)
      response.writeHead(status, { 'content-type': 'text/plain' }).end(robots)
    }
    await expect(crawl()).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(asked).toEqual(['/robots.txt'])
  })
})

describe('page-changes', () => {
  const compare = (input: object) => runExample(pageChanges, { url: HOME, ...input })

  test('the text of the previous answer is unchanged', { tags: 'long' }, async () => {
    site = html('<h1>Prices</h1><p>Ten <b>crowns</b></p><script>Math.random()</script>')
    const { text, hash, changed } = await compare({})
    expect({ text, changed }).toEqual({ text: 'Prices\nTen crowns', changed: false })
    expect(await compare({ previousText: text })).toMatchObject({ changed: false, diff: '' })
    expect(await compare({ previousHash: hash })).toMatchObject({ changed: false })
    const upper = `0x${(hash as string).toUpperCase()}`
    expect(await compare({ previousHash: upper })).toMatchObject({ changed: false })
  })
  test('lines are counted, whatever they begin with', async () => {
    site = html('<p>-- a</p><p>++ b</p><p>c</p>')
    const answer = await compare({ previousText: '-- z\nc' })
    expect(answer).toMatchObject({ changed: true, addedLines: 2, removedLines: 1 })
  })
  test('texts without common lines are compared with bounded work', { tags: 'long' }, () => {
    const page = Array.from({ length: 9_000 }, (_, at) => `<p>new ${at}</p>`).join('')
    const previousText = Array.from({ length: 9_000 }, (_, at) => `old ${at}`).join('\n')
    const worked = startWork()
    const answer = compareWork({ page: { html: page, url: HOME }, previousText })
    expect(answer).toMatchObject({ addedLines: 9_000, removedLines: 9_000 })
    expect(worked()).toBeLessThan(WORK_MS_MAX)
  })
  test.each([
    ['#none', 'not_found'],
    ['p[', 'bad_input'],
    [':no-such()', 'bad_input'],
  ])('selector %s', async (selector, code) => {
    site = html('<p>x</p>')
    await expect(compare({ selector })).rejects.toMatchObject({ code })
  })
})

describe('unshorten-url', () => {
  const follow = (path = '') => runExample(unshortenUrl, { url: `${HOME}${path}` })

  test('a loop is a fault of the site', async () => {
    site = (_request, response) => void response.writeHead(302, { location: '/' }).end()
    await expect(follow()).rejects.toMatchObject({ code: 'upstream_failed' })
  })
  test('redirects to private addresses are refused', async () => {
    site = (_request, response) =>
      void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    await expect(follow()).rejects.toMatchObject({ code: 'upstream_failed' })
  })
  test('a destination that fails is still the destination', async () => {
    site = ({ url }, response) =>
      void (url === '/a'
        ? response.writeHead(307, { location: '/b' }).end()
        : response.writeHead(404).end())
    const answer = await follow('a')
    expect(answer).toMatchObject({ finalUrl: `${HOME}b`, hopCount: 1, crossDomain: false })
  })
})

test('a file over 8 MB is refused, and one of 8 MB is not', async () => {
  const sized =
    (bytes: number): RequestListener =>
    (_request, response) =>
      void response.writeHead(200).end(Buffer.alloc(bytes))
  site = sized(8 * 1024 * 1024)
  const answer = await runExample(fileFetch, { url: HOME })
  expect(answer).toMatchObject({ bytes: 8_388_608, contentType: 'application/octet-stream' })
  site = sized(8 * 1024 * 1024 + 1)
  await expect(runExample(fileFetch, { url: HOME })).rejects.toMatchObject({ status: 502 })
})

test('meta reads names and properties, and ignores a canonical link of another kind', async () => {
  site = html(
    '<title> A\n b </title><meta property=description content=" d "><meta name="OG:Type" content=x><link rel=canonical href="javascript:1"><body><title>no</title>',
  )
  expect(await runExample(meta, { url: HOME })).toMatchObject({
    title: 'A b',
    description: 'd',
    canonical: null,
    og: { type: 'x', site_name: null, title: null },
  })
})
