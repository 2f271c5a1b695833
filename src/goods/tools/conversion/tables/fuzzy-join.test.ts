/** @module-tag long */
import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import fuzzyJoin from './fuzzy-join.ts'

const rows = (...names: readonly string[]) => names.map((n) => ({ n }))

const pairsOf = async (input: object) => {
  const answer = await runExample(fuzzyJoin, { on: [{ left: 'n' }], ...input })
  const found = answer['rows'] as readonly { leftIndex: number; rightIndex: number }[]
  return found.map(({ leftIndex, rightIndex }) => [leftIndex, rightIndex])
}

test.each([
  ['company', 'Müller & Söhne GmbH', 'Muller und Sohne'],
  ['company', 'I.B.M. Corp.', 'IBM Corporation'],
  ['company', 'The Globex Corporation', 'Globex Inc'],
  ['name', 'Dr. Jon A. Smith', 'Smith, Jon A'],
  ['name', 'J. Rowling', 'Joanne Rowling'],
  ['address', '12 Main Street, Springfield', '12 main st springfield'],
  ['text', 'colour', 'color'],
])('as %s, %s matches %s', async (kind, one, other) => {
  const on = [{ left: 'n', kind }]
  expect(await pairsOf({ left: rows(one), right: rows(other), on, threshold: 0.8 })).toEqual([
    [0, 0],
  ])
})

test.each([
  ['address', '12 Main Street, Springfield', '14 Main Street, Springfield'],
  ['company', 'Acme Inc', 'Apex Inc'],
  ['name', 'Ada Lovelace', 'Alan Turing'],
  ['exact', 'a1', 'A1'],
])('as %s, %s does not match %s', async (kind, one, other) => {
  expect(await pairsOf({ left: rows(one), right: rows(other), on: [{ left: 'n', kind }] })).toEqual(
    [],
  )
})

test('each row is matched at most once, with the best sum of scores', async () => {
  const left = rows('jonathan smith', 'jonathan smyth')
  const right = rows('jonathan smyth', 'jonathan smythe')
  expect(await pairsOf({ left, right })).toEqual([
    [0, 1],
    [1, 0],
  ])
  expect(await pairsOf({ left, right, one: false })).toHaveLength(4)
})

test('a column that is empty on one side does not count', async () => {
  const left = [{ a: 'Acme', city: 'Rome' }, { a: null }]
  const right = [{ b: 'Acme', town: '' }]
  const on = [
    { left: 'a', right: 'b' },
    { left: 'city', right: 'town' },
  ]
  const answer = await runExample(fuzzyJoin, { left, right, on })
  expect(answer).toMatchObject({ count: 1, unmatchedLeft: [1], unmatchedRight: [] })
})

test('a list is matched with itself in time, with a typing error in each row', async () => {
  const words = 'north south river stone green silver maple cedar harbor summit'.split(' ')
  const name = (at: number) =>
    `${words[at % 10]} ${words[Math.floor(at / 10) % 10]} ${words[Math.floor(at / 100) % 10]} ${at}`
  const left = Array.from({ length: 1_500 }, (_, at) => ({ n: name(at) }))
  const right = left.map(({ n }) => ({ n: n.replace('e', 'ee') })).toReversed()
  const found = await pairsOf({ left, right, threshold: 0.9 })
  const right1 = found.filter(([a, b]) => (a ?? 0) + (b ?? 0) === 1_499)
  expect(right1.length / 1_500).toBeGreaterThan(0.97)
})
