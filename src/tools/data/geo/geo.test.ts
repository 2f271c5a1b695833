import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../test/support/run-tool.ts'
import geocode from './geocode.ts'
import placeSearch from './place-search.ts'
import reverseGeocode from './reverse-geocode.ts'

const bad = { code: 'bad_input' }

describe('geocode', () => {
  test('no place is an answer', async () => {
    expect(await runExample(geocode, { q: 'zzzz' })).toMatchObject({ results: [], count: 0 })
  })
  test.each([
    [{ q: ' ' }],
    [{ q: 'x', limit: 11 }],
    [{ q: 'x', countryCodes: 'gbr' }],
    [{ q: 'x', countryCodes: 'gb,,ie' }],
    [{}],
  ])('%j is refused', async (input) => {
    await expect(runExample(geocode, input)).rejects.toMatchObject(bad)
  })
})

test('nothing is mapped at sea', async () => {
  const answer = runExample(reverseGeocode, { lat: 0, lon: 0 })
  await expect(answer).rejects.toMatchObject({ code: 'not_found' })
})

describe('place-search', () => {
  test.each([['1,2,3'], ['1,2,3,'], ['1,2,3,91'], ['a,b,c,d'], ['200,1,1,1'], ['1,2,3,4,5']])(
    'a viewbox of %s is refused',
    async (viewbox) => {
      await expect(runExample(placeSearch, { q: 'x', viewbox })).rejects.toMatchObject(bad)
    },
  )
  test('a viewbox is taken', async () => {
    const input = { q: 'Berlin', viewbox: '13, 52.3, 13.8, 52.7', bounded: true }
    expect(await runExample(placeSearch, input)).toMatchObject({ count: 2 })
  })
})
