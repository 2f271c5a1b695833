import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bearer } from './support/buyer.ts'
import { atOnce, call, type CallAnswer } from './support/calls.ts'
import { createClock, HOUR, MINUTE, POLL_LIMIT } from './support/clock.ts'
import { ENGINES, type TestPlace } from './support/engines.ts'
import { createFixtures, type Fixtures } from './support/fixture-tools.ts'
import { openTestService, type TestService } from './support/service.ts'

const PRICE = 20_000
const RUNNING_MAX = 4
/** A slow tool has 180 seconds; its hold lives half a minute longer. */
const HOLD_ENDS = 211_000
/** A process that gives no sign of life for so long has died. */
const JOB_IS_LOST = 31_000

describe.each(ENGINES)('on $name, a slow call with respond-async', (engine) => {
  const clock = createClock()
  let fixtures: Fixtures
  let place: TestPlace
  let service: TestService
  let key: string
  let client: string
  let tests = 0

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
    client = `10.0.0.${++tests}`
  })

  interface Ask {
    readonly gate?: string
    readonly fault?: string
    readonly headers?: Readonly<Record<string, string>>
  }

  function start({ headers = {}, ...body }: Ask = {}): Promise<CallAnswer> {
    const own = { prefer: 'respond-async', 'x-forwarded-for': client, ...bearer(key) }
    return call(service, '/api/fixture-slow', { body, headers: { ...own, ...headers } })
  }
  const look = ({ body }: CallAnswer) => call(service, String(body['statusUrl']))

  async function ended(accepted: CallAnswer): Promise<CallAnswer> {
    expect(accepted.status).toBe(202)
    await expect.poll(async () => (await look(accepted)).body['status']).not.toBe('working')
    return look(accepted)
  }
  const keyed = (ask: Ask = {}) =>
    start({ ...ask, headers: { 'idempotency-key': `job ${tests}`, ...ask.headers } })
  const settleAll = async (gate: string, accepted: readonly CallAnswer[]) => {
    fixtures.open(gate)
    for (const one of accepted) await ended(one)
  }
  const money = async () => {
    const { balance, held } = await service.account(key)
    return { spent: 1_000_000 - balance, held }
  }

  describe('is accepted', () => {
    test('at once, with a link to its result', async () => {
      const gate = `accepted ${tests}`
      const { status, body, headers, ...accepted } = await start({ gate })
      expect(status).toBe(202)
      expect(body).toMatchObject({
        jobId: expect.stringMatching(/^[0-9a-f]{48}$/),
        status: 'working',
        statusUrl: `/api/jobs/${String(body['jobId'])}`,
        pollIntervalSeconds: expect.any(Number),
      })
      expect(headers['location']).toBe(body['statusUrl'])
      expect(headers['preference-applied']).toBe('respond-async')
      expect(Number(headers['retry-after'])).toBe(body['pollIntervalSeconds'])
      const job = await look({ status, body, headers, ...accepted })
      expect(job.status).toBe(200)
      expect(job.body).toMatchObject({ jobId: body['jobId'], status: 'working' })
      expect(job.body['result']).toBeUndefined()
      fixtures.open(gate)
      await ended({ status, body, headers, ...accepted })
    })

    test('among other preferences, but not by a quick tool', async () => {
      for (const prefer of ['wait=5, respond-async', 'respond-async; wait=5']) {
        const accepted = await start({ headers: { prefer } })
        expect((await ended(accepted)).body['status']).toBe('completed')
      }
      expect((await start({ headers: { prefer: 'wait=5' } })).status).toBe(200)
      const headers = { prefer: 'respond-async', ...bearer(key) }
      const quick = await call(service, '/api/fixture-echo', { body: { text: 'hi' }, headers })
      expect(quick.status).toBe(200)
    })

    test('not without payment: 402', async () => {
      const headers = { prefer: 'respond-async' }
      const heard = await call(service, '/api/fixture-slow', { body: {}, headers })
      expect(heard.status).toBe(402)
      expect(heard.body['error']).toBe('Payment required')
    })

    test('not with bad input, nor with a bad payment', async () => {
      expect((await start({ fault: 'no such fault' })).status).toBe(400)
      key = await service.issueKey('$0.01')
      expect((await start()).status).toBe(402)
    })
  })

  describe('is paid', () => {
    test('only when it has completed', async () => {
      const gate = `paid ${tests}`
      const accepted = await start({ gate })
      await fixtures.reached(gate)
      expect(await money()).toEqual({ spent: 0, held: PRICE })
      fixtures.open(gate)
      const { body } = await ended(accepted)
      expect(body['status']).toBe('completed')
      expect(body['result']).toMatchObject({ httpStatus: 200, body: { done: true } })
      expect(body['error']).toBeUndefined()
      expect(await money()).toEqual({ spent: PRICE, held: 0 })
    })

    test('once, as a sale with the id of its call', async () => {
      const accepted = await start()
      await ended(accepted)
      const { length } = (await service.sales()).filter(
        ({ callId }) => callId === accepted.headers['x-request-id'],
      )
      expect(length).toBe(1)
    })

    test('not when it fails; the link answers the failure', async () => {
      const { body } = await ended(await start({ fault: 'upstream_failed' }))
      expect(body['status']).toBe('failed')
      expect(body['error']).toMatchObject({
        httpStatus: 502,
        body: { error: 'It failed as upstream_failed.' },
      })
      expect(body['result']).toBeUndefined()
      expect(await money()).toEqual({ spent: 0, held: 0 })
    })

    test('not when settlement is refused: it ends with a 402', async () => {
      const gate = `refused ${tests}`
      const accepted = await start({ gate })
      await fixtures.reached(gate)
      await service.credits.release(await service.holdOf(key))
      fixtures.open(gate)
      const { body } = await ended(accepted)
      expect(body).toMatchObject({ status: 'failed', error: { httpStatus: 402 } })
      expect(await money()).toEqual({ spent: 0, held: 0 })
    })
  })

  describe('runs four at once', () => {
    test('for one client at most', async () => {
      const gate = `four ${tests}`
      const heard = await atOnce(7, () => start({ gate }))
      const accepted = heard.filter(({ status }) => status === 202)
      const refused = heard.filter(({ status }) => status === 429)
      expect([accepted.length, refused.length]).toEqual([RUNNING_MAX, 3])
      for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      await fixtures.reached(gate, RUNNING_MAX)
      expect((await money()).held).toBe(RUNNING_MAX * PRICE)
      await settleAll(gate, accepted)
      expect(await money()).toEqual({ spent: RUNNING_MAX * PRICE, held: 0 })
    })

    test('for each client, and again when one has ended', async () => {
      const gate = `slots ${tests}`
      const accepted = await atOnce(RUNNING_MAX, () => start({ gate }))
      expect((await start()).status).toBe(429)
      const other = await start({ headers: { 'x-forwarded-for': '10.9.9.9' } })
      expect((await ended(other)).body['status']).toBe('completed')
      await settleAll(gate, accepted)
      await ended(await start())
    })

    test('and a synchronous call takes no slot', async () => {
      const gate = `waits ${tests}`
      const accepted = await atOnce(RUNNING_MAX, () => start({ gate }))
      expect((await start({ headers: { prefer: 'wait' } })).status).toBe(200)
      await settleAll(gate, accepted)
    })
  })

  describe('under an Idempotency-Key', () => {
    test('runs once, and then replays its answer', async () => {
      const gate = `keyed ${tests}`
      const accepted = await keyed({ gate })
      expect((await keyed({ gate })).status).toBe(409)
      fixtures.open(gate)
      await ended(accepted)
      const again = await keyed({ gate })
      expect(again.status).toBe(200)
      expect(again.headers['x-idempotent-replay']).toBe('true')
      expect(again.body).toEqual({ done: true })
      expect(await money()).toEqual({ spent: PRICE, held: 0 })
    })

    test('runs again after a failure', async () => {
      const fault = 'upstream_failed'
      await ended(await keyed({ fault }))
      await expect.poll(async () => (await keyed({ fault })).status).toBe(202)
    })

    test('runs again after it found no slot', async () => {
      const gate = `full ${tests}`
      const accepted = await atOnce(RUNNING_MAX, () => start({ gate }))
      expect((await keyed()).status).toBe(429)
      fixtures.open(gate)
      for (const one of accepted) await ended(one)
      await ended(await keyed())
    })
  })

  describe('whose process has died', () => {
    /** Another process looks, and hears nothing from the first one. */
    const passOn = async () => {
      clock.advance(JOB_IS_LOST)
      await service.sweep('alone')
    }

    test('is resumed by another process, completes, and is paid once', async () => {
      const gate = `died ${tests}`
      const accepted = await atOnce(RUNNING_MAX, () => start({ gate }))
      await fixtures.reached(gate, RUNNING_MAX)
      await passOn()
      await fixtures.reached(gate, 2 * RUNNING_MAX)
      fixtures.open(gate)
      for (const one of accepted) {
        const { body } = await ended(one)
        expect(body).toMatchObject({ status: 'completed', result: { body: { done: true } } })
      }
      expect(await money()).toEqual({ spent: RUNNING_MAX * PRICE, held: 0 })
      await ended(await start())
    })

    test('is resumed under its Idempotency-Key, which nobody else gets meanwhile', async () => {
      const gate = `died with a key ${tests}`
      const accepted = await keyed({ gate })
      await fixtures.reached(gate)
      clock.advance(JOB_IS_LOST)
      // Its buyer asks again before another process has noticed.
      expect((await keyed({ gate })).status).toBe(409)
      await service.sweep('alone')
      await fixtures.reached(gate, 2)
      fixtures.open(gate)
      expect((await ended(accepted)).body).toMatchObject({ status: 'completed' })
      const again = await keyed({ gate })
      expect([again.status, again.headers['x-idempotent-replay']]).toEqual([200, 'true'])
      expect(await money()).toEqual({ spent: PRICE, held: 0 })
    })

    test('ends unbilled after three processes died with it', async () => {
      const gate = `poison ${tests}`
      const accepted = await start({ gate })
      for (let attempt = 1; attempt <= 3; attempt++) {
        await fixtures.reached(gate, attempt)
        await passOn()
      }
      const { body } = await look(accepted)
      expect(body).toMatchObject({ status: 'failed', error: { httpStatus: 502 } })
      expect(JSON.stringify(body)).toMatch(/Nothing was charged/)
      expect(await money()).toEqual({ spent: 0, held: 0 })
      const sold = (await service.sales()).length
      fixtures.open(gate)
      await ended(await start())
      expect((await look(accepted)).body).toEqual(body)
      expect(await service.sales()).toHaveLength(sold + 1)
      expect(await money()).toEqual({ spent: PRICE, held: 0 })
    })

    test('ends when its payment expires before another run', async () => {
      const gate = `too late ${tests}`
      const accepted = await start({ gate })
      await fixtures.reached(gate)
      clock.advance(HOLD_ENDS)
      await service.sweep('alone')
      expect((await look(accepted)).body).toMatchObject({ status: 'failed' })
      expect(await money()).toEqual({ spent: 0, held: 0 })
      fixtures.open(gate)
    })

    test('is not resumed while its process renews the lease', async () => {
      const gate = `slow ${tests}`
      const accepted = await start({ gate })
      await fixtures.reached(gate)
      for (let passed = 0; passed < 3 * MINUTE; passed += 20_000) {
        clock.advance(20_000)
        await service.sweep()
      }
      expect((await look(accepted)).body['status']).toBe('working')
      fixtures.open(gate)
      expect((await ended(accepted)).body['status']).toBe('completed')
    })
  })

  describe('is counted', () => {
    const counts = async () => {
      const { last24h } = (await call(service, '/api/reliability')).body as {
        last24h: { byOutcome: Record<string, number>; callsFailedOnOurSide: number }
      }
      return { ...last24h.byOutcome, failedHere: last24h.callsFailedOnOurSide }
    }

    test('when it is accepted, and when it ends', async () => {
      const before = (await counts()) as Record<string, number>
      await ended(await start())
      await ended(await start({ fault: 'internal' }))
      await expect
        .poll(async () => {
          const after = (await counts()) as Record<string, number>
          return Object.fromEntries(
            ['accepted', 'settled', 'failed', 'failedHere'].map((name) => [
              name,
              (after[name] ?? 0) - (before[name] ?? 0),
            ]),
          )
        }, POLL_LIMIT)
        .toEqual({ accepted: 2, settled: 1, failed: 1, failedHere: 1 })
    })
  })

  test('says what is left of the credits, at its start and at its end', async () => {
    const gate = `balance ${tests}`
    const accepted = await start({ gate })
    expect(accepted.headers['x-credits-balance']).toBe('1')
    fixtures.open(gate)
    const { body } = await ended(accepted)
    expect(body['result']).toMatchObject({ headers: { 'x-credits-balance': '0.98' } })
  })

  describe('is available', () => {
    test('for an hour', async () => {
      const accepted = await start()
      await ended(accepted)
      clock.advance(HOUR - MINUTE)
      await service.sweep()
      expect((await look(accepted)).status).toBe(200)
      clock.advance(2 * MINUTE)
      expect((await look(accepted)).status).toBe(404)
      await service.sweep()
      expect((await look(accepted)).status).toBe(404)
    })

    test('by its link only', async () => {
      const { status, body } = await call(service, `/api/jobs/${'0'.repeat(48)}`)
      expect(status).toBe(404)
      expect(body['error']).toMatch(/No such job/)
    })
  })
})
