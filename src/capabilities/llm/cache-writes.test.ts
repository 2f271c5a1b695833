import { expect, test } from 'vitest'
import { writeFactorOf, writingOf } from './cache-writes.ts'
import { priceOfTokens } from './rates.ts'

const marked = (ttl?: string) => ({ type: 'text', cache_control: { type: 'ephemeral', ttl } })

test.each([
  [1, { messages: [{ content: 'hi' }], cache_control: null }],
  [1.25, { messages: [{ content: [marked()] }] }],
  [1.25, { tools: [{ name: 'a', cache_control: { type: 'ephemeral' } }] }],
  [2, { messages: [{ content: [marked('5m'), marked('1h')] }] }],
])('input costs at most %s times as much in %j', (factor, body) => {
  expect(writeFactorOf(body)).toBe(factor)
})

test('what is written costs what the provider asks for it, and the share of all tokens', () => {
  const rates = { input: 1, output: 5 }
  const priced = (written: number, forAnHour: number) =>
    priceOfTokens({ input: 1_000, output: 0, writing: writingOf({ written, forAnHour }) }, rates)
  expect(priced(0, 0)).toBe(1_150)
  // 1.25 and 2 times what 1,000 tokens of input cost, and 15 % on top.
  expect(priced(1_000, 0)).toBe(1_438)
  expect(priced(1_000, 1_000)).toBe(2_300)
  expect(priced(1_000, 400)).toBe(1_783)
})
