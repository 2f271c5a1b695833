import { expect, test } from 'vitest'
import { createCache } from './cache.ts'

function cacheAt() {
  const clock = { ms: 0 }
  const cache = createCache<string>({ bytesMax: 10_000, now: () => clock.ms })
  return { clock, cache }
}

test('a value is kept until it expires', () => {
  const { clock, cache } = cacheAt()
  cache.set('a', 'one', { bytes: 3, untilMs: 100 })
  cache.set('late', 'never', { bytes: 3, untilMs: 0 })
  expect([cache.get('a'), cache.get('late'), cache.get('b')]).toEqual(['one', null, null])
  clock.ms = 100
  expect(cache.get('a')).toBeNull()
})

test('the value unused for longest is dropped first', () => {
  const { cache } = cacheAt()
  for (const key of ['a', 'b', 'c']) cache.set(key, key, { bytes: 2_500, untilMs: 1 })
  cache.get('a')
  cache.set('d', 'd', { bytes: 2_500, untilMs: 1 })
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual(['a', null, 'c', 'd'])
  cache.set('huge', 'huge', { bytes: 10_000, untilMs: 1 })
  expect([cache.get('huge'), cache.get('d')]).toEqual([null, 'd'])
})

test('a value that is set again counts once', () => {
  const { cache } = cacheAt()
  for (let time = 0; time < 50; time += 1) cache.set('a', `${time}`, { bytes: 2_000, untilMs: 1 })
  cache.set('b', 'b', { bytes: 2_000, untilMs: 1 })
  expect([cache.get('a'), cache.get('b')]).toEqual(['49', 'b'])
})
