import { responderFor } from '../../src/front/http/translate.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../support/buyer.ts'
import { call, speak } from '../support/calls.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'

const BODY_BYTES_MAX = 10_000
const HUGE = { text: 'x'.repeat(BODY_BYTES_MAX) }

const fixtures = createFixtures()
let service: TestService
let key: string

beforeAll(async () => {
  service = await openTestService({
    settings: { BODY_BYTES_MAX: String(BODY_BYTES_MAX) },
    tools: fixtures.tools,
  })
  key = await service.issueKey('$1')
})
afterAll(() => service.stop())

async function spent(): Promise<number> {
  const { loaded, balance, held } = await service.account(key)
  expect(held).toBe(0)
  return loaded - balance
}

describe('which tool', () => {
  test.each([
    ['GET', '/api/no-such-tool'],
    ['POST', '/api/no-such-tool'],
    ['DELETE', '/nowhere'],
    ['GET', '/api'],
  ])('%s %s is not found', async (method, path) => {
    const { status, body } = await call(service, path, { method })
    expect(status).toBe(404)
    expect(body['error']).toMatch(/no tool at .*api\/find/)
  })

  test.each([
    ['GET', '/api/fixture-echo', 'POST'],
    ['HEAD', '/api/fixture-echo', 'POST'],
    ['DELETE', '/api/fixture-echo', 'POST'],
    ['POST', '/api/fixture-query', 'GET, HEAD'],
    ['PUT', '/api/fixture-query', 'GET, HEAD'],
    ['POST', '/health', 'GET, HEAD'],
  ])('%s %s answers 405 with the allowed methods', async (method, path, allowed) => {
    const { status, headers } = await call(service, path, { method })
    expect(status).toBe(405)
    expect(headers['allow']).toBe(allowed)
  })
})

describe('a call without payment', () => {
  test.each([
    ['good', '/api/fixture-echo', { text: 'hi' }],
    ['wrong', '/api/fixture-echo', { times: 'many' }],
    ['empty', '/api/fixture-echo', ''],
    ['malformed', '/api/fixture-echo', '{"text":'],
    ['huge', '/api/fixture-echo', HUGE],
    ['wrong, of a tool that quotes', '/api/fixture-quoted', { words: 'many' }],
    ['malformed, of a tool that quotes', '/api/fixture-quoted', '{"words":'],
    ['huge, of a tool that quotes', '/api/fixture-quoted', HUGE],
  ])('is quoted, though its input is %s', async (_what, path, body) => {
    const heard = await call(service, path, { method: 'POST', body })
    expect(heard.status).toBe(402)
    expect(heard.body['error']).toBe('Payment required')
  })

  test('HEAD gets the headers of GET, and no body', async () => {
    const head = await call(service, '/api/fixture-query?q=a', { method: 'HEAD' })
    const get = await call(service, '/api/fixture-query?q=a')
    expect(head.status).toBe(402)
    expect(head.text).toBe('')
    expect(head.headers['x-pow-challenge']).toBe(get.headers['x-pow-challenge'])
    expect(head.headers['access-control-expose-headers']).toContain('PAYMENT-REQUIRED')
  })

  test('HEAD never runs a tool, paid or not', async () => {
    const headers = bearer(key)
    const { status } = await call(service, '/api/fixture-query?q=a', { method: 'HEAD', headers })
    expect(status).toBe(402)
    expect(fixtures.runs('fixture-query')).toBe(0)
    expect(await spent()).toBe(0)
  })
})

describe('the spelling of a path', () => {
  const SAME = [
    '/api/fixture-echo',
    '/api/fixture-echo/',
    '/api/fixture-echo//',
    '//api///fixture-echo',
    '/api/%66ixture-ech%6F',
    '/api%2Ffixture-echo',
    '/api/fixture-echo%2F',
    '/api/fixture-echo?',
    '/api/fixture-echo/?a=b&c=//',
    '/api/./fixture-echo',
    '/api/x/../fixture-echo',
    '/api/x/%2e%2e/fixture-echo',
  ]
  const OTHER = [
    '/api/../fixture-echo',
    '/api/x%2F..%2Ffixture-echo',
    '/API/fixture-echo',
    '/api/fixture-echo;a=b',
    '/api/fixture-echo%00',
    '/api/fixture-echo%',
    '/api/fixture-echo%20',
    '/api/fixture-echo%3Fa=b',
    '/api/%2566ixture-echo',
  ]

  test.each(SAME)('%s needs payment', async (path) => {
    const { status } = await call(service, path, { body: { text: 'hi' } })
    expect(status).toBe(402)
  })

  test.each(SAME)('%s costs the price of its tool', async (path) => {
    const [before, ran] = [await spent(), fixtures.runs('fixture-echo')]
    const heard = await call(service, path, { body: { text: 'hi' }, headers: bearer(key) })
    expect(heard.status).toBe(200)
    expect(fixtures.runs('fixture-echo')).toBe(ran + 1)
    expect(await spent()).toBe(before + 1_000)
  })

  test.each(OTHER)('%s is not found', async (path) => {
    const ran = fixtures.runs('fixture-echo')
    const heard = await call(service, path, { body: { text: 'hi' }, headers: bearer(key) })
    expect(heard.status).toBe(404)
    expect(fixtures.runs('fixture-echo')).toBe(ran)
  })

  test('an absolute address is a path like any other', async () => {
    const lines = [`POST ${service.url}/api/fixture-echo/ HTTP/1.1`, 'host: x', 'content-length: 0']
    const heard = await speak(service, `${lines.join('\r\n')}\r\nconnection: close\r\n\r\n`)
    expect(heard).toMatch(/^HTTP\/1.1 402 /)
  })
})

