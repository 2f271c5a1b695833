import type { RequestListener } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { internet } from '../../../../../test/support/internet.ts'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { png } from '../../../../../test/support/sites/workshop.ts'
import { emailsIn } from './_emails.ts'
import { socialOf } from './_socials.ts'
import faviconGrab from './favicon-grab.ts'
import { iconOf } from './_icon.ts'
import pageContacts from './page-contacts.ts'
import pageJsonld from './page-jsonld.ts'
import pageLinks from './page-links.ts'

const HOST = 'inspected.example'
type File = readonly [type: string, body: string | Buffer, status?: number]
let files: Readonly<Record<string, File>> = {}

beforeAll(async () => {
  const site: RequestListener = (request, response) => {
    const [type, body, status = 200] = files[request.url ?? ''] ?? ['text/plain', 'no such', 404]
    response.writeHead(status, { 'content-type': type }).end(body)
  }
  ;(await internet()).sites.set(HOST, site)
})

const url = `https://${HOST}/`
const page = (html: string): File => ['text/html', html]
const ico = (...sides: readonly number[]): Buffer => {
  const entries = sides.map((side, at) => {
    const entry = Buffer.alloc(16)
    entry.writeUInt8(side % 256, 0)
    entry.writeUInt8(side % 256, 1)
    entry.writeUInt32LE(6 + 16 * sides.length + 40 * at, 12)
    return entry
  })
  const head = Buffer.from([0, 0, 1, 0, sides.length, 0])
  return Buffer.concat([head, ...entries, Buffer.alloc(40 * sides.length)])
}

describe('favicon-grab', () => {
  const HTML = page(
    '<link rel="icon" sizes="2048x2048" href="/gone.png"><link rel="shortcut icon" href="/16.png">' +
      '<link rel="apple-touch-icon" href="/180.png"><link rel=manifest href=/app.webmanifest>',
  )
  test('the best icon that exists is answered, from the page or the manifest', async () => {
    const icons = [
      { src: '/banner.png', sizes: '900x300' },
      { src: '192.png', sizes: '192x192' },
    ]
    files = {
      '/': HTML,
      '/16.png': ['image/png', png(16)],
      '/180.png': ['image/png', png(180)],
      '/192.png': ['text/plain', png(192)],
      '/banner.png': ['image/png', 'no picture'],
      '/app.webmanifest': ['application/json', JSON.stringify({ icons })],
    }
    const found = await runExample(faviconGrab, { url })
    expect(found).toMatchObject({
      iconUrl: `${url}192.png`,
      contentType: 'image/png',
      width: 192,
      height: 192,
      base64: png(192).toString('base64'),
    })
    expect(found['candidates']).toHaveLength(6)
  })
  test('favicon.ico is answered if no declared file is an icon', async () => {
    const inline = 'data:image/svg+xml,%'
    files = {
      '/': page(`<link rel=icon href="/page"><link rel=icon href="${inline}">`),
      '/page': page('<p>Not found'),
      '/favicon.ico': ['image/x-icon', ico(16, 48)],
    }
    const found = await runExample(faviconGrab, { url })
    expect(found).toMatchObject({ contentType: 'image/x-icon', width: 48 })
  })
  test('an icon is found also if the page cannot be read', async () => {
    files = { '/': ['text/html', 'no', 403], '/favicon.ico': ['image/png', png(32)] }
    expect(await runExample(faviconGrab, { url })).toMatchObject({ width: 32 })
  })
  test('an inline drawing is decoded', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"/>'
    const href = `data:image/svg+xml,${encodeURIComponent(svg)}`
    files = { '/': page(`<link rel=icon href="${href}">`) }
    const found = await runExample(faviconGrab, { url })
    expect(found).toMatchObject({ contentType: 'image/svg+xml', width: 32 })
    expect(Buffer.from(String(found['base64']), 'base64').toString()).toBe(svg)
  })
  test('a site without icons is not found', async () => {
    files = { '/': page('') }
    const asked = runExample(faviconGrab, { url })
    await expect(asked).rejects.toMatchObject({
      code: 'upstream_failed',
      message: `${HOST} has no icon.`,
    })
  })
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['an icon without pictures', ico()],
    ['an icon cut off', ico(16).subarray(0, 20)],
    ['a picture cut off', png(16).subarray(0, 12)],
    ['a page with a drawing', Buffer.from('<html><svg viewBox="0 0 1 1"></svg>')],
    ['unclosed tags', Buffer.from('<!a'.repeat(2_000))],
  ])('%s is not an icon', async (_what, bytes) => {
    expect(await iconOf(bytes)).toBeNull()
  })
})

