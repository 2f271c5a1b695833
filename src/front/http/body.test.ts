/** @module-tag long */
import { expect, test } from 'vitest'
import { createBodyBudget, readBody } from './body.ts'

const MB = 1024 * 1024
const BOUNDS = { bytesMax: 20 * MB, valuesMax: 1_000, depthMax: 10 }

/** A body of which nothing more comes after its first bytes. */
const stuck = (bytes: number) => ({
  header: () => undefined,
  whole: () => new Promise<Uint8Array>(() => {}),
  pieces: () =>
    new ReadableStream<Uint8Array>({
      start: (out) => out.enqueue(new Uint8Array(bytes).fill(0x31)),
    }),
})

test('bodies that never arrive make room for one that does, the largest first', async () => {
  const budget = createBodyBudget()
  const crowd = Array.from({ length: 4 }, (_, at) => {
    const share = budget.open(`192.0.2.${at}`)
    const read = readBody(stuck((13 + at) * MB), BOUNDS, share)
    return read.catch((fault: unknown) => (fault as { code: string }).code)
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  const honest = budget.open('192.0.2.9')
  for (let at = 0; at < 8; at += 1) honest.take(MB)
  await expect(Promise.race(crowd)).resolves.toBe('overloaded')
  await expect(crowd[3]).resolves.toBe('overloaded')
})

test('a body that has arrived is not dropped for others', () => {
  const budget = createBodyBudget()
  for (let at = 0; at < 4; at += 1) {
    const share = budget.open(`192.0.2.${at}`)
    share.take(16 * MB)
    share.finish()
  }
  expect(() => budget.open('192.0.2.9').take(MB)).toThrow(/Too many large bodies/)
})
