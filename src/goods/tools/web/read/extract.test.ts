/** @module-tag long */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { RequestListener } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { internet } from '../../../../../test/support/internet.ts'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { savedPages, scoreOf } from '../../../../../test/support/saved-pages.ts'
import { articleOf } from '../../../../engines/article/article.ts'
import extract from './extract.ts'
import { startWork, startWorkInThreads } from '../../../../../test/support/wait.ts'

const pages = await savedPages()

describe.each(pages.map((page) => [page.name, page] as const))('%s', (_name, page) => {
  const article = articleOf(page.html, page.url)
  test('the whole article is answered, and nothing around it', () => {
    const { markdown } = article
    expect({ markdown, ...scoreOf(page, markdown) }).toMatchObject({ kept: 1, noise: 0 })
  })
  test('its structure is kept', () => {
    for (const piece of page.structure) expect(article.markdown).toContain(piece)
  })
  test('title, byline, words', () => {
    expect(article).toMatchObject({ title: page.title, byline: page.byline })
    const [least, most] = page.words ?? [30, 1_000]
    expect(article.wordCount).toBeGreaterThanOrEqual(least)
    expect(article.wordCount).toBeLessThanOrEqual(most)
  })
})

const HOST = 'hostile.example'
let site: RequestListener
beforeAll(async () => {
  const { sites } = await internet()
  sites.set(HOST, (request, response) => site(request, response))
})

const read = (path = '/') => runExample(extract, { url: `https://${HOST}${path}` })

const answers =
  (body: string | Buffer, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body)

const MANY = 300_000
const BOMB = Buffer.alloc(60_000_000)

describe('a hostile page is a clear fault, quickly', () => {
  const bodies: readonly (readonly [name: string, site: RequestListener])[] = [
    ['100,000 nested tags', answers('<div>'.repeat(100_000))],
    ['nested formatting', answers('<p><b class=a>x'.repeat(100_000))],
    ['a million links', answers('<a href=/x>y</a>'.repeat(600_000))],
    ['unclosed paragraphs', answers('<p>x'.repeat(1_000_000))],
    ['50 MB', answers(Buffer.alloc(50_000_000, 'word '))],
    ['a gzip bomb', answers(gzipSync(BOMB), { 'content-encoding': 'gzip' })],
    ['a brotli bomb', answers(brotliCompressSync(BOMB), { 'content-encoding': 'br' })],
    ['broken gzip', answers('no gzip', { 'content-encoding': 'gzip' })],
    ['an image', answers('GIF89a', { 'content-type': 'image/gif' })],
    ['a redirect to itself', (_q, r) => void r.writeHead(302, { location: '/' }).end()],
    ['a redirect inside', (_q, r) => void r.writeHead(302, { location: 'http://10.0.0.1/' }).end()],
    ['a redirect to a file', (_q, r) => void r.writeHead(302, { location: 'file:///etc' }).end()],
    ['an error', (_q, r) => void r.writeHead(500).end('<p>oops')],
    ['a closed connection', (_q, r) => void r.destroy()],
    [
      'a cut body',
      (_q, r) =>
        void (r.writeHead(200, { 'content-length': '999' }),
        r.write('<p>'),
        setTimeout(() => r.destroy(), 20)),
    ],
    ['an endless body', endless],
  ]
  test.each(bodies)('%s', { tags: 'long', timeout: 20_000 }, async (_name, listener) => {
    site = listener
    const worked = startWorkInThreads()
    const fault = (await read().catch((thrown: unknown) => thrown)) as { status?: number }
    expect(fault).toMatchObject({ name: 'Fault', status: expect.any(Number) as number })
    expect([400, 404, 502, 503, 504]).toContain(fault.status)
    // A thread may work for four times as long.
    expect(await worked()).toBeLessThan(3_000)
  })
})

function endless(...[, response]: Parameters<RequestListener>): void {
  response.writeHead(200, { 'content-type': 'text/html' })
  const more = () => {
    while (!response.destroyed && response.write('<p>more and more</p>'.repeat(500)));
    response.once('drain', more)
  }
  more()
}

test.each([
  'http://127.0.0.1/',
  'http://[::1]/',
  'http://2130706433/',
  'http://169.254.169.254/latest/meta-data',
  'http://10.1.2.3/',
  'http://user:word@[fd00::1]/',
  'http://localhost/',
  'https://nowhere.example/',
])('%s is never reached', async (url) => {
  const fault = (await runExample(extract, { url }).catch((thrown: unknown) => thrown)) as {
    status?: number
  }
  expect([400, 404, 502, 503]).toContain(fault.status)
})

const RUSSIAN =
  'Город открыл новую набережную, и жители вышли гулять вдоль реки до позднего вечера.'
