import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAGE_PATHS } from '../../src/front/pages/paths.ts'
import { pictureOf } from '../../src/front/pages/picture.ts'
import { openTestService, type TestService } from '../support/service.ts'

/** What search engines, and those who show a link, read of a page. */
let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.stop())

interface Head {
  readonly title: string
  readonly description: string
  readonly canonical: string | null
  readonly isHidden: boolean
  readonly og: Readonly<Record<string, string>>
}

async function headOf(path: string): Promise<Head> {
  const reply = await fetch(service.url + path, { headers: { accept: 'text/html' } })
  const [head = ''] = (await reply.text()).split('</head>')
  const found = (pattern: RegExp) => pattern.exec(head)?.[1] ?? ''
  const properties = head.matchAll(/<meta property="og:([\w:]+)" content="([^"]*)"/g)
  return {
    title: found(/<title>([^<]*)</),
    description: found(/<meta name="description" content="([^"]*)"/),
    canonical: found(/<link rel="canonical" href="([^"]*)"/) || null,
    isHidden: head.includes('<meta name="robots" content="noindex"'),
    og: Object.fromEntries([...properties].map(([, name = '', value = '']) => [name, value])),
  }
}

const PUBLIC = [...PAGE_PATHS, '/tools?family=text', '/docs/operate', '/tools/dns']
const HIDDEN = ['/jobs/none', '/nothing', '/tools?q=dns']

test.each(PUBLIC)('%s says what it is, where it is, and how it looks', async (path) => {
  const { title, description, canonical, isHidden, og } = await headOf(path)
  expect(title.length).toBeGreaterThan(3)
  expect(description.length).toBeGreaterThan(20)
  expect(description.length).toBeLessThan(320)
  expect(isHidden).toBe(false)
  expect(canonical).toBe(service.url + path)
  expect(og).toMatchObject({ title, description, url: canonical, type: 'website' })
  const picture = await fetch(String(og['image']))
  expect(picture.headers.get('content-type')).toBe('image/png')
  const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
  expect([String(width), String(height)]).toEqual([og['image:width'], og['image:height']])
})

test('every kind of page has a description of its own', async () => {
  const all = await Promise.all(PUBLIC.map(headOf))
  expect(new Set(all.map(({ description }) => description)).size).toBe(PUBLIC.length)
  expect(new Set(all.map(({ title }) => title)).size).toBe(PUBLIC.length)
})

test.each(HIDDEN)('%s is kept out of search engines', async (path) => {
  const { isHidden, canonical } = await headOf(path)
  expect([isHidden, canonical]).toEqual([true, null])
})

describe('a picture', () => {
  const SAID = { site: 'Farebox', title: 'DNS lookup', text: 'Records of a domain.', fare: '$1' }

  test('is small, and is not sent twice', async () => {
    const url = `${service.url}/pictures/tools/hash.png`
    const first = await fetch(url)
    const bytes = Buffer.from(await first.arrayBuffer())
    expect(bytes.length).toBeLessThan(60_000)
    const etag = String(first.headers.get('etag'))
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  test('has yellow for the fare, and for nothing else', async () => {
    const yellow = async (fare: string | null) => {
      const { data } = await sharp(await pictureOf({ ...SAID, fare }))
        .extract({ left: 60, top: 470, width: 700, height: 110 })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      let count = 0
      for (let at = 0; at < data.length; at += 3)
        if (data[at]! > 240 && data[at + 1]! > 190 && data[at + 2]! < 90) count += 1
      return count
    }
    expect(await yellow('$0.001')).toBeGreaterThan(5_000)
    expect(await yellow(null)).toBe(0)
  })

  test.each(['<b>&amp;"', 'W'.repeat(400), 'a '.repeat(400), '\u0000\u202e', '漢字🙂'.repeat(40)])(
    'is drawn of any text: %j',
    async (text) => {
      const bytes = await pictureOf({ site: text.slice(0, 20), title: text, text, fare: '$1' })
      expect((await sharp(bytes).metadata()).format).toBe('png')
    },
  )

  test.each(['tools/nosuchtool.png', 'tools/hash.svg', 'families/__proto__.png', 'x/home.png'])(
    'at %s is not there',
    async (path) => {
      expect((await fetch(`${service.url}/pictures/${path}`)).status).toBe(404)
    },
  )
})
