import { hash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Wallet } from '../../src/base/core/payment.ts'
import { HOUR, MINUTE, SECOND } from '../support/clock.ts'
import { ENGINES, useDatabase } from '../support/engines.ts'
import { openShop, type Shop } from '../support/memory/shop.ts'

type Input = Readonly<Record<string, unknown>>

const TEN_YEARS_SECONDS = 315_360_000

let wallets = 0
const newWallet = (): Wallet => `0x${String(++wallets).padStart(38, '0')}ff`

describe.each(ENGINES)('on $name', (engine) => {
  const db = useDatabase(engine)
  let shop: Shop
  let alice: Wallet
  let bob: Wallet

  beforeEach(async () => {
    shop = await openShop(db())
    alice = newWallet()
    bob = newWallet()
  })

  const as = (wallet: Wallet, slug: string, input: Input = {}) =>
    shop.buy({ wallet, slug: `memory-${slug}`, input })
  const ask = async (slug: string, input: Input = {}) => (await as(alice, slug, input)).body
  const refusal = async (slug: string, input: Input, wallet = alice) => {
    const { status, body } = await as(wallet, slug, input)
    return [status, String(body['error'])] as const
  }
  const seconds = () => Math.floor(shop.clock.now() / 1000)

  describe('a value', () => {
    test('is read as it was written, with its size and times', async () => {
      const value = { b: 1, a: ['ü', null, 1.5, { '': true }] }
      const written = await ask('write', { key: 'k', value, ttlSeconds: 60 })
      const bytes = Buffer.byteLength(JSON.stringify(value))
      expect(written).toMatchObject({ key: 'k', bytes, owner: alice, persistent: true })
      expect(Math.abs(Number(written['expiresAt']) - seconds() - 60)).toBeLessThanOrEqual(1)
      expect(await ask('read', { key: 'k' })).toEqual({ ...written, value, bytes: undefined })
    })

    test('may be null, and stays without a ttl', async () => {
      expect(await ask('write', { key: 'k', value: null })).toMatchObject({
        bytes: 4,
        expiresAt: null,
      })
      expect(await ask('read', { key: 'k' })).toMatchObject({ value: null, expiresAt: null })
    })

    test('is gone when it expires', async () => {
      await ask('write', { key: 'k', value: 1, ttlSeconds: 60 })
      shop.clock.advance(59 * SECOND)
      expect(await ask('read', { key: 'k' })).toMatchObject({ value: 1 })
      shop.clock.advance(2 * SECOND)
      expect(await refusal('read', { key: 'k' })).toEqual([404, 'Key not found.'])
      expect(await ask('read')).toMatchObject({ keys: [] })
      expect(await ask('scan')).toMatchObject({ keys: [] })
      expect(await ask('batch-read', { keys: ['k'] })).toMatchObject({ values: {}, missing: ['k'] })
      expect(await ask('usage')).toMatchObject({ keys: 0, bytes: 0 })
      expect(await ask('export')).toMatchObject({ keys: 0, jsonl: '' })
    })

    test('loses its row in a sweep', async () => {
      await ask('write', { key: 'k', value: 1, ttlSeconds: 60 })
      shop.clock.advance(2 * MINUTE)
      await shop.tidy()
      const sql = 'select count(*) as count from memory_values where ns = $1'
      expect(await db().one(sql, [alice])).toEqual({ count: 0 })
    })

    test('is deleted once', async () => {
      await ask('write', { key: 'k', value: 1 })
      expect(await ask('write', { key: 'k', delete: true })).toMatchObject({
        deleted: true,
        owner: alice,
      })
      expect(await ask('write', { key: 'k', delete: true })).toMatchObject({ deleted: false })
      expect(await refusal('read', { key: 'k' })).toEqual([404, 'Key not found.'])
    })

    test.each([
      [{ value: 1 }, 'key: is required'],
      [{ key: '', value: 1 }, 'key:'],
      [{ key: 'x'.repeat(257), value: 1 }, 'key:'],
      [{ key: 'nul\0', value: 1 }, 'key: must be well-formed'],
      [{ key: '\ud800', value: 1 }, 'key: must not hold half of a surrogate pair'],
      [{ key: 'k' }, 'value: is required'],
      [{ key: 'k', value: 'x'.repeat(65_535) }, 'value: has 65537 bytes'],
      [{ key: 'k', value: 1, ttlSeconds: 0 }, 'ttlSeconds:'],
      [{ key: 'k', value: 1, ttlSeconds: 1.5 }, 'ttlSeconds:'],
      [{ key: 'k', value: 1, ttlSeconds: TEN_YEARS_SECONDS + 1 }, 'ttlSeconds:'],
      [{ key: 'k', value: 1, ttlSeconds: 1e12 }, 'ttlSeconds:'],
      [{ key: 'k', value: 1, owner: '0x12' }, 'owner: must be a wallet address'],
      [{ key: 'k', value: 1, owner: 'alice' }, 'owner: must be a wallet address'],
      [{ key: 'k', value: 1, owner: '' }, 'owner: must be a wallet address'],
      [{ key: 'k', value: nested(300) }, 'value: is nested deeper'],
    ])('%j is refused, and nothing is charged', async (input, says) => {
      const [status, error] = await refusal('write', input)
      expect([status, error.includes(says)]).toEqual([400, true])
      expect(shop.rail.moved.size).toBe(0)
    })

    test.each([
      [{ key: 'x'.repeat(256), value: 1 }],
      [{ key: 'k', value: 'x'.repeat(65_534) }],
      [{ key: 'k', value: 1, ttlSeconds: TEN_YEARS_SECONDS }],
      [{ key: '键 🔑 %_\\', value: nested(150) }],
    ])('the largest allowed value is stored', async (input) => {
      expect((await as(alice, 'write', input)).status).toBe(200)
      expect(await ask('read', { key: input.key })).toMatchObject({ value: input.value })
    })
  })

  describe('keys', () => {
    test('are listed newest first', async () => {
      for (const key of ['b', 'a', 'c']) {
        await ask('write', { key, value: 1 })
        shop.clock.advance(SECOND)
      }
      const { keys, owner } = await ask('read')
      expect((keys as { k: string }[]).map(({ k }) => k)).toEqual(['c', 'a', 'b'])
      expect((keys as object[])[0]).toEqual({ k: 'c', updated: expect.any(Number), exp: null })
      expect(owner).toBe(alice)
    })

    test('are scanned by prefix, in the order of their bytes, page by page', async () => {
      const wanted = ['t:', 't:A', 't:a', 't:a0', 't:é', 't:漢', 't:🎈']
      const entries = [...wanted, 'T:x', 's', 'u', 't'].map((key) => ({ key, value: key }))
      await ask('batch-write', { entries: entries.toReversed() })
      const found: unknown[] = []
      for (let cursor: unknown = undefined; cursor !== null;) {
        const page = { prefix: 't:', limit: 2, withValues: true, ...(cursor ? { cursor } : {}) }
        const told = await ask('scan', page)
        found.push(...(told['keys'] as unknown[]))
        cursor = told['cursor']
      }
      expect(found.map((one) => (one as { k: string }).k)).toEqual(wanted)
      expect(found.map((one) => (one as { value: string }).value)).toEqual(wanted)
    })

    test('contain no wildcards', async () => {
      await ask('batch-write', {
        entries: [
          { key: 'a%', value: 1 },
          { key: 'ab', value: 2 },
        ],
      })
      const { keys } = await ask('scan', { prefix: 'a%' })
      expect((keys as unknown[]).length).toBe(1)
    })

    test('are written all or none', async () => {
      const small = await openShop(db(), { MEMORY_MAX_NS_KEYS: '2' })
      const entries = ['a', 'b', 'c'].map((key) => ({ key, value: 1 }))
      const many = { wallet: alice, slug: 'memory-batch-write', input: { entries } }
      expect((await small.buy(many)).status).toBe(413)
      expect(await ask('read')).toMatchObject({ keys: [] })
      const twice = { entries: [entries[0], entries[0]] }
      expect(await refusal('batch-write', twice)).toEqual([
        400,
        'entries: must name each key once.',
      ])
    })

    test('are exported with a checksum', async () => {
      await ask('batch-write', {
        entries: [
          { key: 'n:1', value: { a: '\n' } },
          { key: 'x', value: 2 },
        ],
      })
      const { jsonl, keys, bytes, sha256 } = await ask('export', { prefix: 'n:' })
      const text = String(jsonl)
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object)
      expect(lines).toEqual([
        { key: 'n:1', value: { a: '\n' }, updated: expect.any(Number), expiresAt: null },
      ])
      expect([keys, bytes]).toEqual([1, Buffer.byteLength(text)])
      expect(sha256).toBe(hash('sha256', text))
    })
  })

  describe('a counter', () => {
    test('begins at 0, and goes up and down', async () => {
      expect(await ask('incr', { key: 'n' })).toEqual({ key: 'n', value: 1, owner: alice })
      expect(await ask('incr', { key: 'n', by: -5 })).toMatchObject({ value: -4 })
      expect(await ask('incr', { key: 'n', by: 0 })).toMatchObject({ value: -4 })
      expect(await ask('read', { key: 'n' })).toMatchObject({ value: -4 })
    })

    test('keeps its ttl, and restarts at 0 after it', async () => {
      await ask('write', { key: 'n', value: 10, ttlSeconds: 60 })
      expect(await ask('incr', { key: 'n' })).toMatchObject({ value: 11 })
      shop.clock.advance(61 * SECOND)
      expect(await ask('incr', { key: 'n' })).toMatchObject({ value: 1 })
    })

    test.each([['text'], [1.5], [null], [[1]], [true]])('is not %j', async (value) => {
      await ask('write', { key: 'n', value })
      const [status, error] = await refusal('incr', { key: 'n' })
      expect([status, error]).toEqual([400, 'key: n does not hold a whole number.'])
    })

    test('stays an integer within the range of JSON', async () => {
      expect((await refusal('incr', { key: 'n', by: 0.5 }))[0]).toBe(400)
      expect((await refusal('incr', { key: 'n', by: 2 ** 53 }))[0]).toBe(400)
      await ask('write', { key: 'n', value: Number.MAX_SAFE_INTEGER })
      const [status, error] = await refusal('incr', { key: 'n' })
      expect([status, error]).toEqual([400, 'by: takes n past 9007199254740991.'])
    })
  })

  describe('compare and swap', () => {
    test('takes a free lock only', async () => {
      const first = await ask('cas', { key: 'l', expected: null, value: 't1', ttlSeconds: 60 })
      expect(first).toMatchObject({ key: 'l', swapped: true, value: 't1', owner: alice })
      expect(Number(first['expiresAt'])).toBeGreaterThan(seconds())
      const second = await ask('cas', { key: 'l', value: 't2', ttlSeconds: 60 })
      expect(second).toEqual({ ...first, swapped: false })
    })

    test('takes a lock that has expired', async () => {
      await ask('cas', { key: 'l', value: 't1', ttlSeconds: 60 })
      shop.clock.advance(61 * SECOND)
      expect(await ask('cas', { key: 'l', value: 't2' })).toMatchObject({
        swapped: true,
        value: 't2',
      })
    })

    test('releases a lock to its holder only', async () => {
      await ask('cas', { key: 'l', value: 't1' })
      expect(await ask('cas', { key: 'l', expected: 't2' })).toMatchObject({
        swapped: false,
        value: 't1',
      })
      expect(await ask('cas', { key: 'l', expected: 't1' })).toMatchObject({
        swapped: true,
        value: null,
      })
      expect(await refusal('read', { key: 'l' })).toEqual([404, 'Key not found.'])
    })

    test.each([
      [{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, true],
      [{ a: 1, b: [1, 2] }, { a: 1, b: [2, 1] }, false],
      [1, 1.0, true],
      [1, '1', false],
      ['é', 'e\u0301', false],
      [{}, [], false],
      [0, false, false],
      [-0, 0, true],
      [1e3, 1000, true],
    ])('%j there, %j expected: swapped is %j', async (there, expected, swapped) => {
      await ask('write', { key: 'k', value: there })
      expect(await ask('cas', { key: 'k', expected, value: 'new' })).toMatchObject({ swapped })
    })

    test('treats null as no value, unless null was written', async () => {
      await ask('write', { key: 'k', value: null })
      expect(await ask('cas', { key: 'k', expected: null, value: 1 })).toMatchObject({
        swapped: false,
      })
      expect(await ask('cas', { key: 'free', value: null })).toMatchObject({
        swapped: true,
        value: null,
      })
      expect(await ask('read', { key: 'free' })).toMatchObject({ value: null })
    })
  })

  describe('a grant', () => {
    const grant = (mode: string, more: Input = {}) => ask('grant', { grantee: bob, mode, ...more })
    const read = () => refusal('read', { key: 'k', owner: alice }, bob)
    const write = () => refusal('write', { key: 'k', value: 2, owner: alice }, bob)

    beforeEach(() => ask('write', { key: 'k', value: 1 }))

    test('is needed for the namespace of another wallet, and the refusal names it', async () => {
      const [status, error] = await read()
      expect(status).toBe(403)
      expect(error).toContain(`{"grantee":"${bob}","mode":"read"}`)
      expect((await write())[1]).toContain('"mode":"readwrite"')
    })

    test('to read allows reads only', async () => {
      expect(await grant('read')).toMatchObject({ owner: alice, grantee: bob, mode: 'read' })
      expect((await read())[0]).toBe(200)
      expect((await as(bob, 'read', { key: 'k', owner: alice })).body).toMatchObject({
        untrustedContent: true,
      })
      expect(await ask('read', { key: 'k' })).not.toHaveProperty('untrustedContent')
      expect((await write())[0]).toBe(403)
    })

    test('to read and write allows both, and the log names the writer', async () => {
      await grant('readwrite')
      expect((await write())[0]).toBe(200)
      expect(await ask('read', { key: 'k' })).toMatchObject({ value: 2, owner: alice })
      const { entries } = await ask('log', { limit: 1 })
      expect(entries).toMatchObject([{ op: 'write', key: 'k', by: bob }])
    })

    test('ends at the time that its answer names', async () => {
      const { expiresAt } = await grant('read', { ttlSeconds: 3_600 })
      expect(Math.abs(Number(expiresAt) - seconds() - 3_600)).toBeLessThanOrEqual(1)
      shop.clock.advance(HOUR + SECOND)
      expect((await read())[0]).toBe(403)
      expect(await ask('grants')).toEqual({ grants: [], count: 0 })
    })

    test('without a ttl has an end too', async () => {
      const { expiresAt } = await grant('read')
      expect(Math.abs(Number(expiresAt) - seconds() - TEN_YEARS_SECONDS)).toBeLessThanOrEqual(1)
    })

    test('ends when it is revoked, once', async () => {
      await grant('readwrite')
      expect(await ask('revoke', { grantee: bob })).toEqual({
        owner: alice,
        grantee: bob,
        revoked: true,
      })
      expect((await read())[0]).toBe(403)
      expect(await ask('revoke', { grantee: bob })).toMatchObject({ revoked: false })
    })

    test('is replaced by a later one', async () => {
      await grant('readwrite')
      await grant('read')
      expect((await write())[0]).toBe(403)
      expect(await ask('grants')).toMatchObject({
        count: 1,
        grants: [{ grantee: bob, mode: 'read' }],
      })
    })

    test('is listed for its owner and for its grantee', async () => {
      await grant('read')
      const { grants } = await ask('grants')
      const received = await as(bob, 'grants', { direction: 'received' })
      expect(received.body).toEqual({ grants, count: 1 })
      expect((await as(bob, 'grants')).body).toEqual({ grants: [], count: 0 })
    })

    test('is refused for oneself, and for anything but a wallet', async () => {
      expect(await refusal('grant', { grantee: alice, mode: 'read' })).toEqual([
        400,
        'grantee: you already own this namespace.',
      ])
      for (const grantee of ['0x12', 'bob', `${bob}0`])
        expect((await refusal('grant', { grantee, mode: 'read' }))[0]).toBe(400)
      expect((await refusal('grant', { grantee: bob, mode: 'write' }))[0]).toBe(400)
    })

    test('accepts addresses in upper and lower case', async () => {
      await ask('grant', { grantee: bob.toUpperCase().replace('0X', '0x'), mode: 'read' })
      const owner = alice.toUpperCase().replace('0X', '0x')
      expect((await refusal('read', { key: 'k', owner }, bob))[0]).toBe(200)
    })

    test.each([
      ['incr', { key: 'n' }],
      ['cas', { key: 'n', value: 1 }],
      ['batch-write', { entries: [{ key: 'n', value: 1 }] }],
      ['remember', { text: 'a text' }],
      ['forget', { id: 'mem_x' }],
      ['queue-push', { queue: 'q', items: [1] }],
      ['queue-pop', { queue: 'q' }],
      ['queue-ack', { queue: 'q', ids: ['q_1.1'] }],
      ['rate-limit', { key: 'r', capacity: 1, refillPerSecond: 1 }],
      ['scan', {}],
      ['batch-read', { keys: ['k'] }],
      ['usage', {}],
      ['log', {}],
      ['export', {}],
      ['recall', { query: 'a text' }],
    ])('is asked for by memory-%s', async (slug, input) => {
      const asked = { ...input, owner: alice }
      expect((await refusal(slug, asked, bob))[0]).toBe(403)
      await grant('readwrite')
      expect((await refusal(slug, asked, bob))[0]).toBe(200)
    })
  })

  describe('a queue', () => {
    const push = (items: readonly unknown[], more: Input = {}) =>
      ask('queue-push', { queue: 'q', items, ...more })
    const pop = async (more: Input = {}) => {
      const { items, depth } = await ask('queue-pop', { queue: 'q', ...more })
      return { items: items as { id: string; item: unknown; attempts: number }[], depth }
    }

    test('pops items in order, each once', async () => {
      expect(await push([1, { a: 2 }])).toEqual({ queue: 'q', pushed: 2, depth: 2 })
      await push(['three'])
      expect((await pop({ count: 2 })).items.map(({ item }) => item)).toEqual([1, { a: 2 }])
      expect((await pop({ count: 2 })).items.map(({ item }) => item)).toEqual(['three'])
      expect(await pop()).toEqual({ items: [], depth: 3 })
    })

    test('deletes acknowledged items', async () => {
      await push([1, 2])
      const { items } = await pop({ count: 2 })
      const ids = items.map(({ id }) => id)
      expect(await ask('queue-ack', { queue: 'q', ids })).toEqual({
        acknowledged: 2,
        released: 0,
        depth: 0,
      })
      expect(await ask('queue-ack', { queue: 'q', ids })).toMatchObject({ acknowledged: 0 })
      expect(await ask('usage')).toMatchObject({ keys: 0, bytes: 0 })
    })

    test('pops an item again that was not acknowledged in time, and counts', async () => {
      await push([1])
      const [first] = (await pop({ visibilitySeconds: 5 })).items
      expect((await pop()).items).toEqual([])
      shop.clock.advance(6 * SECOND)
      const [second] = (await pop()).items
      expect(second).toMatchObject({ item: 1, attempts: 2 })
      const late = { queue: 'q', ids: [first!.id] }
      expect(await ask('queue-ack', late)).toMatchObject({ acknowledged: 0, depth: 1 })
      expect(await ask('queue-ack', { queue: 'q', ids: [second!.id] })).toMatchObject({
        acknowledged: 1,
      })
    })

    test('returns released items', async () => {
      await push([1])
      const [first] = (await pop()).items
      const back = { queue: 'q', ids: [first!.id], release: true }
      expect(await ask('queue-ack', back)).toEqual({ acknowledged: 0, released: 1, depth: 1 })
      expect((await pop()).items).toMatchObject([{ item: 1, attempts: 2 }])
    })

    test('holds delayed items back', async () => {
      await push(['later'], { delaySeconds: 60 })
      expect(await pop()).toEqual({ items: [], depth: 1 })
      shop.clock.advance(61 * SECOND)
      expect((await pop()).items).toMatchObject([{ item: 'later' }])
    })

    test('is separate from other queues', async () => {
      await push([1])
      expect(await ask('queue-pop', { queue: 'other' })).toEqual({ items: [], depth: 0 })
    })
  })

  describe('an inbox', () => {
    const send = (body: unknown, more: Input = {}) =>
      as(bob, 'inbox-send', { to: alice, body, ...more })

    test('returns messages in order with their senders, and removes them', async () => {
      await send({ done: true }, { topic: 'jobs' })
      await send('second')
      const { messages, remaining } = await ask('inbox-read', { limit: 1 })
      expect(messages).toMatchObject([{ from: bob, topic: 'jobs', body: { done: true } }])
      expect(remaining).toBe(1)
      expect(await ask('inbox-read')).toMatchObject({ messages: [{ body: 'second', topic: null }] })
      expect(await ask('inbox-read')).toEqual({
        messages: [],
        remaining: 0,
        untrustedContent: true,
      })
    })

    test('keeps messages that are not acknowledged, or of another topic', async () => {
      await send(1, { topic: 'a' })
      await send(2, { topic: 'b' })
      expect(await ask('inbox-read', { topic: 'b', acknowledge: false })).toMatchObject({
        messages: [{ body: 2 }],
      })
      expect(await ask('inbox-read', { topic: 'b' })).toMatchObject({
        messages: [{ body: 2 }],
        remaining: 0,
      })
      expect(await ask('inbox-read')).toMatchObject({ messages: [{ body: 1 }] })
    })

    test('drops expired messages', async () => {
      await send(1, { ttlSeconds: 60 })
      shop.clock.advance(61 * SECOND)
      expect(await ask('inbox-read')).toEqual({
        messages: [],
        remaining: 0,
        untrustedContent: true,
      })
      await shop.tidy()
      const sql = 'select count(*) as count from memory_inbox where ns = $1'
      expect(await db().one(sql, [`inbox:${alice}`])).toEqual({ count: 0 })
    })

    test('takes no room from the namespace of its owner when it is full', async () => {
      shop = await openShop(db(), { MEMORY_MAX_NS_KEYS: '2' })
      for (const at of [1, 2]) await send(at)
      expect((await send(3)).status).toBe(413)
      expect((await as(alice, 'write', { key: 'k', value: 1 })).status).toBe(200)
      expect(await ask('usage')).toMatchObject({ keys: 1 })
    })

    test('refuses messages that are too long', async () => {
      expect((await send('x'.repeat(16_383))).status).toBe(400)
      expect((await send('x'.repeat(16_382))).status).toBe(200)
    })
  })

  describe('a rate limit', () => {
    const bucket = { key: 'api', capacity: 2, refillPerSecond: 0.5 }

    test('gives its tokens, says when there are more, and then gives those', async () => {
      const sinceMs = performance.now()
      expect(await ask('rate-limit', bucket)).toEqual({
        allowed: true,
        remaining: 1,
        retryAfterSeconds: 0,
      })
      expect(await ask('rate-limit', bucket)).toMatchObject({ allowed: true })
      const empty = await ask('rate-limit', bucket)
      expect(empty).toMatchObject({ allowed: false })
      // Tokens grow while the calls take their time.
      const tookSeconds = (performance.now() - sinceMs) / 1_000
      const retryAfterSeconds = Number(empty['retryAfterSeconds'])
      expect(retryAfterSeconds).toBeLessThan(2.2)
      expect(retryAfterSeconds).toBeGreaterThan(1.8 - tookSeconds)
      shop.clock.advance(2 * SECOND)
      expect(await ask('rate-limit', bucket)).toMatchObject({ allowed: true })
    })

    test('is not a value under the same key', async () => {
      await ask('rate-limit', bucket)
      expect(await refusal('read', { key: 'api' })).toEqual([404, 'Key not found.'])
    })

    test('that is full takes no room', async () => {
      await ask('rate-limit', bucket)
      expect(await ask('usage')).toMatchObject({ keys: 1 })
      shop.clock.advance(MINUTE)
      expect(await ask('usage')).toMatchObject({ keys: 0 })
    })

    test('refuses to give more than it can hold', async () => {
      const [status, error] = await refusal('rate-limit', { ...bucket, cost: 3 })
      expect([status, error.startsWith('cost: must be at most')]).toEqual([400, true])
    })
  })

  test('usage answers the room that is left', async () => {
    await ask('write', { key: 'soon', value: 'abc', ttlSeconds: 60 })
    await ask('write', { key: 'stays', value: 1 })
    expect(await ask('usage')).toEqual({
      keys: 2,
      bytes: 6,
      maxKeys: 10_000,
      maxBytes: 33_554_432,
      expiringSoon: 1,
      owner: alice,
    })
  })
})

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = [value]
  return value
}
