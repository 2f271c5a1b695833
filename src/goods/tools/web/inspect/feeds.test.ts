/** @module-tag long */
import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { internet } from '../../../../../test/support/internet.ts'
import { startLoopProbe } from '../../../../../bench/support/loop-probe.ts'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { recording } from '../../../../../test/support/sites/feeds.ts'
import type { Fault } from '../../../../base/core/fault.ts'
import feedDiscover from './feed-discover.ts'
import feedParse from './feed-parse.ts'
import mediaInfo from './media-info.ts'
import sitemap from './sitemap.ts'

const MB = 1024 * 1024
const HOST = 'feeds.example'
let answer: RequestListener
beforeAll(async () => {
  ;(await internet()).sites.set(HOST, (request, response) => answer(request, response))
})
const says = (body: string | Buffer, type = 'application/xml') => {
  answer = (_request, response) => response.writeHead(200, { 'content-type': type }).end(body)
}

describe('a feed', () => {
  test.each([
    ['a page', '<!doctype html><html><body>Hi</body></html>', 502],
    ['an empty answer', '', 502],
    ['JSON that is no feed', '{"items":1}', 502],
    ['JSON that is cut', '{"version":', 502],
    ['another kind of XML', '<svg/>', 502],
    ['nesting without end', '<rss>'.repeat(200_000), 502],
  ])('that is %s is refused', { tags: 'long' }, async (_what, body, status) => {
    says(body)
    await expect(runExample(feedParse, { url: `https://${HOST}/` })).rejects.toMatchObject({
      status,
      code: expect.stringMatching(/^(upstream_failed|bad_input)$/) as string,
    })
  })

  test('is declared with an address of bounded length', async () => {
    const link = '<link rel="alternate" type="application/rss+xml" href="feed">'
    says(`<base href="https://${HOST}/${'a'.repeat(100_000)}/">${link}`, 'text/html')
    const { feeds } = await runExample(feedDiscover, { url: `https://${HOST}/` })
    expect(feeds).toEqual([{ url: `https://${HOST}/feed`, title: null, format: 'rss' }])
  })

  test('is not found where there is none', async () => {
    says('<p>no feed</p>', 'text/html')
    expect(await runExample(feedDiscover, { url: `https://${HOST}/` })).toMatchObject({ count: 0 })
  })
})

describe('a sitemap', () => {
  test(
    'that names itself, or a thousand others, is read once and only so far',
    { tags: 'long' },
    async () => {
      const others = Array.from(
        { length: 1_000 },
        (_, at) => `<sitemap><loc>/s${at}.xml</loc></sitemap>`,
      )
      says(
        `<sitemapindex><sitemap><loc>/sitemap.xml</loc></sitemap>${others.join('')}</sitemapindex>`,
      )
      const found = await runExample(sitemap, { url: `https://${HOST}/sitemap.xml` })
      expect(found).toMatchObject({ count: 0, truncated: true })
      expect(found['sitemaps']).toHaveLength(40)
    },
  )

  test('may be lines of text, and is cut at the limit', async () => {
    says('https://feeds.example/a\nhttps://feeds.example/b\nnonsense:\n', 'text/plain')
    const found = await runExample(sitemap, { url: `https://${HOST}/sitemap.txt`, limit: 1 })
    expect(found).toMatchObject({ count: 1, truncated: true })
  })

  test('at an unreachable address is a fault of the site that names it', async () => {
    says('Sitemap: http://169.254.169.254/x.xml\nSitemap: ftp://feeds.example/y.xml', 'text/plain')
    await expect(runExample(sitemap, { url: `https://${HOST}/` })).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining(HOST) as string,
    })
  })

  test('that cannot be read is left out, and the answer says so', async () => {
    answer = ({ url }, response) => {
      const lists = '<urlset><url><loc>/a</loc></url></urlset>'
      const robots = 'Sitemap: /one.xml\nSitemap: /gone.xml'
      response
        .writeHead(url === '/gone.xml' ? 404 : 200)
        .end(url === '/robots.txt' ? robots : lists)
    }
    const found = await runExample(sitemap, { url: `https://${HOST}/` })
    expect(found).toMatchObject({ count: 1, truncated: true })
  })

  const rows = (first: number, tag = 'url') =>
    Array.from({ length: 400 }, (_, at) => `<${tag}><loc>/${first + at}</loc></${tag}>\n`).join('')
  const FORTY: unknown = expect.objectContaining({ length: 40 })
  const large = `<urlset><!--${'x'.repeat(9 * 1024 * 1024)}-->`

  test('that is larger than the limit lists its beginning', { tags: 'long' }, async () => {
    let sent = 0
    answer = ({ url }, response) => {
      if (url === '/robots.txt') return response.end('Sitemap: /a.xml\n'.repeat(2) + 'Sitemap: /b')
      response.write(`<urlset>${rows(0)}`)
      const more = () => {
        do sent += MB
        while (sent < 200 * MB && response.write(`<!--${' '.repeat(MB)}-->${rows(400)}`))
      }
      response.on('drain', more)
      more()
    }
    const found = await runExample(sitemap, { url: `https://${HOST}/`, limit: 5_000 })
    expect(found).toMatchObject({ count: 800, truncated: true })
    expect(sent).toBeLessThan(100 * MB)
  })

  test.each([
    ['rows', `${large}${rows(0).repeat(100)}<url><loc>/half`, { count: 400, truncated: true }],
    ['sitemaps', `${large}${rows(0, 'sitemap').repeat(100)}`, { sitemaps: FORTY }],
    ['rows, packed', gzipSync(`${large}${rows(0).repeat(400)}`), { count: 400, truncated: true }],
    ['lines', 'https://feeds.example/a\n'.repeat(500_000), { count: 1, truncated: true }],
  ])(
    'that is too large by its %s is cut between two of them',
    { tags: 'long' },
    async (_what, body, expected) => {
      answer = ({ url }, response) => response.end(url === '/s.txt' ? body : '')
      const asked = runExample(sitemap, { url: `https://${HOST}/s.txt`, limit: 5_000 })
      expect(await asked).toMatchObject(expected)
    },
  )

  test.each([
    ['a bomb', gzipSync(Buffer.alloc(60 * 1024 * 1024, 32))],
    ['no gzip', Buffer.from([0x1f, 0x8b, 1, 2, 3])],
    ['a page', Buffer.from('<html><p>Hi</p></html>')],
  ])('that is %s is refused', async (_what, body) => {
    says(body)
    await expect(
      runExample(sitemap, { url: `https://${HOST}/sitemap.xml.gz` }),
    ).rejects.toMatchObject({
      status: 502,
    })
  })
})

