import { expect, test } from 'vitest'
import { placeIn } from './json-text.ts'

test.each([
  ['', 0, 1, 1],
  ['abc', 2, 1, 3],
  ['a\nb', 2, 2, 1],
  ['a\r\nb', 3, 2, 1],
  ['a\rb\r\n\n\rc', 7, 5, 1],
  ['a\r\nb', 2, 2, 1],
  ['a\r\nb', 1, 1, 2],
])('in %j, index %i is in line %i, column %i', (text, at, line, column) => {
  expect(placeIn(text, at)).toEqual({ line, column })
})

test('a text of line breaks does not block the event loop', () => {
  const text = '\n'.repeat(4_000_000)
  const before = process.memoryUsage().heapUsed
  expect(placeIn(text, text.length)).toEqual({ line: text.length + 1, column: 1 })
  // A list of its lines takes more than 30 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(16_000_000)
})
