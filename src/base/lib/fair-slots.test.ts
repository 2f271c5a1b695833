import { expect, test } from 'vitest'
import type { CallContext } from '../core/capability.ts'
import { createFairSlots, type FairSlotOptions } from './fair-slots.ts'

const OPTIONS = {
  slots: 3,
  slotsPerClient: 2,
  waitMs: 5_000,
  waitingMax: 4,
  what: 'All slots',
  retryAfterSeconds: 5,
}

type Claim = Pick<CallContext, 'signal' | 'sender'>

interface From {
  readonly payer?: string | null
  readonly isStrained?: boolean
  readonly signal?: AbortSignal
}

const scope = (client: string, { signal, payer = null, isStrained = false }: From = {}): Claim => ({
  signal: signal ?? new AbortController().signal,
  sender: { client, payer, isStrained },
})

/** Slots, and a log of who has got one. */
function open(options: Partial<FairSlotOptions> = {}) {
  const slots = createFairSlots({ ...OPTIONS, ...options })
  const begun: string[] = []
  const leave = new Map<string, () => void>()
  async function enter(name: string, from: Claim, isSmall = false): Promise<string> {
    const give = await slots.take(from, { isSmall }).catch((fault: { code: string }) => fault)
    if (typeof give !== 'function') return give.code
    begun.push(name)
    leave.set(name, give)
    return 'begun'
  }
  return { enter, begun, leave: (name: string) => leave.get(name)?.() }
}

const settled = () => new Promise(setImmediate)

test('one client never holds all slots', async () => {
  const { enter, begun, leave } = open()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void enter(name, scope('a'))
  await enter('b1', scope('b'))
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  leave('a1')
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('the client with the fewest slots is served first, and strained clients last', async () => {
  const { enter, begun, leave } = open({ slots: 2, slotsPerClient: 2, waitingMax: 9 })
  await enter('a1', scope('a'))
  await enter('b1', scope('b'))
  void enter('c1', scope('c', { isStrained: true }))
  void enter('a2', scope('a'))
  void enter('d1', scope('d'))
  leave('b1')
  await settled()
  leave('a1')
  await settled()
  leave('d1')
  await settled()
  expect(begun).toEqual(['a1', 'b1', 'd1', 'a2', 'c1'])
})

test('a strained client holds at most one slot', async () => {
  const { enter, begun } = open()
  for (const name of ['a1', 'a2']) void enter(name, scope('a', { isStrained: true }))
  await enter('b1', scope('b'))
  expect(begun).toEqual(['a1', 'b1'])
})

test('buyers behind one address take turns by payer', async () => {
  const { enter, begun, leave } = open({ slots: 2, slotsPerClient: 2 })
  await enter('a1', scope('x', { payer: 'a' }))
  await enter('a2', scope('x', { payer: 'a' }))
  void enter('a3', scope('x', { payer: 'a' }))
  void enter('b1', scope('x', { payer: 'b' }))
  leave('a1')
  await settled()
  expect(begun.at(-1)).toBe('b1')
})

test('small work has a slot that long work cannot take', async () => {
  const { enter, begun } = open({ slotsForSmall: 1 })
  for (const name of ['a', 'b', 'c']) void enter(name, scope(name))
  await enter('small', scope('d'), true)
  expect(begun).toEqual(['a', 'b', 'small'])
})

test('a full queue drops a call of the busiest client for a newcomer', async () => {
  const { enter } = open({ slots: 1, slotsPerClient: 1 })
  await enter('a0', scope('a'))
  const crowd = ['a1', 'a2', 'a3', 'a4'].map((name) => enter(name, scope('a')))
  expect(await enter('a5', scope('a'))).toBe('overloaded')
  void enter('b1', scope('b'))
  expect(await Promise.race(crowd)).toBe('overloaded')
})

test('no call waits longer than allowed, or after its end', async () => {
  const { enter } = open({ slots: 1, slotsPerClient: 1, waitMs: 30 })
  await enter('a', scope('a'))
  const signal = AbortSignal.timeout(5)
  const ended = [enter('b', scope('b')), enter('c', scope('c', { signal }))]
  expect(await Promise.all(ended)).toEqual(['overloaded', 'caller_gone'])
})

test('with one slot, clients take turns whatever they have waiting', async () => {
  const { enter, begun, leave } = open({ slots: 1, slotsPerClient: 1, waitingMax: 9 })
  await enter('a1', scope('a'))
  for (const name of ['a2', 'a3', 'a4']) void enter(name, scope('a'))
  for (const name of ['b1', 'b2']) void enter(name, scope('b'))
  for (const name of ['a1', 'b1', 'a2', 'b2', 'a3']) {
    leave(name)
    await settled()
  }
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4'])
})