describe('a body that is too large', () => {
  test.each([
    ['with its length', {}],
    ['without', { 'transfer-encoding': 'chunked' }],
  ])('is refused with a payment, and not charged: sent %s', async (_how, headers) => {
    const before = await spent()
    const heard = await call(service, '/api/fixture-echo', {
      body: HUGE,
      headers: { ...headers, ...bearer(key) },
    })
    expect(heard.status).toBe(413)
    expect(heard.body['error']).toContain(String(BODY_BYTES_MAX))
    expect(await spent()).toBe(before)
  })

  test.each([
    [BODY_BYTES_MAX, 200],
    [BODY_BYTES_MAX + 1, 413],
  ])('is counted in bytes: %i', async (bytes, status) => {
    const body = JSON.stringify({ text: 'é'.repeat(10) }).padEnd(bytes - 10)
    expect(Buffer.byteLength(body)).toBe(bytes)
    const heard = await call(service, '/api/fixture-echo', { body, headers: bearer(key) })
    expect(heard.status).toBe(status)
  })
})

const ask = (path: string, { body, paid }: { body: unknown; paid: boolean }) =>
  call(service, path, {
    body,
    headers: { origin: 'https://page.example', ...(paid ? bearer(key) : {}) },
  })

describe('every answer', () => {
  const ANSWERS = [
    [200, '/api/fixture-echo', { body: { text: 'hi' }, paid: true }],
    [400, '/api/fixture-echo', { body: {}, paid: true }],
    [402, '/api/fixture-echo', { body: {}, paid: false }],
    [404, '/api/no-such-tool', { body: {}, paid: false }],
    [405, '/api/fixture-query', { body: {}, paid: false }],
    [413, '/api/fixture-echo', { body: HUGE, paid: true }],
    [500, '/api/fixture-bug', { body: {}, paid: true }],
  ] as const

  test.each(ANSWERS)('%i can be read by a browser page', async (status, path, how) => {
    const heard = await ask(path, how)
    expect(heard.status).toBe(status)
    expect(heard.headers['access-control-allow-origin']).toBe('*')
    const exposed = heard.headers['access-control-expose-headers']
    const read = ['PAYMENT-REQUIRED', 'PAYMENT-RESPONSE', 'X-Credits-Balance', 'Retry-After']
    for (const name of [...read, 'X-Resume-Token', 'Preference-Applied'])
      expect(exposed).toContain(name)
  })

  test('lets a browser page read the headers that a tool adds', () => {
    const own = [
      ['x-own', '1'],
      ['content-type', 'application/json'],
      ['retry-after', '1'],
    ] as const
    const reply = { status: 200, headers: own, body: { kind: 'json', text: '{}' } } as const
    const toResponse = responderFor({ isOpenToPages: true })
    const { headers } = toResponse(reply, 'id')
    const exposed = headers.get('access-control-expose-headers')?.split(', ') ?? []
    expect(exposed.slice(-2)).toEqual(['Link', 'x-own'])
    expect(responderFor({ isOpenToPages: false })(reply, 'id').headers.get('x-own')).toBe('1')
  })

  test.each(ANSWERS)(
    '%i is JSON, is not cached, and has an id of its own',
    async (_s, path, how) => {
      const [first, second] = [await ask(path, how), await ask(path, how)]
      expect(first.headers['content-type']).toBe('application/json')
      expect(first.headers['cache-control']).toBe('no-store')
      expect(first.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id'])
      if (first.status !== 200) expect(first.body['error']).toEqual(expect.any(String))
    },
  )

  test('to a preflight allows any well-formed header from any page', async () => {
    const headers = {
      origin: 'https://page.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type, payment-signature, idempotency-key',
    }
    const heard = await call(service, '/api/fixture-echo', { method: 'OPTIONS', headers })
    expect(heard.status).toBe(204)
    expect(heard.text).toBe('')
    expect(heard.headers['access-control-allow-origin']).toBe('*')
    expect(heard.headers['access-control-allow-methods']).toContain('POST')
    expect(heard.headers['access-control-allow-headers']).toBe(
      headers['access-control-request-headers'],
    )
  })
})

describe('a request that is not HTTP', () => {
  test.each([
    ['noise', 'hello\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nhost x\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a host that is none', 'GET / HTTP/1.1\r\nhost: a b\r\n\r\n'],
    ['a backslash in the path', 'GET /api\\hash HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['no path', 'GET * HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['too many headers', `GET / HTTP/1.1\r\nhost: x\r\na: ${'b'.repeat(40_000)}\r\n\r\n`],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
  ])('is answered in JSON: %s', async (_what, bytes) => {
    const [head = '', body = ''] = (await speak(service, bytes)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1.1 4\d\d /)
    expect(head).toContain('content-type: application/json')
    expect(JSON.parse(body)).toEqual({ error: expect.any(String) })
  })
})
