/** @module-tag long */
import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Wallet } from '../../src/base/core/payment.ts'
import { atOnce } from '../support/calls.ts'
import { MINUTE } from '../support/clock.ts'
import { ENGINES, useDatabase } from '../support/engines.ts'
import { openShop, type Shop, type MemoryReply } from '../support/memory/shop.ts'
import { createRandom } from '../support/simulation/random.ts'

const CLIENTS = 50
const ACQUISITIONS = 40
const SETTLE_MS_MAX = 60

/** A wallet of its own for every test, so that none finds what another left. */
let wallets = 0
const newWallet = (): Wallet => `0x${String(++wallets).padStart(40, '0')}`

describe.each(ENGINES)('on $name', (engine) => {
  const db = useDatabase(engine)
  let wallet: Wallet

  beforeEach(() => {
    wallet = newWallet()
  })

  const call = (shop: Shop, slug: string, input: Readonly<Record<string, unknown>> = {}) =>
    shop.buy({ wallet, slug: `memory-${slug}`, input })

  /** A shop whose settlements take a while, each another. */
  async function slowShop(settings: Readonly<Record<string, string>> = {}): Promise<Shop> {
    const shop = await openShop(db(), settings)
    const random = createRandom(7)
    shop.rail.settleMs = () => random.below(SETTLE_MS_MAX)
    return shop
  }

  test(
    'a lock for which 50 clients contend never has two holders',
    { tags: 'long', timeout: 60_000 },
    async () => {
      const shop = await slowShop()
      const random = createRandom(11)
      let holders = 0
      let most = 0
      let acquired = 0

      async function contend(token: string): Promise<void> {
        while (acquired < ACQUISITIONS) {
          const { body } = await call(shop, 'cas', { key: 'lock', value: token })
          if (body['swapped'] !== true) continue
          acquired += 1
          most = Math.max(most, ++holders)
          await pause(random.below(10))
          holders -= 1
          const { body: released } = await call(shop, 'cas', { key: 'lock', expected: token })
          expect(released['swapped']).toBe(true)
        }
      }

      await atOnce(CLIENTS, (at) => contend(`client ${at}`))
      expect(acquired).toBeGreaterThanOrEqual(ACQUISITIONS)
      expect(most).toBe(1)
    },
  )

  test('a lock has one holder when 50 calls ask at once and settle slowly', async () => {
    const shop = await openShop(db())
    shop.rail.settleMs = () => 2_000
    const heard = await atOnce(CLIENTS, (at) => call(shop, 'cas', { key: 'lock', value: `t${at}` }))
    const holders = heard.filter(({ body }) => body['swapped'] === true)
    expect(holders).toHaveLength(1)
    const token = holders[0]!.body['value']
    expect(heard.map(({ body }) => body['value'])).toEqual(heard.map(() => token))
  })

  test('a lock whose holder has no answer yet goes to at most one other', async () => {
    const shop = await openShop(db())
    const cas = (value: string, ends: 'lost' | 'settled', nonce: string, resumeToken?: string) => {
      const wish = { wallet, slug: 'memory-cas', input: { key: 'lock', value }, ends, nonce }
      return shop.buy(resumeToken === undefined ? wish : { ...wish, resumeToken })
    }
    const lost = await cas('first', 'lost', 'n1')
    expect(lost.status).toBe(402)
    expect((await cas('second', 'settled', 'n2')).body['swapped']).toBe(true)
    shop.clock.advance(5 * MINUTE)
    await shop.tidy()
    const late = await cas('first', 'lost', 'n1', lost.body['resumeToken'] as string)
    expect(late).toMatchObject({ status: 200, body: { swapped: false, value: 'second' } })
  })

  test('counters lose no increment, and no two calls get the same sum', async () => {
    const shop = await slowShop()
    const heard = await atOnce(200, () => call(shop, 'incr', { key: 'n' }))
    const values = heard.map(({ body }) => Number(body['value'])).toSorted((a, b) => a - b)
    expect(values).toEqual(Array.from({ length: 200 }, (_, at) => at + 1))
  })

  test('a queue item goes to one worker', async () => {
    const shop = await slowShop()
    const items = Array.from({ length: 60 }, (_, at) => at)
    await call(shop, 'queue-push', { queue: 'q', items })
    const popped = await atOnce(40, () => call(shop, 'queue-pop', { queue: 'q', count: 2 }))
    const handed = popped.flatMap(({ body }) =>
      (body['items'] as { item: number }[]).map(({ item }) => item),
    )
    expect(handed.toSorted((a, b) => a - b)).toEqual(items)
  })

  test('a message goes to one reader', async () => {
    const shop = await slowShop()
    for (let at = 0; at < 10; at++) await call(shop, 'inbox-send', { to: wallet, body: at })
    const read = await atOnce(10, () => call(shop, 'inbox-read', { limit: 3 }))
    const bodies = read.flatMap(({ body }) =>
      (body['messages'] as { body: number }[]).map((one) => one.body),
    )
    expect(bodies.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('a bucket never gives more tokens than it holds', async () => {
    const shop = await slowShop()
    const bucket = { key: 'api', capacity: 7, refillPerSecond: 0.000_001 }
    const drawn = await atOnce(30, () => call(shop, 'rate-limit', bucket))
    expect(drawn.filter(({ body }) => body['allowed'] === true)).toHaveLength(7)
  })

  test('the log has no gap and no fork', async () => {
    const shop = await slowShop()
    await atOnce(60, (at) =>
      call(shop, at % 2 ? 'incr' : 'write', {
        key: `k${at % 5}`,
        ...(at % 2 ? {} : { value: at }),
      }),
    )
    const { body } = await call(shop, 'log', { limit: 500 })
    const entries = (body['entries'] as Entry[]).toReversed()
    expect(entries.length).toBeGreaterThan(30)
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1))
    expect(chained(entries)).toBe(body['headHash'])
    expect(body['verified']).toBe(true)
  })

  test('a log that was tampered with fails its check', async () => {
    const shop = await openShop(db())
    for (const value of [1, 2, 3]) await call(shop, 'write', { key: 'k', value })
    const sql = `update memory_log set actor = 'somebody else' where ns = $1 and seq = 2`
    await db().batch([{ sql, values: [wallet] }])
    expect((await call(shop, 'log')).body['verified']).toBe(false)
    expect((await call(shop, 'log', { beforeSeq: 2 })).body['verified']).toBe(true)
  })

  describe('a namespace with room for ten keys', () => {
    const TEN = { MEMORY_MAX_NS_KEYS: '10' }
    const statuses = (heard: readonly MemoryReply[], status: number) =>
      heard.filter((one) => one.status === status).length
    const usage = async (shop: Shop) => Number((await call(shop, 'usage')).body['keys'])

    test('takes ten of fifty concurrent keys', async () => {
      const shop = await slowShop(TEN)
      const heard = await atOnce(50, (at) => call(shop, 'write', { key: `k${at}`, value: at }))
      expect([statuses(heard, 200), statuses(heard, 413)]).toEqual([10, 40])
      expect(await usage(shop)).toBe(10)
      expect(shop.rail.moved.size).toBe(11)
    })

    test('stays within its quota during deletes and overwrites', async () => {
      const shop = await slowShop(TEN)
      for (let at = 0; at < 10; at++) await call(shop, 'write', { key: `k${at}`, value: at })
      const heard = await atOnce(90, (at) => {
        const key = `k${at % 15}`
        return at % 3 === 0
          ? call(shop, 'write', { key, delete: true })
          : call(shop, 'write', { key, value: at })
      })
      expect(statuses(heard, 200) + statuses(heard, 413)).toBe(90)
      expect(await usage(shop)).toBeLessThanOrEqual(10)
    })

    test('can overwrite when it is full', async () => {
      const shop = await openShop(db(), TEN)
      for (let at = 0; at < 10; at++) await call(shop, 'write', { key: `k${at}`, value: at })
      expect((await call(shop, 'write', { key: 'k3', value: 'longer than before' })).status).toBe(
        200,
      )
      const { status, body } = await call(shop, 'write', { key: 'one more', value: 1 })
      expect(status).toBe(413)
      expect(body).toMatchObject({ keys: 10, maxKeys: 10 })
    })

    test('reuses the room of expired keys', async () => {
      const shop = await openShop(db(), TEN)
      for (let at = 0; at < 10; at++)
        await call(shop, 'write', { key: `k${at}`, value: at, ttlSeconds: 60 })
      shop.clock.advance(2 * MINUTE)
      expect((await call(shop, 'write', { key: 'new', value: 1 })).status).toBe(200)
      expect(await usage(shop)).toBe(1)
    })

    test('frees the reserved room of a refused payment at once', async () => {
      const shop = await openShop(db(), TEN)
      for (let at = 0; at < 9; at++) await call(shop, 'write', { key: `k${at}`, value: at })
      const last = { key: 'last', value: 1 }
      await shop.buy({ wallet, slug: 'memory-write', input: last, ends: 'refused' })
      expect((await call(shop, 'write', { key: 'other', value: 1 })).status).toBe(200)
    })

    test('keeps the room of a pending payment until it fails', async () => {
      const shop = await openShop(db(), TEN)
      for (let at = 0; at < 9; at++) await call(shop, 'write', { key: `k${at}`, value: at })
      const last = { key: 'last', value: 1 }
      await shop.buy({ wallet, slug: 'memory-write', input: last, ends: 'dropped' })
      expect((await call(shop, 'write', { key: 'other', value: 1 })).status).toBe(413)
      shop.clock.advance(5 * MINUTE)
      await shop.tidy()
      expect((await call(shop, 'write', { key: 'other', value: 1 })).status).toBe(200)
    })
  })
})

interface Entry {
  readonly seq: number
  readonly ts: number
  readonly by: string
  readonly op: string
  readonly key: string
  readonly data: unknown
  readonly hash: string
}

/** What anybody can compute from the answer alone. */
function chained(entries: readonly Entry[]): string {
  let head = '0'.repeat(64)
  for (const { seq, ts, by, op, key, data } of entries) {
    head = hash('sha256', [head, seq, ts, by, op, key, JSON.stringify(data)].join('|'))
  }
  return head
}
