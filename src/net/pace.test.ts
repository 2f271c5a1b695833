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

test('turns are spaced, and time that passes is a turn', async () => {
  const { pace, waited, clock } = paceOf(2)
  for (let turn = 0; turn < 4; turn += 1) await pace.turn(signal)
  expect(waited).toEqual([500, 1_000, 1_500])
  clock.ms = 10_000
  await pace.turn(signal)
  expect(waited).toHaveLength(3)
})

test('a turn too far away is refused, and takes no place', async () => {
  const { pace, clock } = paceOf(1)
  for (let turn = 0; turn < 4; turn += 1) await pace.turn(signal)
  const refusal = { code: 'overloaded', detail: { retryAfterSeconds: 4 } }
  await expect(pace.turn(signal)).rejects.toMatchObject(refusal)
  await expect(pace.turn(signal)).rejects.toMatchObject(refusal)
  clock.ms = 1_000
  await pace.turn(signal)
})

test('a caller who is gone waits for nothing', async () => {
  const { pace } = paceOf(1)
  await pace.turn(signal)
  await expect(pace.turn(AbortSignal.abort())).rejects.toMatchObject({ code: 'caller_gone' })
})

test('who was told to wait waits, and is not made to wait less', async () => {
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
