import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSaleStore, type Sale } from '../../../src/stores/sales.ts'
import { ownSecret } from '../../../src/stores/secrets.ts'
import { createCallStatsStore } from '../../../src/stores/call-stats.ts'
import { atOnce } from '../calls.ts'
import { countTrue, useDatabase, type Engine } from '../engines.ts'

const SALE: Sale = {
  callId: '',
  at: 100,
  slug: 'hash',
  rail: 'credits',
  amount: 1_000,
  payer: null,
  network: null,
  reference: null,
}

export function salesContract(engine: Engine): void {
  const db = useDatabase(engine)
  const sell = (sale: Partial<Sale> = {}) =>
    db().batch([createSaleStore(db()).add({ ...SALE, callId: randomUUID(), ...sale })])

  test('nothing sold is nothing, in numbers', async () => {
    expect(await createSaleStore(db()).totals(0)).toEqual({ calls: 0, revenue: 0 })
  })

  test('a call is sold once, by however many', async () => {
    const callId = randomUUID()
    expect(countTrue(await atOnce(20, () => sell({ callId, at: 1 })))).toBe(1)
  })

  test('totals count calls and money from a moment on', async () => {
    await sell({ at: 200 })
    await sell({ at: 200, rail: 'pow', amount: 0 })
    await sell({ at: 201, slug: 'dns', rail: 'x402', amount: 9_000_000_000_000 })
    const sales = createSaleStore(db())
    expect(await sales.totals(200)).toEqual({ calls: 3, revenue: 9_000_000_001_000 })
    expect(await sales.totals(202)).toEqual({ calls: 0, revenue: 0 })
    expect(await sales.byRail(200)).toEqual([
      { rail: 'credits', calls: 1, revenue: 1_000 },
      { rail: 'pow', calls: 1, revenue: 0 },
      { rail: 'x402', calls: 1, revenue: 9_000_000_000_000 },
    ])
    expect(await sales.topTools(200, 1)).toEqual([{ slug: 'hash', calls: 2, revenue: 1_000 }])
  })
}

export function callStatsContract(engine: Engine): void {
  const db = useDatabase(engine)
  const one = { slug: 'hash', outcome: 'settled', status: 200, calls: 1, ms: 2 }

  test('there is no first hour before the first call', async () => {
    expect(await createCallStatsStore(db()).firstHour()).toBeNull()
  })

  test('counts of several replicas add up', async () => {
    const callStats = createCallStatsStore(db())
    await atOnce(20, () => callStats.add(10, [one]))
    expect(await callStats.since(10)).toEqual([
      { outcome: 'settled', status: 200, calls: 20, ms: 40 },
    ])
  })

  test('counts are told by ending and by tool, from an hour on', async () => {
    const callStats = createCallStatsStore(db())
    await callStats.add(20, [one, { ...one, outcome: 'failed', status: 500, ms: 1.6 }])
    await callStats.add(21, [one, { ...one, slug: 'dns' }])
    expect(await callStats.since(20)).toEqual([
      { outcome: 'failed', status: 500, calls: 1, ms: 2 },
      { outcome: 'settled', status: 200, calls: 3, ms: 6 },
    ])
    expect(await callStats.bySlug(21)).toEqual([
      { slug: 'dns', status: 200, calls: 1, ms: 2 },
      { slug: 'hash', status: 200, calls: 1, ms: 2 },
    ])
    expect(await callStats.firstHour()).toBe(10)
  })
}

export function secretsContract(engine: Engine): void {
  const db = useDatabase(engine)

  describe('a secret', () => {
    test('is the same for ten replicas that ask at once, and later', async () => {
      const told = await atOnce(10, () => ownSecret(db(), 'challenges'))
      expect(new Set([...told, await ownSecret(db(), 'challenges')]).size).toBe(1)
      expect(told[0]).toMatch(/^[0-9a-f]{64}$/)
    })

    test('is another one under another name', async () => {
      expect(await ownSecret(db(), 'a')).not.toBe(await ownSecret(db(), 'b'))
    })
  })
}
