/** @module-tag long */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestService, type TestService } from '../support/service.ts'

/** A body that goes silent is given up after ten seconds; a head that is not whole after twenty. */
const SILENT_MS = 10_000
const HEAD_MS = 20_000
const GRACE_MS = 4_000
let service: TestService
let key = ''
beforeAll(async () => {
  service = await openTestService()
  key = await service.issueKey('$1')
})
afterAll(() => service.stop())

interface End {
  readonly afterMs: number
  readonly status: number
}

/** Sends the beginning of a request and nothing more, until the service closes the connection. */
async function leftOpen(beginning: string): Promise<End> {
  const { port } = new URL(service.url)
  const begun = performance.now()
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  let heard = ''
  socket.on('error', () => {}).on('data', (piece: Buffer) => (heard += piece.toString('latin1')))
  socket.write(beginning)
  await new Promise((resolve) => socket.once('end', resolve).once('close', resolve))
  socket.destroy()
  return { afterMs: performance.now() - begun, status: Number(heard.slice(9, 12)) }
}

const post = (path: string, length: number, ...headers: readonly string[]): string =>
  [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `content-length: ${length}`,
    ...headers,
    '',
    '{',
  ].join('\r\n')

describe.concurrent('is closed in time:', () => {
  const accept = 'accept: application/json, text/event-stream'
  const json = 'content-type: application/json'
  test.each([
    ['a short body of a paid call', () => post('/api/hash', 1_500, `authorization: Bearer ${key}`)],
    ['a body of a paid call', () => post('/api/hash', 15_000, `authorization: Bearer ${key}`)],
    ['a message of MCP', () => post('/mcp', 15_000, accept, json)],
    ['a short message of MCP', () => post('/mcp', 500, accept, json)],
    ['a message of A2A', () => post('/a2a/message:send', 15_000, json)],
    ['a body of a free endpoint', () => post('/api/find', 15_000, json)],
    ['an event of Stripe', () => post('/api/stripe/webhook', 15_000, json)],
  ])('%s', { timeout: 30_000 }, async (_what, beginning) => {
    const { afterMs, status } = await leftOpen(beginning())
    expect([408, 503]).toContain(status)
    expect(afterMs).toBeLessThan(SILENT_MS + GRACE_MS)
  })

  test('a body that nobody reads', { timeout: 30_000 }, async () => {
    const { afterMs, status } = await leftOpen(post('/api/hash', 15_000))
    expect(status).toBe(402)
    expect(afterMs).toBeLessThan(SILENT_MS)
  })

  test('a head', { timeout: 40_000 }, async () => {
    const { afterMs, status } = await leftOpen('POST /api/hash HTTP/1.1\r\nhost: lo')
    expect(status).toBe(408)
    expect(afterMs).toBeLessThan(HEAD_MS + GRACE_MS)
  })
})
