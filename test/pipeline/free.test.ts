import { load } from 'cheerio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/calls.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'

/** FREE_MODE is a rail like any other: the same path, without money. */
const fixtures = createFixtures()
let service: TestService

beforeAll(async () => {
  service = await openTestService({ tools: fixtures.tools, settings: { FREE_MODE: 'true' } })
})
afterAll(() => service.stop())

const echo = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call(service, '/api/fixture-echo', { body, headers })

test('a call needs no payment', async () => {
  const { status, body, headers } = await echo({ text: 'hi' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ text: 'hi' })
  expect(headers['payment-required']).toBeUndefined()
})

test('a call with a payment is free too, and the payment is not touched', async () => {
  const key = await service.issueKey('$1')
  expect((await echo({ text: 'hi' }, { authorization: `Bearer ${key}` })).status).toBe(200)
  expect(await service.account(key)).toMatchObject({ balance: 1_000_000, held: 0, calls: 0 })
})

test('HEAD answers 200 without running the tool', async () => {
  const runs = fixtures.runs('fixture-query')
  const head = await call(service, '/api/fixture-query?q=a', { method: 'HEAD' })
  expect([head.status, head.text]).toEqual([200, ''])
  expect(head.headers['content-type']).toMatch(/^application\/json/)
  expect(fixtures.runs('fixture-query')).toBe(runs)
  expect((await call(service, '/api/fixture-echo', { method: 'HEAD' })).status).toBe(405)
})

test('bad input is 400, and a failing tool fails', async () => {
  expect((await echo({})).status).toBe(400)
  expect((await call(service, '/api/fixture-bug', { body: {} })).status).toBe(500)
})

test('an Idempotency-Key is honoured', async () => {
  const runs = fixtures.runs('fixture-echo')
  const first = await echo({ text: 'once' }, { 'idempotency-key': 'a' })
  const again = await echo({ text: 'once' }, { 'idempotency-key': 'a' })
  expect(again.text).toBe(first.text)
  expect(fixtures.runs('fixture-echo')).toBe(runs + 1)
})

test('calls are recorded as free sales', async () => {
  const { headers } = await echo({ text: 'hi' })
  const sale = (await service.sales()).find(({ callId }) => callId === headers['x-request-id'])
  expect(sale).toMatchObject({ rail: 'free', amount: 0, payer: null })
})

test('no work is handed out, because no tool takes it', async () => {
  const { status, body } = await call(service, '/api/pow/challenge?slug=fixture-echo')
  expect([status, body['error']]).toEqual([404, expect.stringMatching(/^No tool takes proof of/)])
})

test('the example of a tool that belongs to a wallet can be called as it is', async () => {
  const { body } = await call(service, '/api/find?q=fixture-wallet')
  const found = (body['results'] as readonly Listed[]).find(({ slug }) => slug === 'fixture-wallet')
  const { method, path, query = {}, body: sent } = found!.callExample
  const search = new URLSearchParams(query).toString()
  expect((await call(service, `${path}?${search}`, { method, body: sent })).status).toBe(200)
})

test('the page of a tool names no price', async () => {
  const { text } = await call(service, '/tools/fixture-echo')
  const page = load(text)
  expect(page('h1 .fare').text()).toBe('free')
  expect(text).not.toContain('$0.')
})

interface Listed {
  readonly slug: string
  readonly callExample: {
    readonly method: string
    readonly path: string
    readonly query?: Readonly<Record<string, string>>
    readonly body?: unknown
  }
}

const mine = (search: string, headers = {}) =>
  call(service, `/api/fixture-wallet${search}`, { body: {}, headers })

describe('a tool that belongs to a wallet', () => {
  test('reads the caller from the query', async () => {
    const { status, body } = await mine('?ns=alice')
    expect(status).toBe(200)
    expect(body['wallet']).toBe('demo:alice')
    expect(body['ignoredParams']).toBeUndefined()
  })

  test.each(['', '?ns=', '?ns=two%20words', `?ns=${'a'.repeat(65)}`])(
    'must be told: %j',
    async (search) => {
      const runs = fixtures.runs('fixture-wallet')
      const { status, body } = await mine(search)
      expect(status).toBe(400)
      expect(body['error']).toMatch(/^ns: /)
      expect(fixtures.runs('fixture-wallet')).toBe(runs)
    },
  )

  test('never gives the answer of one caller to another under one key', async () => {
    const headers = { 'idempotency-key': 'shared' }
    expect((await mine('?ns=alice', headers)).body['wallet']).toBe('demo:alice')
    expect((await mine('?ns=bob', headers)).body['wallet']).toBe('demo:bob')
  })
})
