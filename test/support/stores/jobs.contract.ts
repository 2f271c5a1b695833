import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createJobStore, type JobState, type JobStore } from '../../../src/stores/jobs.ts'
import { atOnce } from '../calls.ts'
import { createPaymentStore } from '../../../src/stores/payments.ts'
import { countTrue, useDatabase, type Engine } from '../engines.ts'

const RUNNING_MAX = 4
const NOW = 1_000
const LEASE = 2_000
const EXPIRES = 9_000

const SALE = { amount: 1, payer: null, network: null, reference: null, reply: null }

const callOf = (id: string): string => `call of ${id}`

export function jobsContract(engine: Engine): void {
  const db = useDatabase(engine)
  let jobs: JobStore
  let client: string

  beforeEach(() => {
    jobs = createJobStore(db())
    client = randomUUID()
  })

  function start(id: string = randomUUID(), whose = client): Promise<boolean> {
    const job = { id, client: whose, slug: 'tool', callId: callOf(id), call: '{}', account: '{}' }
    return jobs.start({ ...job, lease: LEASE, expires: EXPIRES }, RUNNING_MAX, NOW)
  }
  const lost = async (now: number) => (await jobs.lost(now)).filter((job) => job.client === client)

  /** As of a payment by the name of its call, whose settlement nobody has heard the end of. */
  async function sendMoney(callId: string): Promise<void> {
    const payments = createPaymentStore(db())
    const claim = { proof: callId, rail: 'test', slug: 'tool', callId, request: '' }
    await payments.claim({ ...claim, lease: LEASE, until: LEASE }, NOW)
    await payments.verify(callId, callId, { payer: null, amount: 1 }, NOW)
    await payments.deliver(callId, callId, { reply: null, data: '{}' }, NOW)
  }

  const end = (id: string, state: JobState = 'completed') =>
    db().batch(jobs.end({ id, client }, state, 'outcome', NOW + 1))

  describe('slots', () => {
    test('of 20 jobs that one client starts at once, four run', async () => {
      expect(countTrue(await atOnce(20, () => start()))).toBe(RUNNING_MAX)
      expect(await start('elsewhere-' + client, randomUUID())).toBe(true)
    })

    test('a refused job leaves no trace', async () => {
      for (let at = 0; at < RUNNING_MAX; at++) await start()
      const id = randomUUID()
      expect(await start(id)).toBe(false)
      expect(await jobs.find(id)).toBeNull()
    })

    test('the end of a job makes room for one, however often it is ended', async () => {
      const ids = Array.from({ length: RUNNING_MAX }, () => randomUUID())
      for (const id of ids) await start(id)
      const ends = await atOnce(5, () => end(ids[0]!))
      expect(countTrue(ends)).toBe(1)
      expect(countTrue(await atOnce(5, () => start()))).toBe(1)
    })
  })

  describe('a job', () => {
    test('works until it ends, once', async () => {
      const id = randomUUID()
      await start(id)
      expect(await jobs.find(id)).toEqual({
        id,
        client,
        slug: 'tool',
        callId: expect.stringContaining(id),
        state: 'working',
        expires: EXPIRES,
        outcome: null,
        account: '{}',
        created: NOW,
        updated: NOW,
        progress: null,
      })
      expect(await end(id, 'failed')).toBe(true)
      expect(await end(id, 'completed')).toBe(false)
      const ended = { state: 'failed', outcome: 'outcome', updated: NOW + 1 }
      expect(await jobs.find(id)).toMatchObject(ended)
    })

    test('that still works when its lease is over is lost', async () => {
      const [working, ended] = [randomUUID(), randomUUID()]
      await start(working)
      await start(ended)
      await end(ended)
      expect(await lost(LEASE - 1)).toEqual([])
      expect(await lost(LEASE)).toMatchObject([{ id: working, client, call: '{}', attempts: 1 }])
    })

    test('that is lost is taken up by one, and then held by its renewals', async () => {
      const id = randomUUID()
      await start(id)
      expect(await jobs.take(id, LEASE + 500, LEASE - 1)).toBe(false)
      const taken = await atOnce(5, () => jobs.take(id, LEASE + 500, LEASE))
      expect(countTrue(taken)).toBe(1)
      expect(await lost(LEASE)).toEqual([])
      await db().batch([jobs.renew(id, LEASE + 900)])
      expect(await lost(LEASE + 899)).toEqual([])
      expect(await lost(LEASE + 900)).toMatchObject([{ id, attempts: 2 }])
    })

    test('is not lost while its money is on its way', async () => {
      const id = randomUUID()
      await start(id)
      await sendMoney(callOf(id))
      expect(await lost(LEASE)).toEqual([])
      await db().batch([createPaymentStore(db()).settle(callOf(id), SALE, NOW)])
      expect(await lost(LEASE)).toMatchObject([{ id, client }])
    })

    test('is found by its call for as long as it works', async () => {
      const id = randomUUID()
      await start(id)
      expect(await jobs.ofCall(callOf(id))).toEqual({ id, client })
      await end(id)
      expect(await jobs.ofCall(callOf(id))).toBeNull()
    })

    test('is forgotten after its hour, unless it still works', async () => {
      const [working, ended] = [randomUUID(), randomUUID()]
      await start(working)
      await start(ended)
      await end(ended)
      await jobs.forget(EXPIRES - 1)
      expect(await jobs.find(ended)).not.toBeNull()
      await jobs.forget(EXPIRES)
      expect(await jobs.find(ended)).toBeNull()
      expect(await jobs.find(working)).not.toBeNull()
    })
  })
}
