import { expect, test } from 'vitest'
import { atOnce } from './slices.ts'
import { textLikenessOf } from './likeness.ts'

const TEXTS = [
  'geolocation of an address',
  'convert currencies at the rate of the day',
  'conversion of a currency amount',
  '',
]
const likenesses = atOnce(textLikenessOf(TEXTS.map((text) => [text])))

/** Places by likeness, those with none left out. */
const orderOf = (query: string): readonly number[] => {
  const likeness = likenesses.likeness(query)
  const all = TEXTS.map((_text, place) => ({ place, like: likeness(place) }))
  return all
    .filter(({ like }) => like > 0)
    .toSorted((a, b) => b.like - a.like)
    .map(({ place }) => place)
}

test.each([
  ['where was this geolocated', [0]],
  ['currency converter', [2, 1]],
  ['CURRENCY---CONVERTER!', [2, 1]],
  ['zzzz', []],
  ['', []],
])('%s is like %j', (query, places) => {
  expect(orderOf(query)).toEqual(places)
})

test('a text is as like itself as can be, and one question leaves nothing for the next', () => {
  for (const [place, text] of TEXTS.entries())
    if (text !== '') expect(likenesses.likeness(text)(place)).toBeCloseTo(1, 3)
  expect(orderOf('geolocation of an address')[0]).toBe(0)
  expect(likenesses.likeness('zzzz')(0)).toBe(0)
})
