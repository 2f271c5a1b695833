import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unsolved, workFor, type Puzzle } from '../support/buyer.ts'
import { atOnce, call } from '../support/calls.ts'
import { createClock, MINUTE, SECOND } from '../support/clock.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'

type Headers = Readonly<Record<string, string>>

const clock = createClock()
const fixtures = createFixtures()
let service: TestService

beforeAll(async () => {
  service = await openTestService({ tools: fixtures.tools, now: clock.now })
})
afterAll(() => service.stop())

const echo = (headers: Headers, text = 'hi') =>
  call(service, '/api/fixture-echo', { body: { text }, headers })
const challenge = async (slug = 'fixture-echo') =>
  (await call(service, `/api/pow/challenge?slug=${slug}`)).body as unknown as Puzzle &
    Record<string, unknown>

/** The header with one part of its token replaced. */
function altered(headers: Headers, change: (parts: string[]) => void): Headers {
  const [token = '', nonce = ''] = String(headers['x-pow-solution']).split(':')
  const parts = token.split('.')
  change(parts)
  return { 'x-pow-solution': `${parts.join('.')}:${nonce}` }
}

describe('a challenge', () => {
  test('says what to do, for one tool, for a short time', async () => {
    const given = await challenge()
    expect(given).toMatchObject({
      challenge: expect.stringMatching(/^[0-9a-f]{32}$/),
      difficulty: 8,
      token: expect.any(String),
      slug: 'fixture-echo',
    })
    const left = Number(given['expiresAt']) * SECOND - clock.now()
    expect(left).toBeGreaterThan(4 * MINUTE)
    expect(left).toBeLessThanOrEqual(5 * MINUTE)
  })

  test('is different each time', async () => {
    expect((await challenge()).challenge).not.toBe((await challenge()).challenge)
  })

  test.each([
    ['?slug=no-such-tool', 404],
    ['?slug=fixture-upstream', 404],
    ['', 400],
  ])('is refused for %s', async (search, status) => {
    expect((await call(service, `/api/pow/challenge${search}`)).status).toBe(status)
  })

  test('is offered by the 402 of a pure tool, and by no other', async () => {
    const pure = await call(service, '/api/fixture-echo', { body: {} })
    expect(pure.headers['x-pow-challenge']).toContain('/api/pow/challenge?slug=fixture-echo')
    expect(pure.body['altPayment']).toMatchObject({ challengeUrl: pure.headers['x-pow-challenge'] })
    const other = await call(service, '/api/fixture-stranger', { body: {} })
    expect(other.status).toBe(402)
    expect(other.headers['x-pow-challenge']).toBeUndefined()
  })
})