const JAPANESE = '駅前の図書室は今年の春に開き、町の人が持ち寄った本でいっぱいになった。'
const page = (text: string, head = '') =>
  `<html><head>${head}<title>t</title></head><body><p>${text}</p></body></html>`
const WINDOWS_1251 = Buffer.from(
  Array.from(page(RUSSIAN), (letter) => {
    const code = letter.codePointAt(0) ?? 0
    return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code
  }),
)
const SHIFT_JIS = Buffer.from(
  '3c68746d6c3e3c703e82b182ea82cd93fa967b8cea82cc8379815b835782c582b781428977914f82cc907d8f918eba82cd8da1944e82cc8f7482c98a4a82ab82dc82b582bd814292ac82cc906c82aa967b82f08e9d82bf8af182e88141924982cd82a282c182cf82a282c982c882e882dc82b582bd81423c2f703e3c2f68746d6c3e',
  'hex',
)

describe('a page with a wrong declared encoding is decoded correctly', () => {
  const utf16 = Buffer.from(`\ufeff${page(JAPANESE)}`, 'utf16le')
  const said = (charset: string) => ({ 'content-type': `text/html; charset=${charset}` })
  test.each([
    ['windows-1251 declared as UTF-8', WINDOWS_1251, said('utf-8'), RUSSIAN],
    ['windows-1251 declared as nothing', WINDOWS_1251, {}, RUSSIAN],
    ['windows-1251 as declared', WINDOWS_1251, said('windows-1251'), RUSSIAN],
    ['UTF-8 declared as latin 1', Buffer.from(page(RUSSIAN)), said('iso-8859-1'), RUSSIAN],
    ['UTF-8 declared as nothing', Buffer.from(page(JAPANESE)), {}, JAPANESE],
    ['UTF-16 with a mark', utf16, said('utf-8'), JAPANESE],
    ['an encoding that is none', Buffer.from(page(RUSSIAN)), said('klingon'), RUSSIAN],
    ['what objects have', Buffer.from(page(RUSSIAN)), said('constructor'), RUSSIAN],
    ['what has objects', WINDOWS_1251, said('__proto__'), RUSSIAN],
    [
      'that, in a tag',
      Buffer.from(`<meta charset="constructor">${page(RUSSIAN)}`),
      { 'content-type': 'text/html' },
      RUSSIAN,
    ],
    ['Shift_JIS declared as UTF-8', SHIFT_JIS, said('utf-8'), '日本語'],
    ['Shift_JIS as declared', SHIFT_JIS, said('shift_jis'), '日本語'],
  ])('%s', async (_name, bytes, headers, text) => {
    site = answers(bytes, headers)
    expect((await read())['markdown']).toContain(text)
  })
})

test.each([
  ['text without tags', 'just words'],
  ['lone surrogates', '<p>&#xD800;x\ud800</p>'],
  ['a prototype', '<p id=__proto__ class=constructor>toString</p>'],
  ['spaces', `<pre>${' '.repeat(MANY)}x</pre>`],
])('%s gives a clean answer', async (_name, body) => {
  site = answers(body)
  const answer = await read()
  expect(answer).toMatchObject({ url: `https://${HOST}/`, byline: null })
  expect((answer['markdown'] as string).isWellFormed()).toBe(true)
})

test.each([
  ['nothing', ''],
  ['a zero', '\0'],
  ['half a tag', '<ht'],
  ['open comments', '<!--'.repeat(MANY)],
  ['open scripts', '<script>'.repeat(MANY)],
  ['a deep statement', `<script type="application/ld+json">${'['.repeat(MANY)}</script>`],
  ['a page that a script fills', '<div id="app"></div><script>start()</script>'],
])('%s is not an article, so it is not sold as one', async (_name, body) => {
  site = answers(body)
  await expect(read()).rejects.toMatchObject({ status: 502 })
})

test('plain text stays unchanged', async () => {
  site = answers('a  <b>\n  c & d', { 'content-type': 'text/plain' })
  expect((await read())['markdown']).toBe('```\na  <b>\n  c & d\n```')
})

test('very many empty lines become a gap, and take little time', async () => {
  site = answers(`<article><p>One.</p>${'<br>\n'.repeat(50_000)}<p>Two.</p></article>`)
  const worked = startWorkInThreads()
  expect((await read())['markdown']).toMatch(/^One\.\n+Two\.$/)
  expect(await worked()).toBeLessThan(4_000)
})

test('a hostile page does not delay others', { tags: 'long', timeout: 30_000 }, async () => {
  site = answers(`<table>${'<tr><td>a<td>b<td>c'.repeat(14_000)}`)
  const worked = startWork()
  const hostile = read().then(
    () => 'hostile',
    () => 'hostile',
  )
  const other = runExample(extract, { url: 'https://example.com/post' }).then(() => 'other')
  expect(await Promise.race([hostile, other])).toBe('other')
  await hostile
  expect(worked()).toBeLessThan(1_000)
})
