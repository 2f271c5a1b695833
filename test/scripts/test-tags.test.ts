import { expect, test } from 'vitest'
import { filesOfTurn, filterOf, marksIn } from '../support/runs/tags.ts'

const LONG = marksIn("test('a', { tags: 'long' }, run)")
const NONE = marksIn("test('a', run)")

test('in twelve turns the long tests of every file run, once', () => {
  const files = Array.from({ length: 20 }, (_, at) => [`${at}`, at < 17 ? LONG : NONE] as const)
  const turns = Array.from({ length: 12 }, (_, seed) => [...filesOfTurn(files, seed)])
  expect(turns.map(({ length }) => length)).toEqual([2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1])
  expect(new Set(turns.flat()).size).toBe(17)
})

test.each([
  ["test('a', { tags: 'long' }, run)", false, ['!ci && !long'], ['ci || long'], []],
  ["test('a', { tags: 'long' }, run)", true, ['!ci'], null, []],
  ["test('a', { tags: 'ci' }, run)", true, ['!ci'], ['ci'], []],
  ["test('a', run)", false, ['!ci && !long'], null, []],
  ['/** @module-tag long */', false, null, ['ci || long'], []],
  ['/** @module-tag ci */', true, null, ['ci'], []],
  ['/** @module-tag check */', true, null, null, null],
])('of %s, in its turn %s', (text, isTurn, turn, rest, all) => {
  const filters = (['turn', 'rest', 'all'] as const).map((extent) =>
    filterOf(marksIn(text), isTurn, extent),
  )
  expect(filters).toEqual([turn, rest, all])
})
