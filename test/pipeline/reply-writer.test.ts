import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp, type App } from '../../src/front/http/app.ts'
import { createBodyBudget } from '../../src/front/http/body.ts'
import { listen, type Listening } from '../../src/front/http/listen.ts'
import { preferredBy } from '../../src/front/http/prefers.ts'
import { bearer } from '../support/buyer.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'

/** The same requests on both HTTP paths: what may not differ is the same to the byte. */
const fixtures = createFixtures()
const BODY_BYTES_MAX = 10_000
const LISTENING = { port: 0, host: '127.0.0.1', connectionsMax: 100 }

let service: TestService
let servers: Record<'direct' | 'plain', Listening>
let taken = 0

beforeAll(async () => {
  service = await openTestService({
    tools: fixtures.tools,
    settings: { MPP: 'true', STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_NETWORK_ID: 'profile_x' },
  })
  const app = appOf(service)
  const counted: App = {
    ...app,
    direct(incoming, outgoing) {
      const isTaken = app.direct(incoming, outgoing)
      if (isTaken) taken += 1
      return isTaken
    },
  }
  servers = {
    direct: await listen(counted, LISTENING),
    plain: await listen({ ...app, direct: () => false }, LISTENING),
  }
})
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.close(0)))
  await service.stop()
})

const appOf = ({ parts, catalog }: TestService): App =>
  createApp({
    pipeline: parts.calls.pipeline,
    catalog,
    endpoints: [],
    mounts: [],
    bodies: createBodyBudget(),
    ownNames: null,
    bodyBytesMax: BODY_BYTES_MAX,
    proxyHops: 1,
    onUnknownProxy() {},
    onBug() {},
    forPeople: (request, reply) =>
      reply.status === 402 && preferredBy(request) === 'html'
        ? Promise.resolve({
            ...reply,
            body: { kind: 'binary', contentType: 'text/html', bytes: Buffer.from('<p>é') },
          })
        : null,
  })