describe('page-contacts', () => {
  test.each([
    ['a@example.com, B.c+d@x.example.org.', ['a@example.com', 'b.c+d@x.example.org']],
    ['logo@2x.png a@b @c.de x@@y.de', []],
    ['jo [at] example [dot] com; jo(at)example.com', ['jo@example.com']],
    ['name at example.com', []],
    [`${'a'.repeat(50_000)}@`, []],
    ['a.'.repeat(50_000), []],
  ])('%.60s', (text, emails) => {
    expect(emailsIn(text, [], [])).toEqual(emails)
  })
  test('links and obfuscated addresses are read', () => {
    const covered = Buffer.from([7, ...Buffer.from('x@example.com').map((byte) => byte ^ 7)])
    const hrefs = ['mailto:A%40example.com?cc=no@example.com', 'tel:1']
    const found = emailsIn('', hrefs, [covered.toString('hex'), 'zz', ''])
    expect(found).toEqual(['a@example.com', 'x@example.com'])
  })
  test.each([
    ['https://www.linkedin.com/company/acme/?trk=1', 'linkedin'],
    ['http://twitter.com/acme', 'x'],
    ['https://de.linkedin.com/in/jo', 'linkedin'],
    ['https://youtube.com/@acme/', 'youtube'],
    ['https://twitter.com/intent/tweet?text=x', undefined],
    ['https://www.facebook.com/sharer/sharer.php?u=x', undefined],
    ['https://github.com/', undefined],
    ['https://t.me/share/url?url=x', undefined],
    ['https://example.com/x.com/acme', undefined],
    ['mailto:x@x.com', undefined],
  ])('%s is a profile of %s', (href, network) => {
    expect(socialOf(href)?.network).toBe(network)
  })
  test('at most four pages are read; those that fail are not listed as read', async () => {
    const links = ['contact', 'impressum', 'about', 'kontakt', 'ueber-uns']
    files = {
      '/': page(links.map((name) => `<a href="/${name}">${name}</a>`).join('')),
      '/contact': page('<a href="tel:+49-30-901820">call</a> <a href="tel:0800 1234567">or</a>'),
      '/kontakt': ['text/html', 'oops', 500],
      '/impressum': page('<address>Some St. 5<br>Springfield</address>'),
      '/about': page('<p>about@inspected.example</p>'),
    }
    expect(await runExample(pageContacts, { url })).toMatchObject({
      pagesRead: [url, `${url}contact`, `${url}impressum`],
      phones: ['+4930901820', '08001234567'],
      addresses: ['Some St. 5 Springfield'],
      emails: [],
    })
  })
})

describe.each([
  ['page-links', pageLinks],
  ['page-jsonld', pageJsonld],
  ['page-contacts', pageContacts],
])('%s', (_slug, spec) => {
  test.each([
    ['a picture', ['image/png', png(8)], 'upstream_failed'],
    ['an error', ['text/html', 'oops', 500], 'upstream_failed'],
    ['tags nested without end', page('<div>'.repeat(100_000)), 'upstream_failed'],
    ['tags without number', page('<p>'.repeat(300_000)), 'upstream_failed'],
  ] as const)('the properties of %s are answered', async (_what, file, code) => {
    files = { '/': file as File }
    await expect(runExample(spec, { url })).rejects.toMatchObject({ code })
  })
})
