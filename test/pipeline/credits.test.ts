import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usd } from '../../src/base/core/money.ts'
import { bearer } from '../support/buyer.ts'
import { atOnce, call } from '../support/calls.ts'
import { ENGINES, type TestPlace } from '../support/engines.ts'
import { createFixtures, type Fixtures } from '../support/fixture-tools.ts'
import { openTestService, type TestService } from '../support/service.ts'

/** A network that wallets could pay on, so that tools of wallets are sold. */
const WALLETS_PAY = {
  PAY_TO: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  NETWORKS: 'eip155:8453',
  FACILITATOR_URL: 'http://127.0.0.1:9',
}

describe.each(ENGINES)('on $name, a credits key', (engine) => {
  let fixtures: Fixtures
  let place: TestPlace
  let service: TestService

  beforeAll(async () => {
    fixtures = createFixtures()
    place = await engine.place()
    const { databaseUrl = '' } = place
    service = await openTestService({
      tools: fixtures.tools,
      settings: { ...WALLETS_PAY, DATABASE_URL: databaseUrl, REFUSALS_PER_MINUTE: '1000' },
    })
  })
  afterAll(async () => {
    await service.stop()
    await place.remove()
  })

  const echo = (key: string) =>
    call(service, '/api/fixture-echo', { body: { text: 'hi' }, headers: bearer(key) })
  const balance = (key?: string) =>
    call(service, '/api/credits/balance', { headers: key ? bearer(key) : {} })

  const topup = () => `${service.url}/credits`

  async function refused(key: string, slug = 'fixture-echo') {
    const runs = fixtures.runs(slug)
    const heard = await call(service, `/api/${slug}`, {
      body: { text: 'hi' },
      headers: bearer(key),
    })
    expect(heard.status).toBe(402)
    expect(fixtures.runs(slug)).toBe(runs)
    expect(heard.headers['x-credits-error']).toBe(heard.body['reason'])
    return heard.body
  }

  describe('pays', () => {
    test('where clients of the messages wire put it, and no key of others does', async () => {
      const key = await service.issueKey('$0.005')
      const sent = (headers: Readonly<Record<string, string>>) =>
        call(service, '/api/fixture-echo', { body: { text: 'hi' }, headers })
      expect((await sent({ 'x-api-key': key })).status).toBe(200)
      expect(await service.account(key)).toMatchObject({ balance: 4_000, calls: 1 })
      const other = await sent({ 'x-api-key': 'sk-ant-of-somebody-else' })
      expect([other.status, other.headers['x-credits-error']]).toEqual([402, undefined])
    })

    test('the list price of a 200, and gets its balance', async () => {
      const key = await service.issueKey('$0.005')
      const heard = await echo(key)
      expect(heard.status).toBe(200)
      expect(heard.headers['x-credits-balance']).toBe('0.004')
      expect(await service.account(key)).toMatchObject({ balance: 4_000, held: 0, calls: 1 })
    })

    test('with a sale under the id of the call', async () => {
      const { headers } = await echo(await service.issueKey('$1'))
      const sale = (await service.sales()).find(({ callId }) => callId === headers['x-request-id'])
      expect(sale).toMatchObject({ slug: 'fixture-echo', rail: 'credits', amount: 1_000 })
    })

    test('the quote of the request', async () => {
      const key = await service.issueKey('$0.010')
      const asked = { body: { words: 7 }, headers: bearer(key) }
      expect((await call(service, '/api/fixture-quoted', asked)).status).toBe(200)
      expect((await service.account(key)).balance).toBe(3_000)
    })

    test('nothing before the answer; the price is held', async () => {
      const key = await service.issueKey('$0.005')
      const asked = { body: { gate: engine.name }, headers: bearer(key) }
      const answer = call(service, '/api/fixture-gate', asked)
      await fixtures.reached(engine.name)
      expect((await balance(key)).body).toMatchObject({ balanceUsd: 0.005, heldUsd: 0.001 })
      fixtures.open(engine.name)
      expect((await answer).status).toBe(200)
      expect((await balance(key)).body).toMatchObject({ balanceUsd: 0.004, heldUsd: 0 })
    })

    test('never more than its balance, for 30 calls at once', async () => {
      const key = await service.issueKey('$0.010')
      const runs = fixtures.runs('fixture-echo')
      const heard = await atOnce(30, () => echo(key))
      const good = heard.filter(({ status }) => status === 200)
      const refused = heard.filter(({ status }) => status === 402)
      expect([good.length, refused.length]).toEqual([10, 20])
      expect(new Set(refused.map(({ body }) => body['reason']))).toEqual(new Set(['insufficient']))
      expect(fixtures.runs('fixture-echo')).toBe(runs + 10)
      expect(await service.account(key)).toMatchObject({ balance: 0, held: 0, calls: 10 })
    })
  })

  describe('is refused', () => {
    test('when it cannot pay the call', async () => {
      const body = await refused(await service.issueKey('$0.000999'))
      const error = expect.stringContaining('$0.001')
      expect(body).toEqual({ error, reason: 'insufficient', balanceUsd: 0.000999, topup: topup() })
    })

    test.each([
      ['fbx_nobody', /^The credits key is not known here\.$/],
      ['something-else', /the bearer token is no credits key, which begins with fbx_\./],
    ])('when it is not known: %s', async (key, says) => {
      const error = expect.stringMatching(says) as string
      const body = await refused(key)
      expect(body).toEqual({ error, reason: 'unknown', balanceUsd: 0, topup: topup() })
    })

    test('when it is disabled', async () => {
      const key = await service.issueKey('$1')
      await service.credits.setDisabled((await service.account(key)).keyId, true)
      expect(await refused(key)).toMatchObject({
        reason: 'disabled',
        balanceUsd: 1,
        topup: topup(),
      })
    })

    test('when the tool belongs to a wallet', async () => {
      const key = await service.issueKey('$1')
      const body = await refused(key, 'fixture-wallet')
      expect(body).toMatchObject({ reason: 'identity-bound', balanceUsd: 1, topup: topup() })
    })

    test('when the tool is sold to wallets, in words that are true of it', async () => {
      const asked = {
        body: { domain: 'example.com' },
        headers: bearer(await service.issueKey('$1')),
      }
      const { status, body } = await call(service, '/v1/domain-audit', asked)
      expect(status).toBe(402)
      expect(body).toMatchObject({ reason: 'identity-bound', balanceUsd: 1 })
      expect(body['error']).toBe('This tool is paid by a wallet, and by no credits key.')
    })

    test('and pays again after a top-up', async () => {
      const key = await service.issueKey('$0.0005')
      await refused(key)
      await service.credits.topUp((await service.account(key)).keyId, usd('$0.0005'))
      expect((await echo(key)).status).toBe(200)
    })
  })

  describe('gets its balance', () => {
    test('for free', async () => {
      const key = await service.issueKey('$2')
      const { status, body } = await balance(key)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        balanceUsd: 2,
        heldUsd: 0,
        spentUsd: 0,
        calls: 0,
        disabled: false,
      })
      expect(JSON.stringify(body)).not.toContain(key)
    })

    test('only with a known key', async () => {
      expect((await balance('fbx_nobody')).status).toBe(401)
      expect((await balance()).status).toBe(401)
    })
  })
})

describe('refusals', () => {
  const LIMIT = 3
  let service: TestService

  beforeAll(async () => {
    service = await openTestService({ settings: { REFUSALS_PER_MINUTE: String(LIMIT) } })
  })
  afterAll(() => service.stop())

  const present = (key: string | null, client: string) =>
    call(service, '/api/hash', {
      body: { text: 'hi' },
      headers: { 'x-forwarded-for': client, ...(key ? bearer(key) : {}) },
    })

  test('are limited for each client; quotes are not', async () => {
    const statuses: number[] = []
    for (let at = 0; at <= LIMIT; at++)
      statuses.push((await present('fbx_guess', '1.1.1.1')).status)
    expect(statuses).toEqual([402, 402, 402, 429])
    const { headers } = await present('fbx_guess', '1.1.1.1')
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect((await present(null, '1.1.1.1')).status).toBe(402)
    expect((await present('fbx_guess', '2.2.2.2')).status).toBe(402)
  })
})
