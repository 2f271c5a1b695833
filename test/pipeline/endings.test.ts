import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FAULTS, type FaultCode } from '../../src/base/core/fault.ts'
import { bearer } from '../support/buyer.ts'
import { call } from '../support/calls.ts'
import { createFixtures, HURRIED_MS, PICTURE, SETTING } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { eventually } from '../support/wait.ts'

const PRICE = 1_000

const fixtures = createFixtures()
let service: TestService
let key: string

beforeAll(async () => {
  service = await openTestService({ tools: fixtures.tools })
  key = await service.issueKey('$1')
})
afterAll(() => service.stop())

const paid = (path: string, body?: unknown, signal?: AbortSignal) =>
  call(service, path, { body, headers: bearer(key), ...(signal ? { signal } : {}) })

const money = async () => {
  const { balance, held, calls } = await service.account(key)
  return { balance, held, calls }
}

/** What a test must leave as it found it, unless it says otherwise. */
let before: Awaited<ReturnType<typeof money>>
let sold: number

async function nothingCharged(): Promise<void> {
  expect(await money()).toEqual(before)
  expect(await service.sales()).toHaveLength(sold)
}

afterEach(async () => {
  expect((await money()).held).toBe(0)
})

describe('nothing is charged', () => {
  beforeAll(async () => {
    before = await money()
    sold = (await service.sales()).length
  })
  afterEach(nothingCharged)

  const codes = Object.entries(FAULTS) as [FaultCode, number][]
  test.each(codes)('when a tool fails as %s: %i', async (code, status) => {
    const heard = await paid('/api/fixture-fault', { code })
    expect(heard.status).toBe(status)
    expect(heard.body['error']).toContain(code === 'internal' ? '' : `It failed as ${code}.`)
  })

  test.each(['fixture-bug', 'fixture-misfit'])(
    'when %s has a bug, and the answer shows no detail',
    async (slug) => {
      const { status, text } = await paid(`/api/${slug}`, {})
      expect(status).toBe(500)
      expect(text).toBe('{"error":"Internal error."}')
      expect(fixtures.runs(slug)).toBe(1)
    },
  )

  test('when a tool takes longer than it may', async () => {
    const { status, body } = await paid('/api/fixture-short-deadline', { gate: 'never' })
    expect(status).toBe(504)
    expect(body['error']).toContain(`${HURRIED_MS / 1000} s`)
  })

  test('when the first event of a stream takes longer than it may', async () => {
    const { status } = await paid('/api/fixture-short-deadline-stream', { gate: 'never' })
    expect(status).toBe(504)
  })

  test('when a stream fails before its first event', async () => {
    const { status } = await paid('/api/fixture-stream', { breaksAt: 1 })
    expect(status).toBe(500)
  })

  test('when the caller hangs up, even if the tool answers later', async () => {
    const leaving = new AbortController()
    const leaves = paid('/api/fixture-gate', { gate: 'left' }, leaving.signal)
    await fixtures.reached('left')
    expect((await money()).held).toBe(PRICE)
    leaving.abort()
    await expect(leaves).rejects.toThrow()
    await eventually(nothingCharged)
    fixtures.open('left')
  })

  test('when the caller hangs up before a stream begins', async () => {
    const leaving = new AbortController()
    const leaves = paid('/api/fixture-stream', { gate: 'left stream' }, leaving.signal)
    await fixtures.reached('left stream')
    leaving.abort()
    await expect(leaves).rejects.toThrow()
    await eventually(nothingCharged)
    fixtures.open('left stream')
    await expect.poll(() => fixtures.closings('left stream')).toBe(1)
  })

  test('when a setting is missing: the quote says so, and who pays hears 503', async () => {
    const unpaid = await call(service, '/api/fixture-upstream', { body: {} })
    expect(unpaid.status).toBe(402)
    const told = `Payment required, .* 503, uncharged: .*${SETTING}`
    expect(unpaid.body['error']).toMatch(new RegExp(told))
    expect(unpaid.headers['payment-required']).toBeDefined()
    const heard = await paid('/api/fixture-upstream', {})
    expect([heard.status, heard.body['error']]).toEqual([503, expect.stringContaining(SETTING)])
    expect(heard.headers['payment-required']).toBeUndefined()
  })

  test('when a setting is missing and the input is wrong: the input is told first', async () => {
    const heard = await paid('/api/fixture-upstream', { key: 5 })
    expect([heard.status, heard.body['error']]).toEqual([400, expect.stringMatching(/^key: /)])
  })
})

describe('a body that breaks off', () => {
  test.each([
    ['with its length', 'content-length: 100\r\n\r\n{"te'],
    ['without', 'transfer-encoding: chunked\r\n\r\n4\r\n{"te'],
  ])(
    'is not charged, and does not count as a failure of the service: sent %s',
    async (_how, sent) => {
      const other = await openTestService({ tools: fixtures.tools })
      const { hostname, port } = new URL(other.url)
      const socket = connect(Number(port), hostname)
      const { authorization } = bearer(await other.issueKey('$1'))
      const head = ['POST /api/fixture-echo HTTP/1.1', 'host: x', `authorization: ${authorization}`]
      await new Promise<void>((done) =>
        socket.write(`${head.join('\r\n')}\r\n${sent}`, () => done()),
      )
      socket.destroy()
      const told = async () =>
        (await call(other, '/api/reliability')).body['last24h'] as Record<string, unknown>
      await expect.poll(async () => (await told())['byOutcome']).toEqual({ failed: 1 })
      expect(await told()).toMatchObject({ callsServed: 0, callsFailedOnOurSide: 0 })
      await other.stop()
    },
  )
})

