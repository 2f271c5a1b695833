import { expect, test } from 'vitest'
import { createEditCost } from './edit-cost.ts'
import { createSpeller } from './spelling.ts'

const editCost = createEditCost()

const words = ['translate', 'weather', 'forecast', 'json', 'token', 'tax', 'валюта', 'hash', 'gas']
const speller = createSpeller(new Map(words.map((word) => [word, 5])))

test.each([
  ['transalte', 'translate'],
  ['wether', 'weather'],
  ['forcst', 'forecast'],
  ['jsno', 'json'],
  ['gass', 'gas'],
  ['валюат', 'валюта'],
])('%s means %s', (typed, meant) => {
  expect(speller.meant(typed)).toBe(meant)
})

test.each(['tokyo', 'taxi', 'reach', 'walked', 'zzzzzz', 'x1', ''])(
  '%s means no other',
  (typed) => {
    expect(speller.meant(typed)).toBeNull()
  },
)

test('swapped and doubled letters cost less than others, and there is a limit', () => {
  const cost = (typed: string): number => editCost(typed, 'weather', 3)
  expect(cost('weather')).toBe(0)
  expect(cost('waether')).toBeLessThan(cost('wexther'))
  expect(cost('weatther')).toBeLessThan(cost('weatxher'))
  expect(cost('wesather')).toBeLessThan(Infinity)
  expect(editCost('abc', 'weather', 2)).toBe(Infinity)
})
