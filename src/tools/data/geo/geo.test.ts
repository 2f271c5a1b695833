import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../test/support/run-tool.ts'
import airportLookup from './airport-lookup.ts'
import elevation from './elevation.ts'
import geocode from './geocode.ts'
import placeSearch from './place-search.ts'
import postalLookup from './postal-lookup.ts'
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

describe('airport-lookup', () => {
  test('a city without its accents finds airports with flights before heliports', async () => {
    const { results } = await runExample(airportLookup, { q: 'SAO paulo' })
    expect(results).toMatchObject([
      { iata: 'GRU', elevationM: 750 },
      { iata: null, icao: 'SDPA', name: 'Helipad "Torre" São Paulo', elevationM: null },
    ])
  })
  test.each([
    ['egll', 'London Heathrow Airport'],
    ['00a', 'Total RF Heliport'],
  ])('%s is a code', async (code, name) => {
    expect(await runExample(airportLookup, { code })).toMatchObject({ results: [{ name }] })
  })
  test('an unknown code is an empty answer', async () => {
    expect(await runExample(airportLookup, { code: 'ZZZ' })).toMatchObject({ count: 0 })
  })
  test.each([[{}], [{ code: 'JFK', q: 'x' }], [{ q: '!' }], [{ code: 'a b' }]])(
    '%j is refused',
    async (input) => {
      await expect(runExample(airportLookup, input)).rejects.toMatchObject(bad)
    },
  )
})

describe('postal-lookup', () => {
  const lookup = async (countryCode: string, postcode: string) =>
    runExample(postalLookup, { countryCode, postcode })

  test('where only the first part is public, that is found and said', async () => {
    const ottawa = { name: 'Ottawa (Government)', state: 'Ontario', stateCode: 'ON' }
    expect(await lookup('ca', 'k1a 0b1')).toMatchObject({ postcode: 'K1A', places: [ottawa] })
    expect(await lookup('US', '94103-1234')).toMatchObject({ postcode: '94103', count: 1 })
  })
  test('one code may have several places, some without a position', async () => {
    const { postcode, places } = await lookup('PL', '00 950')
    expect([postcode, places]).toMatchObject(['00-950', [{ lat: 52.25, lon: 21 }, { lat: null }]])
  })
  test('an unknown code is an empty answer', async () => {
    expect(await lookup('US', '00000')).toMatchObject({ places: [], count: 0 })
    expect(await lookup('GB', 'ZZ1 1ZZ')).toMatchObject({ places: [], count: 0 })
  })
  test('British codes need neither district nor position', async () => {
    const place = { name: 'Channel Islands', state: 'Channel Islands', lat: null, lon: null }
    expect(await lookup('GB', 'je23qa')).toMatchObject({ postcode: 'JE2 3QA', places: [place] })
  })
  test('a country without public codes is refused', async () => {
    await expect(lookup('ZZ', '1')).rejects.toMatchObject(bad)
  })
})

describe('elevation', () => {
  test('between two pixels the height is between theirs; climb and descent add up', async () => {
    // The first pixel of each tile of 256 stands 100 m above the rest.
    const [centre, between] = [0.5, 1].map((pixel) => (pixel / 2 ** 21) * 360)
    const points = [centre, between, 0.01, centre].map((lon) => ({ lat: 46, lon }))
    const answer = await runExample(elevation, { points })
    const heights = (answer['points'] as { elevationM: number }[]).map((one) => one.elevationM)
    expect(heights).toEqual([2_100, 2_050, 2_000, 2_100])
    expect(answer).toMatchObject({ minM: 2_000, maxM: 2_100, gainM: 100, lossM: 100 })
  })
  test('the data ends near the poles', async () => {
    const asked = runExample(elevation, { points: [{ lat: 89, lon: 0 }] })
    await expect(asked).rejects.toMatchObject(bad)
  })
})
