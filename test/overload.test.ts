import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { usdOf } from '../src/base/core/money.ts'
import { defineTool, nameTool } from '../src/base/core/tool.ts'
import { createApp } from '../src/front/http/app.ts'
import type { Lateness } from '../src/front/http/backlog.ts'
import { createBodyBudget } from '../src/front/http/body.ts'
import { SMALL_BODY } from '../src/selling/call/input-bounds.ts'
import { ok } from '../src/front/http/endpoint.ts'
import { listen, type Listening } from '../src/front/http/listen.ts'
import { call } from './support/calls.ts'
import { bearer } from './support/buyer.ts'
import { createFixtures } from './support/fixture-tools.ts'
import { openTestService, type TestService } from './support/service.ts'

const STRANGERS = 80
/** Served however late it is. */
const FEW = 32
const LONG_MS = 50
const PATH = '/api/fixture-costly-quote'

/** Its price may take a while to tell. */
const costly = nameTool(
  defineTool({
    route: `POST ${PATH}`,
    name: 'Costly quote',
    description: 'Takes as long as it is told to say what it costs.',
    price: {
      from: '$0.001',
      quote({ ms }) {
        const until = performance.now() + ms
        while (performance.now() < until);
        return usdOf(1_000)
      },
    },
    uses: {},
    input: z.object({ ms: z.int().min(0).max(100).default(0).describe('How long.') }),
    output: z.object({ done: z.boolean() }),
    examples: [{ input: { ms: 0 } }],
    run: () => ({ done: true }),
  }),
  'fixture',
  'fixture-costly-quote',
)

const fixtures = createFixtures()
let service: TestService
const sockets: Socket[] = []
beforeAll(async () => {
  service = await openTestService({
    tools: [...fixtures.tools, costly],
    settings: { CONNECTIONS_MAX: '200', REFUSALS_PER_MINUTE: '20' },
  })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await service.stop()
})

/** A connection that has been served before, and what it hears from now on. */
const arrive = (): Promise<Visitor> => arriveAt(Number(new URL(service.url).port))

async function arriveAt(port: number): Promise<Visitor> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  const ask = (words: string): void => void socket.write(words)
  ask(HEALTH)
  await once(socket, 'data')
  const first = Number(text.slice(9, 12))
  if (first === 200) text = ''
  return { socket, ask, heard: () => text, status: () => Number(text.slice(9, 12)) }
}

const HEALTH = 'GET /health HTTP/1.1\r\nhost: x\r\n\r\n'

interface Visitor {
  readonly socket: Socket
  ask(words: string): void
  heard(): string
  status(): number
}