interface Sent {
  readonly line?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const GET = 'GET /api/fixture-query?q=a'
const LAST = 'GET /nowhere HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'

/** A connection that stays for a second request, which closes it. */
const bytesOf = ({ line = 'POST /api/fixture-echo', headers = {}, body }: Sent): string => {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host: 'x', ...length, ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `${line} HTTP/1.1\r\n${head}\r\n${body ?? ''}${LAST}`
}

/** Whoever ends its side before the answer has hung up: the server closes the connection. */
function hear(server: 'direct' | 'plain', bytes: string): Promise<string> {
  const socket = connect(servers[server].port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}

/** Without what no two answers share. */
const comparable = (heard: string): string =>
  heard
    .replace(/x-request-id: [0-9a-f-]{36}/g, 'x-request-id: ...')
    .replace(/Date: [^\r]+/g, 'Date: ...')
    .replace(/Payment id="[^"]+"/g, 'Payment id="..."')
    .replace(/expires="[^"]+"/g, 'expires="..."')
    .replace(/opaque="[^"]+"/g, 'opaque="..."')
    .replace(/"challengeId":"[^"]+"/g, '"challengeId":"..."')
    .replace(/Content-Length: \d+/g, 'Content-Length: ...')
    .replace(/"run":\d+/g, '"run":...')

const lengthsIn = (heard: string): number[] =>
  [...heard.matchAll(/Content-Length: (\d+)/g)].map(([, digits]) => Number(digits))

async function compared(direct: Sent, plain = direct): Promise<string> {
  const before = taken
  const heard = await hear('direct', bytesOf(direct))
  expect(taken).toBe(before + 1)
  const other = await hear('plain', bytesOf(plain))
  expect(comparable(heard)).toBe(comparable(other))
  const [mine, theirs] = [lengthsIn(heard), lengthsIn(other)]
  expect(mine.length).toBe(theirs.length)
  for (const [at, length] of mine.entries()) expect(Math.abs(length - theirs[at]!)).toBeLessThan(8)
  return heard
}

const statusOf = (heard: string): number => Number(heard.slice(9, 12))

describe('both ways answer the same', () => {
  test.each<[string, number, Sent]>([
    ['a quote', 402, { body: '{"text":"hi"}' }],
    ['a quote of a GET', 402, { line: GET }],
    ['a quote without a body', 402, {}],
    [
      'a quote that hangs on the input',
      402,
      { line: 'POST /api/fixture-quoted', body: '{"words":3}' },
    ],
    ['a quote in the order of the caller', 402, { headers: { 'accept-payment': 'stripe/charge' } }],
    [
      'a quote of an offer that is not wanted',
      402,
      { headers: { 'accept-payment': 'evm/charge' } },
    ],
    ['a quote for a person', 402, { line: GET, headers: { accept: 'text/html' } }],
    ['a payment that is none', 402, { headers: { authorization: 'Bearer fbx_unknown' } }],
    ['two payments', 400, { headers: { ...bearer('fbx_a'), 'x-pow-solution': 'a:b' } }],
    ['another method', 405, { line: 'GET /api/fixture-echo' }],
    ['a token that is not known', 402, { headers: { 'x-resume-token': 'x' }, body: '{}' }],
  ])('%s', async (_what, status, sent) => {
    for (let round = 0; round < 2; round += 1) expect(statusOf(await compared(sent))).toBe(status)
  })

  test.each<[string, number, Sent]>([
    ['an answer', 200, { body: '{"text":"hi","odd":1}' }],
    ['an answer of a GET', 200, { line: GET }],
    ['a picture', 200, { line: 'GET /api/fixture-picture' }],
    ['a stream', 200, { line: 'POST /api/fixture-stream', body: '{"count":2}' }],
    ['a bug', 500, { line: 'POST /api/fixture-bug', body: '{"text":"hi"}' }],
    ['input that does not fit', 400, { body: '{"text":' }],
    ['a byte order mark', 200, { body: '\ufeff{"text":"hi"}' }],
    ['a body that is too large', 413, { body: 'x'.repeat(BODY_BYTES_MAX + 1) }],
    ['a body of middle size', 200, { body: `{"text":"${'é'.repeat(3_000)}"}` }],
    ['a coding that is not read', 415, { body: '{}', headers: { 'content-encoding': 'gzip' } }],
  ])('%s, paid', async (_what, status, sent) => {
    const [a, b] = [await service.issueKey('$1'), await service.issueKey('$1')]
    const paidBy = (key: string) => ({ ...sent, headers: { ...sent.headers, ...bearer(key) } })
    const heard = await compared(paidBy(a), paidBy(b))
    expect(statusOf(heard)).toBe(status)
    expect(await service.account(a)).toMatchObject({ balance: (await service.account(b)).balance })
  })
})

test('the length of a quote is that of its body', async () => {
  const heard = await hear('direct', bytesOf({ body: '{"text":"hi"}' }))
  const [head = '', rest = ''] = heard.split('\r\n\r\n')
  const [length = 0] = lengthsIn(head)
  expect(JSON.parse(rest.slice(0, length))).toMatchObject({ error: 'Payment required' })
  expect(rest.slice(length)).toMatch(/^HTTP\/1\.1 404 /)
})

test.each([
  ['another host', 'POST /api/fixture-echo HTTP/1.1\r\nhost: EXAMPLE.com\r\n'],
  ['another spelling', 'POST /api/fixture-echo/ HTTP/1.1\r\nhost: x\r\n'],
  ['a way through folders', 'POST /api/./fixture-echo HTTP/1.1\r\nhost: x\r\n'],
  ['no body wanted', 'HEAD /api/fixture-query?q=a HTTP/1.1\r\nhost: x\r\n'],
  ['leave to go on', 'POST /api/fixture-echo HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\n'],
])('%s takes the plain way', async (_what, head) => {
  const before = taken
  const heard = await hear('direct', `${head}connection: close\r\n\r\n`)
  expect(heard).toMatch(/HTTP\/1\.1 402 /)
  expect(taken).toBe(before)
})

test('a body that comes in pieces is read whole', async () => {
  const key = await service.issueKey('$1')
  const bytes = bytesOf({ body: '{"text":"piece by piece"}', headers: bearer(key) })
  const cut = bytes.indexOf('by piece')
  const socket = connect(servers.direct.port, '127.0.0.1')
  const heard = text(socket)
  socket.write(bytes.slice(0, cut))
  await new Promise((resolve) => setTimeout(resolve, 100))
  socket.write(bytes.slice(cut))
  expect(await heard).toContain('piece by piece')
})

test('a caller who hangs up is noticed', async () => {
  const key = await service.issueKey('$1')
  const sent = { line: 'POST /api/fixture-gate', headers: bearer(key), body: '{"gate":"direct"}' }
  const calling = new AbortController()
  const url = `http://127.0.0.1:${servers.direct.port}/api/fixture-gate`
  const gone = fetch(url, {
    method: 'POST',
    headers: sent.headers,
    body: sent.body,
    signal: calling.signal,
  }).catch(() => 'gone')
  await fixtures.reached('direct')
  calling.abort()
  expect(await gone).toBe('gone')
  await expect.poll(async () => (await service.account(key)).held).toBe(0)
  fixtures.open('direct')
  expect((await service.account(key)).balance).toBe(1_000_000)
})
