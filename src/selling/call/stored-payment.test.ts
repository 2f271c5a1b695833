import { describe, expect, test } from 'vitest'
import { usdOf } from '../../base/core/money.ts'
import type { Authorization } from '../payments/rail.ts'
import { createFreeRail } from '../payments/free.ts'
import { createTill } from '../payments/till.ts'
import { readStored, storePaid } from './stored-payment.ts'

const till = createTill([createFreeRail()])
const authorization: Authorization = {
  rail: 'free',
  payer: { rail: 'free', wallet: 'demo:a' },
  amount: usdOf(0),
  proof: null,
  data: null,
}
const since = 7
const effect = { by: 'memory', lockKey: 'a', what: { key: 'k' }, ignored: ['x'] }

describe('a stored payment', () => {
  test('is read back unchanged', () => {
    const payment = { authorization, since, idempotencyKey: 'key', effect }
    expect(readStored(storePaid(payment), till)).toEqual(payment)
    const bare = { authorization, since, idempotencyKey: null, effect: null }
    expect(readStored(storePaid(bare), till)).toEqual(bare)
  })

  test.each([
    ['without a time', { authorization, idempotencyKey: null, effect: null }, null],
    ['with the old names of an effect and its lock key', { deed: true }, effect],
    ['that calls an effect so already', { authorization, idempotencyKey: null, effect }, effect],
  ])('of an older version is read: %s', (_what, row, read) => {
    const { lockKey: lane, ...rest } = effect
    const deed = { authorization, since, idempotencyKey: null, deed: { ...rest, lane } }
    const text = JSON.stringify('deed' in row ? deed : row)
    expect(readStored(text, till)).toMatchObject({
      authorization,
      idempotencyKey: null,
      effect: read,
    })
  })

  test.each([
    ['no JSON object', '[]'],
    ['an unknown version', JSON.stringify({ version: 99, authorization, since, effect: null })],
    ['no authorization', JSON.stringify({ version: 2, since, idempotencyKey: null, effect: null })],
    [
      'what its rail cannot settle',
      storePaid({
        authorization: { ...authorization, data: { odd: true } },
        since,
        idempotencyKey: null,
        effect: null,
      }),
    ],
  ])('that is not valid is refused: %s', (_what, text) => {
    expect(() => readStored(text, till)).toThrow()
  })
})