describe('a solution', () => {
  test('pays one call, and costs no money', async () => {
    const { status, body, headers } = await echo(await workFor(service, 'fixture-echo'))
    expect(status).toBe(200)
    expect(body).toMatchObject({ text: 'hi' })
    const sale = (await service.sales()).find(({ callId }) => callId === headers['x-request-id'])
    expect(sale).toMatchObject({ rail: 'pow', amount: 0 })
  })

  test('sent 20 times at once runs the tool once', async () => {
    const work = await workFor(service, 'fixture-gate')
    const body = { gate: 'twenty' }
    let answered = 0
    const heard = await atOnce(20, async () => {
      const one = await call(service, '/api/fixture-gate', { body, headers: work })
      answered += 1
      if (answered === 19) fixtures.open('twenty')
      return one
    })
    expect(fixtures.runs('fixture-gate')).toBe(1)
    const late = heard.filter(({ status }) => status === 402)
    expect(late).toHaveLength(19)
    for (const { body } of late) expect(body['error']).toMatch(/used already.*Take a new challenge/)
    expect(heard.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test.each([
    ['it has paid', 'fixture-echo', { text: 'hi' }, 200],
    ['its input was bad', 'fixture-echo', {}, 400],
    ['its body was no JSON', 'fixture-echo', '{', 400],
    ['its tool failed', 'fixture-bug', {}, 500],
  ])('is used up when %s', async (_when, slug, body, status) => {
    const headers = await workFor(service, slug)
    const runs = fixtures.runs(slug)
    const once = (await call(service, `/api/${slug}`, { body, headers })).status
    expect(once).toBe(status)
    const ran = fixtures.runs(slug) - runs
    for (const again of [body, { text: 'other' }]) {
      const heard = await call(service, `/api/${slug}`, { body: again, headers })
      expect(heard.status).toBe(402)
      expect(heard.body['error']).toMatch(/used already.*Take a new challenge/)
    }
    expect(fixtures.runs(slug) - runs).toBe(ran)
  })

  test('is not used up by another tool', async () => {
    const work = await workFor(service, 'fixture-echo')
    const wrong = await call(service, '/api/fixture-gate', { body: {}, headers: work })
    expect(wrong.status).toBe(402)
    expect((await echo(work)).status).toBe(200)
  })

  test('with an Idempotency-Key replays its answer, for the same request only', async () => {
    const headers = { ...(await workFor(service, 'fixture-echo')), 'idempotency-key': 'a key' }
    const first = await echo(headers)
    const again = await echo(headers)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers['x-idempotent-replay']).toBe('true')
    expect((await echo(headers, 'ho')).status).toBe(402)
    expect((await echo({ ...headers, 'idempotency-key': 'another' })).status).toBe(402)
    const others = { ...(await workFor(service, 'fixture-echo')), 'idempotency-key': 'a key' }
    expect((await echo(others)).headers['x-idempotent-replay']).toBeUndefined()
  })

  test('keeps no more than a quarter of a megabyte on disk', async () => {
    const ask = (headers: Headers) =>
      call(service, '/api/fixture-long', { body: { length: 300_000 }, headers })
    const kept = async () => {
      const [payments] = await service.db.all<{ bytes: number }>(
        'select coalesce(sum(length(reply)), 0) as bytes from payments',
      )
      const [keys] = await service.db.all<{ bytes: number }>(
        'select coalesce(sum(length(reply)), 0) as bytes from idempotency',
      )
      return Number(payments?.bytes) + Number(keys?.bytes)
    }
    const before = await kept()
    expect((await ask(await workFor(service, 'fixture-long'))).status).toBe(200)
    const keyed = { ...(await workFor(service, 'fixture-long')), 'idempotency-key': 'large' }
    expect((await ask(keyed)).status).toBe(200)
    expect(await kept()).toBe(before)
  })
})

async function refused(headers: Headers, says: RegExp): Promise<void> {
  const runs = fixtures.runs('fixture-echo')
  const heard = await echo(headers)
  expect(heard.status).toBe(402)
  expect(heard.body['error']).toMatch(says)
  expect(heard.headers['x-pow-challenge']).toBeDefined()
  expect(fixtures.runs('fixture-echo')).toBe(runs)
}

describe('is refused with its reason', () => {
  test.each(['garbage', 'a:b', ':', '', 'a.b.c.d.e:1'])('%j', async (solution) => {
    await refused({ 'x-pow-solution': solution }, /malformed/)
  })

  test('work for another tool', async () => {
    await refused(await workFor(service, 'fixture-gate'), /scoped to "fixture-gate"/)
  })

  test('a slug that was changed', async () => {
    const work = await workFor(service, 'fixture-gate')
    await refused(
      altered(work, (parts) => (parts[3] = 'fixture-echo')),
      /malformed/,
    )
  })

  test('an easier puzzle', async () => {
    const work = await workFor(service, 'fixture-echo')
    await refused(
      altered(work, (parts) => (parts[2] = '0')),
      /malformed/,
    )
  })

  test('a longer life', async () => {
    const work = await workFor(service, 'fixture-echo')
    await refused(
      altered(work, (parts) => (parts[1] = '9999999999')),
      /malformed/,
    )
  })

  test('too little work', async () => {
    await refused(unsolved(await challenge()), /insufficient work/)
  })

  test('a tool that uses more than CPU', async () => {
    const headers = await workFor(service, 'fixture-echo')
    const heard = await call(service, '/api/fixture-stranger', { body: {}, headers })
    expect(heard.status).toBe(402)
    expect(heard.body['error']).toMatch(/not payable by proof of work/)
  })

  test('an expired challenge', async () => {
    const work = await workFor(service, 'fixture-echo')
    clock.advance(5 * MINUTE + SECOND)
    await refused(work, /expired/)
  })
})
