import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { cacheKeyOf, createAnswerCache } from './cache.ts'

const usage = { input: 1, output: 2, cached: 0, thinking: 0 }
const made = { model: 'm', provider: 'p', usage }
const answer = (text: string) => ({ body: { text }, headers: [], made })

test('an answer is told again for ten minutes, with its age', () => {
  let now = 1_000_000
  const cache = createAnswerCache(1_000, () => now)
  cache.put('a', answer('one'))
  now += 61_500
  expect(cache.get('a')).toEqual({ ...answer('one'), ageSeconds: 61 })
  now += 600_000
  expect(cache.get('a')).toBeNull()
})

test('what was asked for longest ago makes room, and what is too large is not kept', () => {
  const bytes = JSON.stringify(answer('x'.repeat(20))).length
  const cache = createAnswerCache(bytes * 2.5, () => 0)
  cache.put('a', answer('x'.repeat(20)))
  cache.put('b', answer('y'.repeat(20)))
  cache.get('a')
  cache.put('c', answer('z'.repeat(20)))
  expect(['a', 'b', 'c'].map((key) => cache.get(key) !== null)).toEqual([true, false, true])
  cache.put('d', answer('x'.repeat(bytes * 2)))
  expect(cache.get('d')).toBeNull()
  expect(cache.get('a')).not.toBeNull()
})

test('a key is that of what is asked, in any order and by anybody', () => {
  const key = cacheKeyOf(['chat', 'nano'], { messages: [1], temperature: 0, user: 'ann' })
  const same = { cache: true, temperature: 0, user: 'bob', messages: [1] }
  expect(cacheKeyOf(['chat', 'nano'], same)).toBe(key)
  expect(cacheKeyOf(['chat', 'pro'], same)).not.toBe(key)
  expect(cacheKeyOf(['chat', 'nano'], { ...same, temperature: 1 })).not.toBe(key)
  const keyOf = (messages: unknown[]) => cacheKeyOf(['chat'], { messages })
  const long = 'x'.repeat(20_000)
  const digest = createHash('sha256').update(long).digest('base64')
  expect(keyOf([long, 'a'])).toBe(keyOf([long, 'a']))
  const others = [
    [long, 'b'],
    [`${long}y`, 'a'],
    ['a', long],
    [digest, 'a'],
    [[long], 'a'],
  ]
  for (const other of others) expect(keyOf(other)).not.toBe(keyOf([long, 'a']))
})
