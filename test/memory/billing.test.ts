import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { atOnce } from '../support/calls.ts'
import { MINUTE } from '../support/clock.ts'
import { ENGINES, useDatabase } from '../support/engines.ts'
import { ALICE, BOB, memoryOf, openShop, type Shop, type Purchase } from '../support/memory/shop.ts'
import type { PaymentEnd } from '../support/memory/slow-rail.ts'

/** What a change can be made to. */
interface Prepared {
  readonly textId: string
  readonly leaseId: string
}

type Input = Readonly<Record<string, unknown>>

/** One call of every tool that changes something. */
const CHANGES: Readonly<Record<string, (prepared: Prepared) => Input>> = {
  'memory-write': () => ({ key: 'new', value: { a: 1 }, ttlSeconds: 3_600 }),
  'memory-incr': () => ({ key: 'count' }),
  'memory-cas': () => ({ key: 'lock', value: 'token' }),
  'memory-batch-write': () => ({ entries: [{ key: 'x', value: 1 }] }),
  'memory-grant': () => ({ grantee: BOB, mode: 'readwrite' }),
  'memory-revoke': () => ({ grantee: BOB }),
  'memory-inbox-send': () => ({ to: BOB, body: 'hello' }),
  'memory-inbox-read': () => ({}),
  'memory-remember': () => ({ text: 'something to remember', tags: ['tag'] }),
  'memory-forget': ({ textId }) => ({ id: textId }),
  'memory-queue-push': () => ({ queue: 'q', items: [1] }),
  'memory-queue-pop': () => ({ queue: 'q' }),
  'memory-queue-ack': ({ leaseId }) => ({ queue: 'q', ids: [leaseId] }),
  'memory-rate-limit': () => ({ key: 'r', capacity: 2, refillPerSecond: 0.0001 }),
}

