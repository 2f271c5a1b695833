import { expect, test } from 'vitest'
import { createCallStories } from '../../../src/stores/call-stories.ts'
import { createCallTraceStore } from '../../../src/stores/call-traces.ts'
import { createToolOverrideStore } from '../../../src/stores/tool-overrides.ts'
import { AWAY, createUpstreamHourStore } from '../../../src/stores/upstream-hours.ts'
import { useDatabase, type Engine } from '../engines.ts'

const DAY_MS = 86_400_000

/** What the dashboard of the operator reads and changes. */
export function toolOverrideContract(engine: Engine): void {
  const db = useDatabase(engine)

  test('changes of tools are kept, each with its line, and every change is seen', async () => {
    const store = createToolOverrideStore(db())
    expect(await store.revision()).toBe(0)
    const none = { isOff: false, price: null, factor: null }
    const off = { ...none, isOff: true }
    await store.change('hash', { by: 'dashboard', at: 5 }, (before) => {
      expect(before).toEqual(none)
      return { next: off, what: 'switched off' }
    })
    const priced = { isOff: false, price: 2_500, factor: 150 }
    await store.change('hash', { by: 'api', at: 6 }, (before) => {
      expect(before).toEqual(off)
      return { next: priced, what: 'price' }
    })
    await store.change('hash', { by: 'api', at: 7 }, () => null)
    expect([await store.revision(), [...(await store.all())]]).toEqual([2, [['hash', priced]]])
    expect(await store.changes(1)).toEqual([{ slug: 'hash', what: 'price', by: 'api', at: 6 }])
  })

  test('changes of one moment follow one another; a refused one changes nothing', async () => {
    const stores = [createToolOverrideStore(db()), createToolOverrideStore(db())]
    const before = (await stores[0]!.all()).get('time')?.factor ?? 0
    const grow = (store: (typeof stores)[number]) =>
      store.change('time', { by: 'api', at: 8 }, (row) => ({
        next: { ...row, factor: (row.factor ?? 0) + 1 },
        what: 'more',
      }))
    const refused = stores[0]!.change('time', { by: 'api', at: 9 }, () => {
      throw new Error('not so')
    })
    const told = await Promise.allSettled([...stores, ...stores, ...stores].map(grow))
    await expect(refused).rejects.toThrow('not so')
    expect(told.map(({ status }) => status)).toEqual(told.map(() => 'fulfilled'))
    expect((await stores[0]!.all()).get('time')?.factor).toBe(before + 6)
  })

  test('a call is told in the order of time, by all that knows of it', async () => {
    const write = async (sql: string) => db().batch([{ sql, values: [] }])
    await write(`insert into payments (proof, rail, slug, call_id, request, state, attempts, lease,
        until, amount, network, created, updated)
      values ('a', 'x402', 'time', 'c1', 'r', 'pending', 1, 0, 50, 1500, 'eip155:1', 10, 20),
        ('b', 'x402', 'time', 'c2', 'r', 'failed', 1, 0, ${DAY_MS * 30}, 700, null, 30, 40),
        ('c', 'x402', 'time', 'c3', 'r', 'failed', 1, 0, 600040, 900, null, 30, 40)`)
    await write(`insert into purse_spends (id, call_id, at, chain, origin, url, pay_to, amount,
        nonce, expires, payment, moved, delivered)
      values ('s', 'c1', 15, 'base', 'https://s.example', '/', '0x1', 40, 'n', 99, '{}', 1, 0)`)
    await write(`insert into sales (call_id, at, slug, rail, amount, network, reference)
      values ('c1', 25, 'time', 'x402', 1500, 'eip155:1', '0xabc')`)
    const stories = createCallStories(db())
    expect(await stories.of('c1')).toEqual([
      { at: 10, what: 'payment presented', amount: 1500, detail: 'x402' },
      {
        at: 15,
        what: 'bought from a seller',
        amount: 40,
        detail: 'https://s.example, paid, not delivered',
      },
      { at: 20, what: 'payment pending', amount: 1500, detail: 'eip155:1' },
      { at: 25, what: 'sold', amount: 1500, detail: 'time over x402, eip155:1, 0xabc' },
    ])
    expect(await stories.of('nothing')).toEqual([])
    expect(await stories.queue()).toEqual([
      { state: 'pending', payments: 1, amount: 1500, oldest: 10 },
    ])
    expect(await stories.lost(9)).toEqual([
      { callId: 'c2', slug: 'time', rail: 'x402', amount: 700, at: 40 },
    ])
  })

  test('the way of a call is told between what the tables know, and trimmed', async () => {
    const store = createCallTraceStore(db())
    const told = { slug: 'time', transport: 'http', rail: '', outcome: 'quoted', status: 402 }
    const trace = { ...told, amount: 1500, cause: '' }
    const steps = [{ at: 101, what: 'arrived', detail: '' }]
    await store.add([
      { ...trace, callId: 't1', at: 102, steps },
      { ...trace, callId: 't2', at: 103, steps: [] },
      { ...trace, callId: 't3', at: 104, steps: [] },
    ])
    const stories = createCallStories(db())
    expect(await stories.of('t1')).toEqual([
      { at: 101, what: 'arrived', amount: null, detail: '' },
      { at: 102, what: 'answered 402, quoted', amount: 1500, detail: 'time, http' },
    ])
    await store.trim(102, 10)
    expect([await stories.of('t1'), (await stories.of('t2')).length]).toEqual([[], 1])
    await store.trim(0, 1)
    expect([await stories.of('t2'), (await stories.of('t3')).length]).toEqual([[], 1])
  })

  test('answers of providers are summed by the hour, and marks stay', async () => {
    const store = createUpstreamHourStore(db())
    const one = { title: 'Bikes', bucket: 4, asked: 2, failed: 1, took: 20.4, waited: 3 }
    const mark = { title: 'Bikes', perHour: 7_200, fault: null, faultAt: null }
    await store.add(10, [one, { ...one, bucket: AWAY, failed: 2, took: 0, waited: 0 }], [mark])
    const fault = { ...mark, perHour: null, fault: 'Bikes answered 500.', faultAt: 9 }
    await store.add(11, [one], [fault])
    await store.add(11, [one], [])
    expect(await store.since(11)).toEqual([{ ...one, asked: 4, failed: 2, took: 40, waited: 6 }])
    expect((await store.byHour(10)).toSorted((a, b) => a.hour - b.hour)).toEqual([
      { hour: 10, title: 'Bikes', asked: 2, failed: 1 },
      { hour: 11, title: 'Bikes', asked: 4, failed: 2 },
    ])
    expect(await store.marks()).toEqual([{ ...fault, perHour: 7_200 }])
    expect([await store.forget(11), await store.forget(11)]).toEqual([true, false])
  })
}
