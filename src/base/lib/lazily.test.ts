import { expect, test } from 'vitest'
import { lazily } from './lazily.ts'

test('A value is made once, and what could not be made is tried again', async () => {
  let tries = 0
  const get = lazily(async () => {
    if (++tries === 1) throw new Error('away')
    return { tries }
  })
  const ends = await Promise.allSettled([get(), get()])
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const made = await get()
  expect(made).toEqual({ tries: 2 })
  expect(await get()).toBe(made)
})
