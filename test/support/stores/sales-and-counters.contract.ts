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
    expect(await createSaleStore(db()).totals()).toEqual([])
    expect(await createSaleStore(db()).since(0)).toEqual({ calls: 0, revenue: 0 })
  })

  test('a call is sold once, by however many', async () => {
    const callId = randomUUID()
    expect(countTrue(await atOnce(20, () => sell({ callId, at: 1 })))).toBe(1)
  })

  test('sums are the same before and after the hours are summed, by however many', async () => {
    const hour = 3_600_000
    const first = 500_000
    await sell({ at: first * hour })
    await sell({ at: first * hour + 1, rail: 'pow', amount: 0 })
    await sell({ at: (first + 5) * hour, slug: 'dns', rail: 'x402', amount: 9_000_000_000_000 })
    await sell({ at: (first + 9) * hour, amount: 500 })
    const sales = createSaleStore(db())
    const read = async () => [
      await sales.totals(),
      await sales.since(first),
      await sales.since(first + 1),
      await sales.since(first + 9),
    ]
    const expected = [
      [
        { slug: 'dns', rail: 'x402', calls: 1, revenue: 9_000_000_000_000 },
        // One of them was sold in the test before.
        { slug: 'hash', rail: 'credits', calls: 3, revenue: 2_500 },
        { slug: 'hash', rail: 'pow', calls: 1, revenue: 0 },
      ],
      { calls: 4, revenue: 9_000_000_001_500 },
      { calls: 2, revenue: 9_000_000_000_500 },
      { calls: 1, revenue: 500 },
    ]
    expect(await read()).toEqual(expected)
    await atOnce(10, () => sales.sumHour(first + 9))
    while (await sales.sumHour(first + 9)) expect(await read()).toEqual(expected)
    expect(await read()).toEqual(expected)
    expect(await db().all('select hour from sale_hours order by hour')).toEqual([
      { hour: 0 },
      { hour: first },
      { hour: first + 5 },
    ])
    const kept = 'select at from sales order by at'
    while (await sales.forget(first * hour + 1)) expect(await read()).toEqual(expected)
    expect(await db().all(kept)).toHaveLength(3)
    while (await sales.forget((first + 10) * hour)) expect(await read()).toEqual(expected)
    expect(await db().all(kept)).toEqual([{ at: (first + 9) * hour }])
    expect(await read()).toEqual(expected)
  })
}

export function callStatsContract(engine: Engine): void {
  const db = useDatabase(engine)
  const one = { slug: 'hash', outcome: 'settled', status: 200, calls: 1, ms: 2 }

  test('the counts of tools are forgotten, and those of all tools together stay', async () => {
    const store = createCallStatsStore(db())
    for (const hour of [7, 8, 9]) await store.add(hour, [one, { ...one, slug: 'uuid' }])
    const all = await store.since(0)
    while (await store.forget(9)) expect(await store.since(0)).toEqual(all)
    expect(await store.bySlug(0)).toMatchObject([
      { slug: 'hash', calls: 1 },
      { slug: 'uuid', calls: 1 },
    ])
    await store.forget(10)
    await db().batch([{ sql: 'delete from call_hours', values: [] }])
    expect(await store.bySlug(0)).toEqual([])
  })

  test('the first start is when the database was made', async () => {
    const first = await createCallStatsStore(db()).firstStart()
    const [row] = await db().all<{ at: number }>('select min(at) as at from migrations')
    expect(first).toBe(Number(row?.at))
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