describe('a recording', () => {
  const long = recording(600)
  test('is read in parts if the site supports ranges', async () => {
    let sent = 0
    answer = (request, response) => {
      const [, from = '0', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
      const part = long.subarray(Number(from), Number(to) + 1)
      sent += part.length
      response.setHeader(
        'content-range',
        `bytes ${from}-${Number(from) + part.length - 1}/${long.length}`,
      )
      response.writeHead(206, { 'content-type': 'audio/wav' }).end(part)
    }
    const found = await runExample(mediaInfo, { url: `https://${HOST}/long.wav` })
    expect(found).toMatchObject({ durationSeconds: 600, channels: 1 })
    expect(sent).toBeLessThan(500_000)
  })

  test('with very many tags does not delay others', { tags: 'long' }, async () => {
    const comments = Buffer.concat(
      Array.from({ length: 500_000 }, () => Buffer.from('\x05\0\0\0A=bcd')),
    )
    const head = Buffer.from(`fLaC\0\0\0\x22${'\0'.repeat(34)}\x84___\0\0\0\0____`, 'latin1')
    head.writeUIntBE(comments.length + 8, 43, 3)
    head.writeUInt32LE(500_000, 50)
    says(Buffer.concat([head, comments]), 'audio/flac')
    const probe = startLoopProbe()
    await runExample(mediaInfo, { url: `https://${HOST}/x.flac` }).catch((thrown: Fault) =>
      expect(thrown.code).toBe('upstream_failed'),
    )
    expect(probe.longest().worked).toBeLessThan(300)
    probe.stop()
  })

  test.each([
    ['the whole of a long film', () => says(Buffer.alloc(9 * 1024 * 1024), 'video/mp4')],
    ['a page', () => says('<html>', 'text/html')],
    ['nothing', () => says('', 'audio/mpeg')],
    ['noise', () => says(Buffer.alloc(300_000, 0xab), 'audio/mpeg')],
    [
      'the same part for ever',
      () => {
        answer = (_request, response) =>
          response
            .writeHead(206, {
              'content-type': 'video/mp4',
              'content-range': 'bytes 0-7/9000000000',
            })
            .end('\0\0\0\x08free')
      },
    ],
  ])('of which a site sends %s is refused', async (_what, stage) => {
    stage()
    await expect(runExample(mediaInfo, { url: `https://${HOST}/x` })).rejects.toMatchObject({
      status: 502,
    })
  })
})
