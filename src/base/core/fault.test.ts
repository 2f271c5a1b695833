import { expect, test } from 'vitest'
import { Fault, storeAway } from './fault.ts'

test('What is away is told from what is broken', () => {
  const missing = Object.assign(new Error("Cannot find package 'x'"), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
  const told = [storeAway('lost'), missing, new TypeError('x is null')].map((thrown) => {
    const { status, code, detail } = Fault.from(thrown)
    return [status, code, detail.retryAfterSeconds]
  })
  expect(told).toEqual([
    [503, 'store_away', 5],
    [503, 'files_away', 30],
    [500, 'internal', undefined],
  ])
})
