import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { startLoopProbe } from '../../../../../bench/support/loop-probe.ts'
import { internet } from '../../../../../test/support/internet.ts'
import { pages } from '../../../../../test/support/internet-sites.ts'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { startWork } from '../../../../../test/support/wait.ts'
import headersParse from './http-headers-parse.ts'
import httpRequest from './http-request.ts'

describe('headers', () => {
  const read = async (headers: unknown) =>
    runExample(headersParse, { headers }, '2026-01-01T00:00:00Z')

  test('cookies, challenges, limits and waits', async () => {
    const text = [
      'HTTP/1.1 429 Too Many Requests',
      'Set-Cookie: a=b=c; Expires=Thu, 01 Jan 2027 00:00:00 GMT; Path=/; HttpOnly',
      'Set-Cookie: x=1; SameSite=None',
      'WWW-Authenticate: Negotiate YQ==, Bearer realm="a, \\"b\\"", error=invalid_token',
      'Retry-After: Thu, 01 Jan 2026 00:00:30 GMT',
      'X-RateLimit-Remaining: 0',
      'X-RateLimit-Reset: 1767225660',
      'Content-Type: Text/HTML; charset="utf-8"',
      'Content-Digest: sha-256=:AAAA:',
      'broken line',
    ].join('\r\n')
    expect(await read(text)).toMatchObject({
      cookies: [
        {
          name: 'a',
          value: 'b=c',
          path: '/',
          httpOnly: true,
          expiresIso: '2027-01-01T00:00:00.000Z',
        },
        { name: 'x', secure: false, sameSite: 'None' },
      ],
      auth: [
        { scheme: 'Negotiate', data: 'YQ==', parameters: {} },
        { scheme: 'Bearer', parameters: { realm: 'a, "b"', error: 'invalid_token' } },
      ],
      retryAfterSeconds: 30,
      rateLimit: { limit: null, remaining: 0, resetSeconds: 60 },
      contentType: { type: 'text/html', parameters: { charset: 'utf-8' } },
      structured: { 'content-digest': { 'sha-256': { value: ':AAAA:' } } },
      problems: [
        'line 10: "broken line" is no header',
        'set-cookie: "x" says SameSite=None without Secure, and is refused',
      ],
    })
  })

  test('several links, commas inside of them and of quotes', async () => {
    const link = '</a,b>; rel="next prev"; title="x, <y>"; rel=last, <c>;rel=up;;flag , <d>'
    expect((await read({ link }))['links']).toEqual([
      { url: '/a,b', rel: 'next prev', parameters: { rel: 'next prev', title: 'x, <y>' } },
      { url: 'c', rel: 'up', parameters: { rel: 'up', flag: '' } },
      { url: 'd', rel: '', parameters: {} },
    ])
  })

  test('long headers take little time', async () => {
    const worked = startWork()
    for (const name of ['link', 'cache-control', 'www-authenticate', 'content-type', 'set-cookie'])
      for (const piece of ['a=', '; ', '<a>;', 'a ="', '\\"', ', '])
        await read({ [name]: piece.repeat(12_000) })
    expect(worked()).toBeLessThan(3_000)
  })

  test.each([[7], [{ 'a b': 'x' }], [{ a: { b: 1 } }]])('%j is refused', async (headers) => {
    await expect(read(headers)).rejects.toThrow(/^headers: /)
  })
})

interface Field {
  readonly raw: readonly string[]
  readonly header_type: string
  readonly must_fail?: boolean
  readonly can_fail?: boolean
}

/** Of the public suite of RFC 9651, dictionaries and lists under names that are such fields. */
test('structured fields are taken and refused as the public suite says', async () => {
  const file = new URL(
    '../../../../../test/fixtures/suites/structured-fields.json',
    import.meta.url,
  )
  const cases = JSON.parse(readFileSync(file, 'utf8')) as readonly Field[]
  const NAMES: Readonly<Record<string, string>> = {
    dictionary: 'priority',
    list: 'cache-status',
    item: 'sec-fetch-mode',
  }
  for (const { raw, header_type: type, must_fail: fails, can_fail: may } of cases) {
    // A line break is no part of a header here.
    const name = NAMES[type] ?? ''
    const { structured } = await runExample(headersParse, { headers: { [name]: [...raw] } })
    if (!may) expect([raw, name in (structured as object)]).toEqual([raw, fails !== true])
  }
})

describe('a request', () => {
  const ask = async (input: object) =>
    runExample(httpRequest, { url: 'https://example.com/robots.txt', ...input })

  test('the body is cut off where the caller says', async () => {
    expect(await ask({ maxBytes: 10 })).toMatchObject({
      status: 200,
      body: 'User-agent',
      bytes: 10,
      truncated: true,
    })
    expect(await ask({})).toMatchObject({
      truncated: false,
      headers: { 'content-type': 'text/plain' },
    })
  })

  test('names the cookies one by one, and gives bytes as base64', async () => {
    const page = await ask({ url: 'https://example.com/' })
    expect(page['headers']).toMatchObject({
      'set-cookie': [expect.stringContaining('session=abc') as string, 'theme=light'],
    })
    const picture = await ask({ url: 'https://example.com/receipt.png' })
    expect(picture).not.toHaveProperty('body')
    expect(Buffer.from(String(picture['base64']), 'base64').subarray(1, 4).toString()).toBe('PNG')
  })

  test('a body that would take long to parse is text', async () => {
    const body = Buffer.from(`[${'{},'.repeat(1_600_000)}{}]`)
    const { sites } = await internet()
    const headers = { 'content-type': 'application/json' }
    sites.set('heap.example.com', pages({ '*': { headers, body } }))
    const probe = startLoopProbe()
    const answer = await ask({ url: 'https://heap.example.com/', maxBytes: 5_000_000 })
    const { worked } = probe.longest()
    probe.stop()
    expect(answer).toMatchObject({ bytes: body.length, truncated: false })
    expect(answer).not.toHaveProperty('json')
    expect(worked).toBeLessThan(200)
  })

  test.each([
    [{ url: 'http://10.0.0.1/' }, /^url/],
    [{ url: 'http://169.254.169.254/latest/meta-data' }, /^url/],
    [{ url: 'http://localhost/' }, /^url/],
    [{ headers: { Host: 'a' } }, /^headers: "Host" must be left out/],
    [{ headers: { a: 'b\r\nc: d' } }, /^headers: "a" must be one line/],
    [{ headers: { 'a b': 'c' } }, /^headers: "a b" must be a header name/],
    [{ body: 'x' }, /^body: must be left out with GET/],
  ])('%j is refused', async (input, told) => {
    await expect(ask(input)).rejects.toThrow(told)
  })
})