describe('answers', () => {
  test('of bytes are bytes', async () => {
    const { status, headers, bytes } = await paid('/api/fixture-picture')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('image/png')
    expect(bytes).toEqual(PICTURE)
  })

  test('that strangers wrote are marked as untrusted', async () => {
    const { body } = await paid('/api/fixture-stranger', {})
    expect(body).toEqual({ found: 'written by a stranger', untrustedContent: true })
  })

  test('of a tool with its setting arrive', async () => {
    const other = await openTestService({ tools: fixtures.tools, settings: { [SETTING]: 'abc' } })
    const headers = bearer(await other.issueKey('$1'))
    const { body } = await call(other, '/api/fixture-upstream', { body: {}, headers })
    expect(body).toEqual({ key: 'abc' })
    await other.stop()
  })
})

const stream = (body: unknown, signal?: AbortSignal, slug = 'fixture-stream') =>
  fetch(`${service.url}/api/${slug}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: bearer(key),
    ...(signal ? { signal } : {}),
  })
const eventsOf = (answer: Response) => answer.body!.pipeThrough(new TextDecoderStream()).getReader()

describe('a stream', () => {
  test('is sent event by event, and settled with the first event', async () => {
    const { balance } = await money()
    const answer = await stream({ between: 'second' })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    const events = eventsOf(answer)
    expect(await events.read()).toEqual({ done: false, value: 'data: 1\n\n' })
    expect((await money()).balance).toBe(balance - PRICE)
    fixtures.open('second')
    let rest = ''
    for (let next = await events.read(); !next.done; next = await events.read()) rest += next.value
    expect(rest).toBe('data: 2\n\ndata: 3\n\n')
  })

  test('continues past the time limit of its first event', async () => {
    const answer = await stream(
      { between: 'after a while' },
      undefined,
      'fixture-short-deadline-stream',
    )
    const events = eventsOf(answer)
    await events.read()
    await new Promise((resolve) => setTimeout(resolve, 2 * HURRIED_MS))
    fixtures.open('after a while')
    let rest = ''
    for (let next = await events.read(); !next.done; next = await events.read()) rest += next.value
    expect(rest).toBe('data: 2\n\ndata: 3\n\n')
  })

  test.each([
    ['after its total time', 'fixture-short-deadline-stream', 8 * HURRIED_MS],
    ['after an idle time', 'fixture-quick-idle-stream', HURRIED_MS],
  ])('is cut %s', async (_when, slug, ms) => {
    const began = performance.now()
    const events = eventsOf(await stream({ between: `never ${slug}` }, undefined, slug))
    await events.read()
    await expect(events.read()).rejects.toThrow(/^terminated$/)
    expect(performance.now() - began).toBeGreaterThan(ms - 20)
    fixtures.open(`never ${slug}`)
    await expect.poll(() => fixtures.closings(`never ${slug}`)).toBe(1)
  })

  test.each([
    ['that has ended', 3, 3],
    ['that would cost more than its quote', 7, 5],
    ['that was broken off', 4, 2],
  ])('%s costs what it has made, at most its quote', async (_what, count, paidFor) => {
    const before = (await money()).balance
    const gate = `metered ${count}`
    const leaving = new AbortController()
    const answer = await stream({ between: gate, count }, leaving.signal, 'fixture-metered-stream')
    const events = eventsOf(answer)
    await events.read()
    expect((await money()).balance).toBe(before - 5 * PRICE)
    if (count === 4) {
      leaving.abort()
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    fixtures.open(gate)
    if (!leaving.signal.aborted)
      for (let next = await events.read(); !next.done; next = await events.read());
    await expect.poll(async () => before - (await money()).balance).toBe(paidFor * PRICE)
    const id = answer.headers.get('x-request-id')
    const sale = (await service.sales()).find(({ callId }) => callId === id)
    expect(sale?.amount).toBe(paidFor * PRICE)
  })

  test('ends when its reader hangs up', async () => {
    const leaving = new AbortController()
    fixtures.open('leaving')
    const endless = await stream({ between: 'leaving', count: 1e9 }, leaving.signal)
    await eventsOf(endless).read()
    expect(fixtures.closings('leaving')).toBe(0)
    leaving.abort()
    await expect.poll(() => fixtures.closings('leaving')).toBe(1)
  })

  test('that breaks is cut, and shows nothing of the bug', async () => {
    const events = eventsOf(await stream({ between: 'fourth', breaksAt: 2 }))
    expect((await events.read()).value).toBe('data: 1\n\n')
    fixtures.open('fourth')
    await expect(events.read()).rejects.toThrow(/^terminated$/)
  })
})
