import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

function paceOf(perSecond: number) {
  const waited: number[] = []
  const clock = { ms: 0 }
  const pace = createPace({
    name: 'Someone',
    perSecond,
    waitMaxMs: 3_000,
    clock: () => clock.ms,
    wait: async (forMs, signal) => {
      signal.throwIfAborted()
      waited.push(forMs)
    },
  })
  return { pace, waited, clock }
}

const { signal } = new AbortController()

test('turns are spaced, and idle time earns one turn', async () => {
  const { pace, waited, clock } = paceOf(2)
  for (let turn = 0; turn < 4; turn += 1) await pace.turn(signal)
  expect(waited).toEqual([500, 1_000, 1_500])
  clock.ms = 10_000
  await pace.turn(signal)
  expect(waited).toHaveLength(3)
})

test('a turn too far ahead is refused, and takes no slot', async () => {
  const { pace, clock } = paceOf(1)
  for (let turn = 0; turn < 4; turn += 1) await pace.turn(signal)
  const refusal = { code: 'overloaded', detail: { retryAfterSeconds: 4 } }
  await expect(pace.turn(signal)).rejects.toMatchObject(refusal)
  await expect(pace.turn(signal)).rejects.toMatchObject(refusal)
  clock.ms = 1_000
  await pace.turn(signal)
})

test('a caller who is gone stops waiting', async () => {
  const { pace } = paceOf(1)
  await pace.turn(signal)
  await expect(pace.turn(AbortSignal.abort())).rejects.toMatchObject({ code: 'caller_gone' })
})

test('a pause is never shortened by a shorter one', async () => {
  const { pace, waited, clock } = paceOf(1)
  await pace.rest(2_000)
  await pace.rest(500)
  await pace.turn(signal)
  expect(waited).toEqual([2_000])
  await pace.rest(60_000)
  await expect(pace.turn(signal)).rejects.toMatchObject({ detail: { retryAfterSeconds: 60 } })
  clock.ms = 60_000
  await pace.turn(signal)
  expect(waited).toHaveLength(1)
})
