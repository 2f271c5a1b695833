import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createIdempotencyStore, type IdempotencyStore } from '../../../src/stores/idempotency.ts'
import { atOnce } from '../calls.ts'
import { countTrue, useDatabase, type Engine } from '../engines.ts'
import { createPaymentStore } from '../../../src/stores/payments.ts'

const NOW = 1_000
const LEASE = 2_000
const KEPT = 9_000

export function idempotencyContract(engine: Engine): void {
  const db = useDatabase(engine)
  let store: IdempotencyStore
  let key: string

  beforeEach(() => {
    store = createIdempotencyStore(db())
    key = randomUUID()
  })

  const begin = (callId: string, now = NOW, proof: string | null = null) =>
    store.begin(key, { callId, proof, until: now + LEASE - NOW }, now)
  const commit = (callId: string) =>
    db().batch([{ ...store.commit(key, callId, 'answer', KEPT), guard: true }])

  test('of 20 that begin at once, one is the first and the others wait', async () => {
    const begun = await atOnce(20, (at) => begin(`call ${at}`))
    expect(countTrue(begun)).toBe(1)
  })

  test('a committed answer is told to all that come later', async () => {
    await begin('a')
    await commit('a')
    expect(await begin('b', KEPT - 1)).toBe(false)
    expect(await store.find(key)).toMatchObject({ callId: 'a', reply: 'answer', until: KEPT })
  })

  test('an abandoned key is as if it had never been', async () => {
    await begin('a')
    expect(await store.abandon(key, 'a')).toBe(true)
    expect(await begin('b')).toBe(true)
  })

  test('a committed answer cannot be abandoned', async () => {
    await begin('a')
    await commit('a')
    // Nearly every call ends so: no statement may fail for it.
    expect(await store.abandon(key, 'a')).toBe(true)
    expect(await store.find(key)).toMatchObject({ reply: 'answer' })
  })

  test('a call that died with the key gives it up when its time is over', async () => {
    await begin('dead')
    expect(await begin('early', LEASE - 1)).toBe(false)
    expect(await begin('heir', LEASE)).toBe(true)
  })

  test('a call that lost the key to another can neither commit nor abandon it', async () => {
    await begin('dead')
    await begin('heir', LEASE)
    expect(await commit('dead')).toBe(false)
    await store.abandon(key, 'dead')
    expect(await store.find(key)).toMatchObject({ callId: 'heir', reply: null })
  })

  test('an answer is kept until its time is over', async () => {
    await begin('a')
    await commit('a')
    await store.forget(KEPT - 1)
    expect(await store.find(key)).toMatchObject({ reply: 'answer' })
    await store.forget(KEPT)
    expect(await store.find(key)).toBeNull()
  })

  test('a call that is at work holds the key for longer', async () => {
    await begin('a')
    await db().batch([store.renew(key, 'a', LEASE + 500)])
    expect(await begin('b', LEASE)).toBe(false)
    expect(await db().batch([store.hold(key, 'b', KEPT)])).toBe(false)
    expect(await db().batch([store.hold(key, 'a', LEASE + 600)])).toBe(true)
    expect(await store.find(key)).toMatchObject({ until: LEASE + 600 })
  })

  test('a key is kept until somebody knows whether its call was paid', async () => {
    const payments = createPaymentStore(db())
    const proof = randomUUID()
    const claim = { proof, rail: 'test', slug: 'tool', callId: 'a', request: '' }
    await payments.claim({ ...claim, lease: KEPT, until: KEPT }, NOW)
    await payments.deliver(proof, 'a', { reply: null, data: '{}' }, NOW)
    await begin('a', NOW, proof)
    await store.orphan(key, 'a')
    // A renewal that is late does not extend it again.
    await db().batch([store.renew(key, 'a', KEPT)])
    await store.forget(KEPT)
    expect(await store.find(key)).toMatchObject({ callId: 'a', proof, reply: null, until: 0 })
    await payments.fail(proof, 'a', NOW)
    await store.forget(KEPT)
    expect(await store.find(key)).toBeNull()
  })
}
