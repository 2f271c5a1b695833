import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { usd } from '../../src/base/core/money.ts'
import { bearer } from '../support/buyer.ts'
import { atOnce, call, type Call } from '../support/calls.ts'
import { createClock, HOUR, MINUTE } from '../support/clock.ts'
import { ENGINES, type TestPlace } from '../support/engines.ts'
import { createFixtures, PICTURE, type Fixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'

const PRICE = 1_000

describe.each(ENGINES)('on $name, a call with an Idempotency-Key', (engine) => {
  const clock = createClock()
  let fixtures: Fixtures
  let place: TestPlace
  let service: TestService
  let key: string
  let chosen = 0

  beforeAll(async () => {
    fixtures = createFixtures()
    place = await engine.place()
    const { databaseUrl = '' } = place
    const settings = { DATABASE_URL: databaseUrl }
    service = await openTestService({ tools: fixtures.tools, now: clock.now, settings })
  })
  afterAll(async () => {
    await service.stop()
    await place.remove()
  })
  beforeEach(async () => {
    key = await service.issueKey('$1')
    chosen += 1
  })

  /** One call under the key that this test has chosen, unless it says otherwise. */
  const keyed = (path: string, { headers, ...asked }: Call = {}) =>
    call(service, path, {
      ...asked,
      headers: { 'idempotency-key': `chosen-${chosen}`, ...bearer(key), ...headers },
    })
  const echo = (text = 'hi', headers = {}) =>
    keyed('/api/fixture-echo', { body: { text }, headers })
  const search = (query: string) => keyed(`/api/fixture-query?${query}`)
  const streamed = () => keyed('/api/fixture-stream', { body: {} })
  const spent = async () => {
    const { loaded, balance } = await service.account(key)
    return loaded - balance
  }

  describe('that was settled', () => {
    test('is replayed without a run and without a charge', async () => {
      const first = await echo()
      const again = await echo()
      expect(again.status).toBe(200)
      expect(again.text).toBe(first.text)
      expect(first.headers['x-idempotent-replay']).toBeUndefined()
      expect(again.headers['x-idempotent-replay']).toBe('true')
      expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
      expect(await spent()).toBe(PRICE)
    })

    test('is replayed with the current balance', async () => {
      await echo()
      await service.credits.topUp((await service.account(key)).keyId, usd('$1'))
      expect((await echo()).headers['x-credits-balance']).toBe('1.999')
    })

    test('is replayed for a day, and then is a new call', async () => {
      await echo()
      clock.advance(24 * HOUR - MINUTE)
      await service.sweep()
      expect((await echo()).headers['x-idempotent-replay']).toBe('true')
      clock.advance(2 * MINUTE)
      expect((await echo()).headers['x-idempotent-replay']).toBeUndefined()
      expect(await spent()).toBe(2 * PRICE)
    })

    test('is replayed byte by byte', async () => {
      await keyed('/api/fixture-picture')
      const again = await keyed('/api/fixture-picture')
      expect(again.headers['x-idempotent-replay']).toBe('true')
      expect(again.headers['content-type']).toBe('image/png')
      expect(again.bytes).toEqual(PICTURE)
      expect(await spent()).toBe(PRICE)
    })

    test('is replayed for the same key and credential from any address', async () => {
      await echo()
      const again = await echo('hi', { 'x-forwarded-for': '9.9.9.9' })
      expect(again.headers['x-idempotent-replay']).toBe('true')
    })
  })

  describe('that is running', () => {
    test('is not run twice: the second call gets 409 and Retry-After', async () => {
      const gate = `running on ${engine.name}`
      const runs = fixtures.runs('fixture-gate')
      const gated = () => keyed('/api/fixture-gate', { body: { gate } })
      const first = gated()
      await fixtures.reached(gate)
      for (const second of await atOnce(5, gated)) {
        expect(second.status).toBe(409)
        expect(Number(second.headers['retry-after'])).toBeGreaterThan(0)
      }
      fixtures.open(gate)
      expect((await first).status).toBe(200)
      expect((await gated()).headers['x-idempotent-replay']).toBe('true')
      expect(fixtures.runs('fixture-gate')).toBe(runs + 1)
      expect(await spent()).toBe(PRICE)
    })

    test('runs once for 20 concurrent calls', async () => {
      const runs = fixtures.runs('fixture-echo')
      const heard = await atOnce(20, () => echo())
      for (const { status } of heard) expect([200, 409]).toContain(status)
      expect(fixtures.runs('fixture-echo')).toBe(runs + 1)
      expect(await spent()).toBe(PRICE)
    })
  })

  describe('is another call', () => {
    test.each<[what: string, path: string, other: Call]>([
      ['under another key', '/api/fixture-echo', { headers: { 'idempotency-key': 'other' } }],
      ['with another body', '/api/fixture-echo', { body: { text: 'ho' } }],
      ['spelled otherwise', '/api/fixture-echo', { body: '{ "text": "hi" }' }],
      ['at another path', '/api/fixture-gate', {}],
    ])('%s', async (_what, path, other) => {
      const asked = { body: { text: 'hi' } }
      await keyed('/api/fixture-echo', asked)
      const heard = await keyed(path, { ...asked, ...other })
      expect(heard.status).toBe(200)
      expect(heard.headers['x-idempotent-replay']).toBeUndefined()
      expect(await spent()).toBe(2 * PRICE)
    })

    test('with another credential', async () => {
      await echo()
      key = await service.issueKey('$1')
      expect((await echo()).headers['x-idempotent-replay']).toBeUndefined()
      expect(await spent()).toBe(PRICE)
    })

    test('with another query', async () => {
      await search('q=a')
      expect((await search('q=a')).headers['x-idempotent-replay']).toBe('true')
      expect((await search('q=b')).headers['x-idempotent-replay']).toBeUndefined()
      expect(await spent()).toBe(2 * PRICE)
    })

    test('without any key', async () => {
      for (const headers of [{ 'idempotency-key': '' }, { 'idempotency-key': '' }]) {
        expect((await echo('hi', headers)).headers['x-idempotent-replay']).toBeUndefined()
      }
      expect(await spent()).toBe(2 * PRICE)
    })
  })

  describe('that was not settled is not kept', () => {
    test.each([
      ['a fault', '/api/fixture-fault', { code: 'upstream_failed' }, 502],
      ['a bug', '/api/fixture-bug', {}, 500],
      ['a deadline', '/api/fixture-short-deadline', { gate: 'never' }, 504],
      ['bad input', '/api/fixture-echo', {}, 400],
    ])('after %s', async (_what, path, body, status) => {
      for (const heard of [await keyed(path, { body }), await keyed(path, { body })]) {
        expect(heard.status).toBe(status)
        expect(heard.headers['x-idempotent-replay']).toBeUndefined()
      }
      expect(await spent()).toBe(0)
    })

    test('after a refused payment', async () => {
      key = await service.issueKey('$0.0005')
      expect((await echo()).status).toBe(402)
      await service.credits.topUp((await service.account(key)).keyId, usd('$1'))
      expect((await echo()).status).toBe(200)
      expect(await spent()).toBe(PRICE)
    })

    test('after a settlement that failed', async () => {
      const gate = `settling on ${engine.name}`
      const gated = () => keyed('/api/fixture-gate', { body: { gate } })
      const first = gated()
      await fixtures.reached(gate)
      clock.advance(2 * MINUTE)
      await service.sweep()
      fixtures.open(gate)
      expect((await first).status).toBe(402)
      const again = await gated()
      expect(again.status).toBe(200)
      expect(again.headers['x-idempotent-replay']).toBeUndefined()
      expect(await spent()).toBe(PRICE)
    })

    test('after its caller hung up', async () => {
      const gate = `leaving on ${engine.name}`
      const leaving = new AbortController()
      const gated = (signal?: AbortSignal) =>
        keyed('/api/fixture-gate', { body: { gate }, ...(signal ? { signal } : {}) })
      const left = gated(leaving.signal)
      await fixtures.reached(gate)
      leaving.abort()
      await expect(left).rejects.toThrow()
      fixtures.open(gate)
      await expect.poll(async () => (await gated()).status).toBe(200)
      expect(await spent()).toBe(PRICE)
    })

    test('after a stream, which cannot be replayed', async () => {
      const runs = fixtures.runs('fixture-stream')
      expect((await streamed()).text).toBe((await streamed()).text)
      expect(fixtures.runs('fixture-stream')).toBe(runs + 2)
      expect(await spent()).toBe(2 * PRICE)
    })
  })

  test('whose key is too long is refused', async () => {
    const tooLong = await echo('hi', { 'idempotency-key': 'k'.repeat(257) })
    expect(tooLong.status).toBe(400)
    expect(tooLong.body['error']).toMatch(/^Idempotency-Key: .*256/)
    expect((await echo('hi', { 'idempotency-key': 'k'.repeat(256) })).status).toBe(200)
  })

  test('and without payment is quoted', async () => {
    const asked = { body: { text: 'hi' }, headers: { 'idempotency-key': `chosen-${chosen}` } }
    for (const heard of [await call(service, '/api/fixture-echo', asked), await echo()]) {
      expect(heard.headers['x-idempotent-replay']).toBeUndefined()
    }
    expect(await spent()).toBe(PRICE)
  })
})
