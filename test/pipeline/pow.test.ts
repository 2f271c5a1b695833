import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unsolved, workFor, type Puzzle } from '../support/buyer.ts'
import { atOnce, call } from '../support/calls.ts'
import { createClock, MINUTE, SECOND } from '../support/clock.ts'
import { createFixtures } from '../support/fixture-tools.ts'
import { openTestHouse, type TestHouse } from '../support/house.ts'

type Headers = Readonly<Record<string, string>>

const clock = createClock()
const fixtures = createFixtures()
let house: TestHouse

beforeAll(async () => {
  house = await openTestHouse({ tools: fixtures.tools, now: clock.now })
})
afterAll(() => house.stop())

const echo = (headers: Headers, text = 'hi') =>
  call(house, '/api/fixture-echo', { body: { text }, headers })
const challenge = async (slug = 'fixture-echo') =>
  (await call(house, `/api/pow/challenge?slug=${slug}`)).body as unknown as Puzzle &
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

  test('is another one each time', async () => {
    expect((await challenge()).challenge).not.toBe((await challenge()).challenge)
  })

  test.each([
    ['?slug=no-such-tool', 404],
    ['?slug=fixture-upstream', 404],
    ['', 400],
  ])('is for pure tools that there are: %s', async (search, status) => {
    expect((await call(house, `/api/pow/challenge${search}`)).status).toBe(status)
  })

  test('is offered by the 402 of a pure tool, and by no other', async () => {
    const pure = await call(house, '/api/fixture-echo', { body: {} })
    expect(pure.headers['x-pow-challenge']).toContain('/api/pow/challenge?slug=fixture-echo')
    expect(pure.body['altPayment']).toMatchObject({ challengeUrl: pure.headers['x-pow-challenge'] })
    const other = await call(house, '/api/fixture-stranger', { body: {} })
    expect(other.status).toBe(402)
    expect(other.headers['x-pow-challenge']).toBeUndefined()
  })
})

describe('a solution', () => {
  test('pays one call, and costs no money', async () => {
    const { status, body, headers } = await echo(await workFor(house, 'fixture-echo'))
    expect(status).toBe(200)
    expect(body).toMatchObject({ text: 'hi' })
    const sale = (await house.sales()).find(({ callId }) => callId === headers['x-request-id'])
    expect(sale).toMatchObject({ rail: 'pow', amount: 0 })
  })

  test('sent 20 times at once runs the tool once', async () => {
    const work = await workFor(house, 'fixture-gate')
    const body = { gate: 'twenty' }
    let answered = 0
    const heard = await atOnce(20, async () => {
      const one = await call(house, '/api/fixture-gate', { body, headers: work })
      answered += 1
      if (answered === 19) fixtures.open('twenty')
      return one
    })
    expect(fixtures.runs('fixture-gate')).toBe(1)
    const late = heard.filter(({ status }) => status === 409)
    expect(late).toHaveLength(19)
    for (const { headers } of late) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(heard.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('that has paid tells its answer again to the same question only', async () => {
    const work = await workFor(house, 'fixture-echo')
    const first = await echo(work)
    const again = await echo(work)
    expect(again.status).toBe(200)
    expect(again.text).toBe(first.text)
    expect(again.headers['x-idempotent-replay']).toBe('true')
    const other = await echo(work, 'ho')
    expect(other.status).toBe(402)
    expect(other.body['error']).toMatch(/used already/)
  })

  test('is not used up by bad input', async () => {
    const work = await workFor(house, 'fixture-echo')
    const headers = work
    expect((await call(house, '/api/fixture-echo', { body: {}, headers })).status).toBe(400)
    expect((await echo(work)).status).toBe(200)
  })

  test('may be tried five times on a tool that fails', async () => {
    const headers = await workFor(house, 'fixture-bug')
    const statuses: number[] = []
    for (let at = 1; at <= 6; at++)
      statuses.push((await call(house, '/api/fixture-bug', { body: {}, headers })).status)
    expect(statuses).toEqual([500, 500, 500, 500, 500, 402])
    expect(fixtures.runs('fixture-bug')).toBe(5)
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
    await refused(await workFor(house, 'fixture-gate'), /scoped to "fixture-gate"/)
  })

  test('a slug that was changed', async () => {
    const work = await workFor(house, 'fixture-gate')
    await refused(
      altered(work, (parts) => (parts[3] = 'fixture-echo')),
      /malformed/,
    )
  })

  test('an easier puzzle', async () => {
    const work = await workFor(house, 'fixture-echo')
    await refused(
      altered(work, (parts) => (parts[2] = '0')),
      /malformed/,
    )
  })

  test('a longer life', async () => {
    const work = await workFor(house, 'fixture-echo')
    await refused(
      altered(work, (parts) => (parts[1] = '9999999999')),
      /malformed/,
    )
  })

  test('too little work', async () => {
    await refused(unsolved(await challenge()), /insufficient work/)
  })

  test('a tool that uses more than CPU', async () => {
    const headers = await workFor(house, 'fixture-echo')
    const heard = await call(house, '/api/fixture-stranger', { body: {}, headers })
    expect(heard.status).toBe(402)
    expect(heard.body['error']).toMatch(/not payable by proof of work/)
  })

  test('what has expired', async () => {
    const work = await workFor(house, 'fixture-echo')
    clock.advance(5 * MINUTE + SECOND)
    await refused(work, /expired/)
  })
})
