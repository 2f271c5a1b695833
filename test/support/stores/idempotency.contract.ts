import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createIdempotencyStore, type IdempotencyStore } from '../../../src/stores/idempotency.ts'
import { atOnce } from '../calls.ts'
import { useDatabase, type Engine } from '../engines.ts'

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

  const begin = (callId: string, now = NOW) => store.begin(key, callId, now + LEASE - NOW, now)
  const commit = (callId: string) => db().batch([store.commit(key, callId, 'answer', KEPT)])

  test('of 20 that begin at once, one is the first and the others wait', async () => {
    const begun = await atOnce(20, (at) => begin(`call ${at}`))
    expect(begun.filter(({ state }) => state === 'first')).toHaveLength(1)
    expect(begun.filter(({ state }) => state === 'running')).toHaveLength(19)
  })

  test('a committed answer is told to all that come later', async () => {
    await begin('a')
    await commit('a')
    expect(await begin('b')).toEqual({ state: 'done', reply: 'answer' })
    expect(await begin('c', KEPT - 1)).toEqual({ state: 'done', reply: 'answer' })
  })

  test('an abandoned key is as if it had never been', async () => {
    await begin('a')
    expect(await store.abandon(key, 'a')).toBe(true)
    expect(await begin('b')).toEqual({ state: 'first' })
  })

  test('a committed answer cannot be abandoned', async () => {
    await begin('a')
    await commit('a')
    expect(await store.abandon(key, 'a')).toBe(false)
    expect(await begin('b')).toMatchObject({ state: 'done' })
  })

  test('a call that died with the key gives it up when its time is over', async () => {
    await begin('dead')
    expect(await begin('early', LEASE - 1)).toEqual({ state: 'running' })
    expect(await begin('heir', LEASE)).toEqual({ state: 'first' })
  })

  test('a call that lost the key to another can neither commit nor abandon it', async () => {
    await begin('dead')
    await begin('heir', LEASE)
    await commit('dead')
    expect(await store.abandon(key, 'dead')).toBe(false)
    expect(await begin('c', LEASE)).toEqual({ state: 'running' })
  })

  test('an answer is kept until its time is over', async () => {
    await begin('a')
    await commit('a')
    await store.forget(KEPT - 1)
    expect(await begin('b')).toMatchObject({ state: 'done' })
    await store.forget(KEPT)
    expect(await begin('c')).toEqual({ state: 'first' })
  })
}