const asking = (path: string, headers = '', body = '{}'): string =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`

const counted = (visitors: readonly Visitor[], status: number): number =>
  visitors.filter((visitor) => visitor.status() === status).length

/** Both sides share one loop: the words are on their way while it sleeps. */
const untilAllHasArrived = (): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150)

test(
  'with too many requests at once some are answered, and all get a reply',
  { tags: 'long' },
  async () => {
    const key = await service.issueKey('$1')
    const begun = call(service, '/api/fixture-gate', {
      body: { gate: 'much' },
      headers: bearer(key),
    })
    await fixtures.reached('much')
    const strangers = await Promise.all(Array.from({ length: STRANGERS }, arrive))
    const [first, ...others] = strangers
    first?.ask(asking(PATH, '', JSON.stringify({ ms: LONG_MS })))
    for (const stranger of others) stranger.ask(asking(PATH))
    untilAllHasArrived()
    await expect.poll(() => strangers.every((visitor) => visitor.heard() !== '')).toBe(true)

    expect(counted(strangers, 402)).toBe(FEW)
    expect(counted(strangers, 503)).toBe(STRANGERS - FEW)
    const away = strangers.find((visitor) => visitor.status() === 503)!
    expect(away.heard()).toMatch(/^retry-after: 1\r$/im)
    expect(away.heard()).toMatch(/^access-control-allow-origin: \*\r$/im)
    expect(away.heard()).toContain('nothing was charged')

    away.ask(asking('/api/fixture-gate', `authorization: Bearer ${key}\r\n`))
    await expect.poll(() => away.heard()).toMatch(/HTTP\/1\.1 200 OK\r\n/)
    fixtures.open('much')
    expect((await begun).status).toBe(200)
    expect(await service.account(key)).toMatchObject({ calls: 2, held: 0 })
    const metrics = JSON.stringify(await service.parts.records.metrics.values())
    expect(metrics).toMatch(
      new RegExp(`requests_turned_away_total[^}]*"value":${counted(strangers, 503)}`),
    )
  },
)

describe('a service that is behind', () => {
  let lateness: Lateness
  let server: Listening
  let isSameTurn = false
  const refusedInTurn: boolean[] = []

  beforeAll(async () => {
    const health = {
      method: 'GET',
      path: '/health',
      urgent: true,
      handle: () => ok({}),
    } as const
    const { pipeline } = service.parts.calls
    const app = createApp({
      pipeline,
      catalog: service.catalog,
      endpoints: [health, { ...health, path: '/free', urgent: undefined }],
      mounts: [{ path: '/protocol', bounds: SMALL_BODY, handle: async () => ok({}) }],
      bodies: createBodyBudget(),
      ownNames: null,
      bodyBytesMax: 10_000,
      proxyHops: 1,
      onUnknownProxy() {},
      onBug() {},
    })
    const arrived = (): Lateness => {
      isSameTurn = true
      setImmediate(() => (isSameTurn = false))
      return lateness
    }
    const turnAway: typeof app.turnAway = (outgoing) => {
      refusedInTurn.push(isSameTurn)
      app.turnAway(outgoing)
    }
    const at = { port: 0, host: '127.0.0.1', connectionsMax: 100 }
    server = await listen({ ...app, turnAway }, { ...at, backlog: { arrived } })
  })
  afterAll(() => server.close(0))

  test.each<[Lateness, readonly number[]]>([
    ['none', [402, 200, 402, 200, 200, 200, 200]],
    ['late', [503, 503, 402, 200, 200, 503, 200]],
    ['very late', [503, 503, 503, 503, 503, 503, 503]],
  ])('%s: which requests are heard', async (how, statuses) => {
    lateness = how
    const key = await service.issueKey('$1')
    const url = { url: `http://127.0.0.1:${server.port}` }
    const echo = (headers: Record<string, string>) =>
      call(url, '/api/fixture-echo', { body: { text: 'hi' }, headers })
    const heard = [
      await echo({}),
      await call(url, '/free'),
      await echo({ 'x-pow-solution': 'AAAA' }),
      await echo(bearer(key)),
      await call(url, '/health'),
      await call(url, '/protocol'),
      // Its payment, if it has one, stands in its body.
      await call(url, '/protocol?tools=all', { body: {} }),
    ]
    expect(heard.map(({ status }) => status)).toEqual(statuses)
    for (const { status, headers } of heard)
      if (status === 503) expect(headers['retry-after']).toBe('1')
    const calls = statuses[3] === 200 ? 1 : 0
    expect(await service.account(key)).toMatchObject({ calls, held: 0 })
  })

  test('refuses late requests, and immediate retries do not prolong that', async () => {
    lateness = 'late'
    refusedInTurn.length = 0
    const strangers = await Promise.all(Array.from({ length: 20 }, () => arriveAt(server.port)))
    for (const stranger of strangers) stranger.ask(asking('/api/fixture-echo'))
    await expect.poll(() => counted(strangers, 503)).toBe(20)
    expect(refusedInTurn).toEqual(Array(20).fill(false))
    for (const { socket } of strangers) socket.destroy()
  })

  test('does not wait longer for clients that announce payments but never pay', async () => {
    lateness = 'none'
    const key = await service.issueKey('$1')
    const url = { url: `http://127.0.0.1:${server.port}` }
    const from = (client: string, headers: Record<string, string>) =>
      call(url, '/api/fixture-echo', {
        body: { text: 'hi' },
        headers: { 'x-forwarded-for': client, ...headers },
      })
    const stranger = '198.51.100.7'
    const lie = () => from(stranger, { 'x-pow-solution': 'AAAA' })
    for (let lies = 1; (await lie()).status !== 429; lies++) expect(lies).toBeLessThan(50)
    lateness = 'late'
    const heard = [
      await lie(),
      await call(url, '/protocol', { body: {}, headers: { 'x-forwarded-for': stranger } }),
      await call(url, '/health', { headers: { 'x-forwarded-for': stranger } }),
      await from('198.51.100.8', bearer(key)),
    ]
    expect(heard.map(({ status }) => status)).toEqual([503, 503, 200, 200])
    lateness = 'none'
    expect(await from(stranger, bearer(key))).toMatchObject({ status: 200 })
  })

  test('hears a limited number of posts to a protocol from one client', async () => {
    const url = { url: `http://127.0.0.1:${server.port}` }
    const post = (client: string) =>
      call(url, '/protocol', { body: {}, headers: { 'x-forwarded-for': client } })
    const statuses = async (client: string, posts: number) => {
      const heard = await Promise.all(Array.from({ length: posts }, () => post(client)))
      return heard.map(({ status }) => status)
    }
    lateness = 'none'
    expect(await statuses('198.51.100.9', 70)).toEqual(Array(70).fill(200))
    lateness = 'late'
    const flood = await statuses('198.51.100.9', 70)
    expect(flood.filter((status) => status === 200)).toHaveLength(60)
    expect(flood.filter((status) => status === 503)).toHaveLength(10)
    expect(await statuses('198.51.100.10', 1)).toEqual([200])
  })

  test('answers a retry on the same connection only after the time that it announced', async () => {
    lateness = 'late'
    const socket = connect(server.port, '127.0.0.1')
    let heard = 0
    socket.on('data', () => (heard += 1))
    const words = asking('/api/fixture-echo')
    socket.write(words)
    await expect.poll(() => heard).toBe(1)
    const refusedAt = performance.now()
    lateness = 'none'
    // Two turns later it is at rest.
    await new Promise((resolve) => setTimeout(resolve, 20))
    socket.write(words)
    await expect.poll(() => heard).toBe(2)
    expect(performance.now() - refusedAt).toBeGreaterThan(900)
    socket.destroy()
  })
})

test('connections beyond the limit get a refusal', async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await expect.poll(isAnswered).toBe(402)
  while (sockets.length < 200) await arrive()
  const surplus = await arrive()
  await once(surplus.socket, 'close')
  expect(surplus.status()).toBe(503)
  expect(surplus.heard()).toMatch(/^retry-after: 1\r$/im)
  expect(surplus.heard()).toMatch(/^connection: close\r$/im)
  sockets[0]!.destroy()
  await expect.poll(isAnswered).toBe(402)
})

/** What somebody hears who comes now. */
async function isAnswered(): Promise<number> {
  const { socket, ask, status } = await arrive()
  ask(asking(PATH, 'connection: close\r\n'))
  await once(socket, 'close')
  sockets.splice(sockets.indexOf(socket), 1)
  return status()
}