describe.each(ENGINES)('on $name', (engine) => {
  const db = useDatabase(engine)
  let shop: Shop

  beforeEach(async () => {
    shop = await openShop(db())
    const tables = ['values', 'log', 'grants', 'texts', 'tags', 'queue', 'inbox', 'reserved']
    await db().batch(
      [...tables, 'spaces'].map((table) => ({ sql: `delete from memory_${table}`, values: [] })),
    )
  })

  const incr = (wish: Partial<Purchase> = {}) =>
    shop.buy({ wallet: ALICE, slug: 'memory-incr', input: { key: 'count' }, ...wish })
  const read = async (key: string) =>
    (await shop.buy({ wallet: ALICE, slug: 'memory-read', input: { key } })).body['value']
  const write = (key: string, value: unknown) =>
    shop.buy({ wallet: ALICE, slug: 'memory-write', input: { key, value } })

  async function prepare(): Promise<Prepared> {
    const done = async (slug: string, input: Input, wallet = ALICE) =>
      (await shop.buy({ wallet, slug, input })).body
    await done('memory-grant', { grantee: BOB, mode: 'read' })
    await done('memory-inbox-send', { to: ALICE, body: 1 }, BOB)
    await done('memory-queue-push', { queue: 'q', items: [1, 2] })
    const { items } = await done('memory-queue-pop', { queue: 'q', visibilitySeconds: 3_600 })
    const { id } = await done('memory-remember', { text: 'known' })
    return { textId: String(id), leaseId: (items as { id: string }[])[0]!.id }
  }

  describe.each(Object.entries(CHANGES))('%s', (slug, inputOf) => {
    test.each([['refused'], ['dropped']] as [PaymentEnd][])(
      'whose money was %s changes nothing',
      async (ends) => {
        const input = inputOf(await prepare())
        const before = await memoryOf(db())
        const { status } = await shop.buy({ wallet: ALICE, slug, input, ends })
        expect(status).toBe(402)
        shop.clock.advance(5 * MINUTE)
        await shop.tidy()
        expect(await memoryOf(db())).toEqual(before)
      },
    )

    test('whose settlement was unknown is applied once the money is found', async () => {
      const input = inputOf(await prepare())
      const before = await memoryOf(db())
      const nonce = randomUUID()
      const wish: Purchase = { wallet: ALICE, slug, input, ends: 'lost', nonce }
      const unknown = await shop.buy(wish)
      expect(unknown.status).toBe(402)
      shop.clock.advance(5 * MINUTE)
      await shop.tidy()
      const after = await memoryOf(db())
      expect(after).not.toEqual(before)
      expect((await shop.buy(wish)).status).toBe(402)
      const resumeToken = String(unknown.body['resumeToken'])
      expect((await shop.buy({ ...wish, resumeToken })).status).toBe(200)
      await shop.tidy()
      expect(await memoryOf(db())).toEqual(after)
      const sales = await db().all('select slug from sales where reference = $1', [nonce])
      expect(sales).toEqual([{ slug }])
    })
  })

  test('a counter whose payment failed to settle reads as before', async () => {
    await incr()
    expect((await incr({ ends: 'refused' })).status).toBe(402)
    expect(await read('count')).toBe(1)
    expect((await incr()).body['value']).toBe(2)
  })

  test('an answer is the state at the commit, and a repeat gets the same answer', async () => {
    const wish = { nonce: randomUUID(), idempotencyKey: 'once' }
    const first = await incr(wish)
    expect(first.body).toEqual({ key: 'count', value: 1, owner: ALICE })
    await incr()
    expect((await incr(wish)).body).toEqual(first.body)
    expect(await read('count')).toBe(2)
  })

  test('twenty copies of one payment change the value once', async () => {
    shop.rail.settleMs = () => 20
    const nonce = randomUUID()
    const heard = await atOnce(20, () => incr({ nonce }))
    const answers = heard.filter(({ status }) => status === 200)
    expect(answers.length).toBeGreaterThan(0)
    for (const { body } of answers) expect(body['value']).toBe(1)
    expect(await read('count')).toBe(1)
  })

  test('a refusal comes before money moves', async () => {
    await write('word', 'no number')
    const { status, body } = await incr({ input: { key: 'word' } })
    expect(status).toBe(400)
    expect(body['error']).toContain('whole number')
    expect(shop.rail.moved.size).toBe(1)
  })

  test('counters overwritten during settlement never give two calls one number', async () => {
    await write('count', 5)
    shop.rail.onSettle = async () => {
      shop.rail.onSettle = () => {}
      await write('count', 'no number any more')
    }
    shop.rail.settleMs = () => 30
    const heard = await atOnce(5, () => incr())
    const values = heard.flatMap(({ status, body }) => (status === 200 ? [body['value']] : []))
    expect(new Set(values)).toEqual(new Set([6, 7, 8, 9, 10]))
    expect(await read('count')).toBe('no number any more')
  })

  test('another server applies the effect when one dies between settlement and sale', async () => {
    const broken = { ...db(), run: db().run }
    let isDown = false
    broken.run = (script) => (isDown ? Promise.reject(new Error('gone')) : db().run(script))
    const dying = await openShop(broken)
    dying.rail.onSettle = () => void (isDown = true)
    const nonce = randomUUID()
    const { status } = await dying.buy({
      wallet: ALICE,
      slug: 'memory-incr',
      input: { key: 'count' },
      nonce,
    })
    expect(status).toBe(402)
    isDown = false
    dying.clock.advance(5 * MINUTE)
    await dying.tidy()
    expect(await read('count')).toBe(1)
    expect(await db().all('select * from memory_reserved')).toEqual([])
  })

  describe('in free mode', () => {
    test('a deferred effect and its sale are one transaction', async () => {
      const { status, body } = await shop.take({
        wallet: ALICE,
        slug: 'memory-incr',
        input: { key: 'n' },
      })
      expect(status).toBe(200)
      expect(body).toEqual({ key: 'n', value: 1, owner: 'demo:a1a1a1a1' })
    })

    test('a refused effect costs nothing and changes nothing', async () => {
      await shop.take({ wallet: ALICE, slug: 'memory-write', input: { key: 'n', value: 'word' } })
      const before = await memoryOf(db())
      const sales = await db().one('select count(*) as count from sales')
      const { status } = await shop.take({
        wallet: ALICE,
        slug: 'memory-incr',
        input: { key: 'n' },
      })
      expect(status).toBe(400)
      expect(await memoryOf(db())).toEqual(before)
      expect(await db().one('select count(*) as count from sales')).toEqual(sales)
    })
  })
})
