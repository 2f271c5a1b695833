/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../support/buyer.ts'
import { atOnce, call, type CallAnswer } from '../support/calls.ts'
import { openTestService, type TestService } from '../support/service.ts'

let service: TestService
/** Its budget is a hundred quotes: five messages of a protocol. */
let small: TestService
beforeAll(async () => {
  service = await openTestService()
  small = await openTestService({ settings: { QUOTES_PER_MINUTE: '100' } })
})
afterAll(async () => {
  await service.stop()
  await small.stop()
})

const ACCEPT = { accept: 'application/json, text/event-stream' }
const from = (client: string) => ({ 'x-forwarded-for': client })

function initialize(at: TestService, client: string, experimental: unknown = {}) {
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: { experimental },
    clientInfo: { name: 'a', version: '1' },
  }
  const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
  return call(at, '/mcp', { headers: { ...ACCEPT, ...from(client) }, body })
}

const toolCall = (at: TestService, client: string, headers: Record<string, string> = {}) =>
  call(at, '/mcp', {
    headers: { ...ACCEPT, ...from(client), ...headers },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'catalog.call', arguments: { slug: 'json-diff', params: { a: 1, b: 2 } } },
    },
  })

const message = (at: TestService, client: string) =>
  call(at, '/a2a/message:send', {
    headers: from(client),
    body: { message: { messageId: 'a', role: 'ROLE_USER', parts: [{ text: 'decode a jwt' }] } },
  })

function expectLater({ status, headers }: CallAnswer): void {
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
}

describe('a client that asks and does not pay', () => {
  test('is asked to wait by each protocol in its own form', async () => {
    const client = '198.51.100.1'
    for (let at = 0; at < 5; at += 1) expect((await initialize(small, client)).status).toBe(200)
    const [ofMcp, ofA2a] = [await initialize(small, client), await message(small, client)]
    for (const heard of [ofMcp, ofA2a]) expectLater(heard)
    const seconds = Number(ofMcp.headers['retry-after'])
    expect(ofMcp.body).toMatchObject({
      jsonrpc: '2.0',
      error: { code: -32000, data: { retryAfterSeconds: seconds } },
    })
    expect(ofA2a.body).toMatchObject({ error: { code: 429, status: 'RESOURCE_EXHAUSTED' } })
    expectLater(await call(small, '/api/find?q=hash', { headers: from(client) }))
    expectLater(await call(small, '/api/hash', { headers: from(client), body: { text: 'a' } }))
    expect((await initialize(small, '198.51.100.2')).status).toBe(200)
    expect((await call(small, '/health', { headers: from(client) })).status).toBe(200)
  })

  test.each(['message', 'initialize', 'find', 'quote', 'refusal'])(
    'spends one budget, by %s too',
    async (how) => {
      const client = `198.51.100.${10 + how.length}`
      const headers = from(client)
      const ways: Readonly<Record<string, () => Promise<CallAnswer>>> = {
        message: () => message(small, client),
        initialize: () => initialize(small, client),
        find: () => call(small, '/api/find', { headers, body: { q: 'a '.repeat(500) } }),
        quote: () => call(small, '/api/hash', { headers, body: {} }),
        refusal: () =>
          call(small, '/api/hash', { headers: { ...headers, ...bearer('fbx_nobody') }, body: {} }),
      }
      for (let at = 0; at < 101; at += 1) await ways[how]?.()
      expectLater(await initialize(small, client))
    },
  )

  test('can still pay, by every protocol', async () => {
    const client = '198.51.100.40'
    await atOnce(8, () => initialize(small, client))
    expectLater(await initialize(small, client))
    const key = bearer(await small.issueKey('$1'))
    const asked = { headers: { ...from(client), ...key }, body: { text: 'a' } }
    expect((await call(small, '/api/hash', asked)).status).toBe(200)
    const paid = await toolCall(small, client, key)
    expect([paid.status, paid.text]).toEqual([200, expect.not.stringContaining('isError')])
  })

  test('that sends 32 large messages hears early that it is too much', async () => {
    const client = '198.51.100.50'
    const wide = Object.fromEntries(Array.from({ length: 12_000 }, (_, at) => [`k${at}`, 1]))
    const statuses: number[] = []
    await atOnce(4, async () => {
      for (let at = 0; at < 8; at += 1)
        statuses.push((await initialize(service, client, wide)).status)
    })
    expect(statuses).not.toContain(200)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(12)
    expect(statuses.slice(20).every((status) => status === 429)).toBe(true)
  })
})
