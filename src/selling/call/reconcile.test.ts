import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../test/support/clock.ts'
import { createFixtures } from '../../../test/support/fixture-tools.ts'
import type { Db } from '../../base/core/db.ts'
import { usdOf } from '../../base/core/money.ts'
import type { Authorization, Settlement } from '../payments/rail.ts'
import { openDb } from '../../stores/open.ts'
import { createStores } from '../../stores/stores.ts'
import { createCommitSale } from './commit-sale.ts'
import { createReconciler, type Reconciler } from './reconcile.ts'
import { storePaid } from './stored-payment.ts'
import { UNCOUNTED } from '../../../test/support/uncounted.ts'

/** A payment that nobody can say anything about, until somebody can. */
const PROOF = 'x402:somewhere'
const UNKNOWN: Settlement = { state: 'unknown', reason: 'nobody can tell' }
const REFUSED: Settlement = { state: 'refused', reason: 'used_already' }
const SETTLED: Settlement = {
  state: 'settled',
  entries: [],
  network: 'solana:1',
  reference: 'found',
}
const BIRTH = Date.UTC(2026, 0, 1)
const [tool] = createFixtures().tools
const folders: string[] = []
const dbs: Db[] = []

let clock: number
let looks: number[]
let retries: number[]
let lost: string[]
let traced: Settlement
let retried: Settlement
let reconciler: Reconciler
let stores: ReturnType<typeof createStores>

beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'farebox-reconcile-'))
  folders.push(dataDir)
  ;[clock, looks, retries, lost, traced, retried] = [BIRTH, [], [], [], UNKNOWN, UNKNOWN]
  const now = () => clock
  const db = await openDb({ dataDir, now, onError: () => {} })
  dbs.push(db)
  stores = createStores(db, now)
  const till = {
    trace: async () => (looks.push(clock - BIRTH), traced),
    retry: async () => (retries.push(clock - BIRTH), retried),
    restore: (stored: unknown) => stored as Authorization,
  }
  reconciler = createReconciler({
    ...stores,
    catalog: { bySlug: () => tool },
    till,
    commitSale: createCommitSale({ ...stores, db, now }),
    losses: UNCOUNTED,
    now,
    onLost: ({ proof }) => void lost.push(proof),
  })
})
afterAll(async () => {
  await Promise.all(dbs.map((db) => db.close()))
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })))
})

async function pending(validUntil?: number): Promise<void> {
  const until = BIRTH + HOUR
  const claim = { proof: PROOF, rail: 'x402', slug: tool!.slug, callId: 'call', request: '' }
  await stores.payments.claim({ ...claim, lease: until, until }, clock)
  await stores.payments.verify(PROOF, 'call', { payer: null, amount: 1_000 }, clock)
  const authorization: Authorization = {
    rail: 'x402',
    payer: { rail: 'x402', wallet: null },
    amount: usdOf(1_000),
    proof: PROOF,
    data: null,
    ...(validUntil === undefined ? {} : { validUntil: BIRTH + validUntil }),
  }
  const data = storePaid({ authorization, since: clock, idempotencyKey: null, effect: null })
  const kept = { reply: '[200,[],"json","{}"]', data }
  await stores.payments.deliver(PROOF, 'call', kept, clock)
  await stores.payments.pend(PROOF, clock + 2 * SECOND, clock)
}

/** Sweeps at intervals, as the service does. */
async function pass(ms: number, everyMs = SECOND): Promise<void> {
  for (const end = clock + ms; clock < end; clock += everyMs) await reconciler.sweep()
}
const found = () => stores.payments.find(PROOF)

describe('a payment whose settlement is unknown', () => {
  test('is looked up at growing intervals', async () => {
    await pending()
    await pass(10 * MINUTE)
    const gaps = looks.slice(1).map((at, index) => at - looks[index]!)
    expect(gaps.slice(0, 3)).toEqual([5, 5, 5].map((seconds) => seconds * SECOND))
    expect(gaps.at(-1)).toBeGreaterThan(80 * SECOND)
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b))
    expect(looks.length).toBeLessThan(25)
  })

  test('is looked up every ten minutes without end if it has no end of validity', async () => {
    await pending()
    await pass(100 * HOUR, MINUTE)
    expect(looks.at(-1)! - looks.at(-2)!).toBeLessThanOrEqual(11 * MINUTE)
    expect([(await found())?.state, lost]).toEqual(['pending', []])
  })

  test('is sent again by the reconciler after a while', async () => {
    await pending()
    await pass(9 * SECOND)
    expect(retries).toEqual([])
    await reconciler.resolve((await found())!)
    await pass(20 * SECOND)
    expect(retries[0]).toBeGreaterThanOrEqual(10 * SECOND)
    expect(retries.length).toBeLessThan(looks.length)
  })

  test('is sent again although its buyer repeats the call', async () => {
    await pending()
    for (let second = 0; second < 30; second++) {
      await reconciler.resolve((await found())!)
      await pass(SECOND)
    }
    expect(retries.length).toBeGreaterThanOrEqual(3)
  })

  test('is settled by a second try that succeeds', async () => {
    await pending()
    retried = SETTLED
    await pass(MINUTE)
    expect(await found()).toMatchObject({ state: 'settled' })
    expect(retries).toHaveLength(1)
  })

  test('is not refused after a second try, because the first may still settle', async () => {
    await pending()
    retried = REFUSED
    await pass(MINUTE)
    expect((await found())?.state).toBe('pending')
    traced = SETTLED
    await pass(MINUTE)
    expect((await found())?.state).toBe('settled')
  })

  test.each<[string, number, number]>([
    ['a day after its end', 2 * HOUR, 26],
    ['two days after its beginning, when its end is far', 5_000 * HOUR, 48],
  ])('is given up %s, and its record is kept', async (_when, validUntil, hours) => {
    await pending(validUntil)
    await pass((hours - 1) * HOUR, MINUTE)
    expect([(await found())?.state, lost]).toEqual(['pending', []])
    await pass(2 * HOUR, MINUTE)
    const payment = await found()
    expect([payment?.state, lost]).toEqual(['failed', [PROOF]])
    expect(payment?.data).toContain('"rail":"x402"')
    await stores.payments.forget(clock)
    expect(await found()).not.toBeNull()
  })
})
