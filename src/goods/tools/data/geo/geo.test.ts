import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import airportLookup from './airport-lookup.ts'
import elevation from './elevation.ts'
import floodZone from './flood-zone.ts'
import geocode from './geocode.ts'
import nearbyPois from './nearby-pois.ts'
import placeSearch from './place-search.ts'
import postalLookup from './postal-lookup.ts'
import reverseGeocode from './reverse-geocode.ts'
import routeDirections from './route-directions.ts'
import solarEstimate from './solar-estimate.ts'
import usGeoLookup from './us-geo-lookup.ts'

const bad = { code: 'bad_input' }

describe('geocode', () => {
  test('no match is an empty answer', async () => {
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

test('a point at sea has no mapped zone', async () => {
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
  test('a viewbox is accepted', async () => {
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
  ])('the code %s is found', async (code, name) => {
    expect(await runExample(airportLookup, { code })).toMatchObject({ results: [{ name }] })
  })
  test('an unknown code is an empty answer', { tags: 'long' }, async () => {
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

  test(
    'if only the first part of a code is public, that part is found and named',
    { tags: 'long' },
    async () => {
      const ottawa = { name: 'Ottawa (Government)', state: 'Ontario', stateCode: 'ON' }
      expect(await lookup('ca', 'k1a 0b1')).toMatchObject({ postcode: 'K1A', places: [ottawa] })
      expect(await lookup('US', '94103-1234')).toMatchObject({ postcode: '94103', count: 1 })
    },
  )
  test('one code may have several places, some without a position', { tags: 'long' }, async () => {
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
  test('between two pixels the height is interpolated; climb and descent are summed', async () => {
    // The first pixel of each tile of 256 is 100 m higher than the rest.
    const [centre, between] = [0.5, 1].map((pixel) => (pixel / 2 ** 21) * 360)
    const points = [centre, between, 0.01, centre].map((lon) => ({ lat: 46, lon }))
    const answer = await runExample(elevation, { points })
    const heights = (answer['points'] as { elevationM: number }[]).map((one) => one.elevationM)
    expect(heights).toEqual([2_100, 2_050, 2_000, 2_100])
    expect(answer).toMatchObject({ minM: 2_000, maxM: 2_100, gainM: 100, lossM: 100 })
  })
  test('heights near the poles are refused, because the data ends there', async () => {
    const asked = runExample(elevation, { points: [{ lat: 89, lon: 0 }] })
    await expect(asked).rejects.toMatchObject(bad)
  })
})

describe('nearby-pois', () => {
  const berlin = { lat: 52.52, lon: 13.405 }
  test('an area has the position of its middle, and the nearest point comes first', async () => {
    const { pois } = await runExample(nearbyPois, { ...berlin, kind: 'amenity=pharmacy' })
    const second = { name: 'Zentral-Apotheke', lat: 52.5231 }
    expect(pois).toMatchObject([{ name: 'Apotheke am Rathaus' }, second])
  })
  test('a list that was cut off is a fault', async () => {
    const asked = runExample(nearbyPois, { ...berlin, kind: 'bench' })
    await expect(asked).rejects.toMatchObject({ code: 'upstream_failed' })
  })
  test.each([['a"]'], ['Pharmacy'], ['a=b=c'], ['a;b'], ['']])(
    '%s is refused as a kind',
    async (kind) => {
      await expect(runExample(nearbyPois, { ...berlin, kind })).rejects.toMatchObject(bad)
    },
  )
})

describe('route-directions', () => {
  test('stops between the ends make legs', async () => {
    const input = { from: '52.52,13.405', to: '52.39,13.06', via: '52.5,13.3; 52.4,13.2' }
    const answer = await runExample(routeDirections, { ...input, mode: 'walking' })
    expect(answer['legs']).toHaveLength(3)
    expect(answer['steps']).toEqual([])
  })
  test('a missing route and a bad point are different faults', async () => {
    const asked = runExample(routeDirections, { from: '0,0', to: '1,1' })
    await expect(asked).rejects.toMatchObject({ code: 'not_found' })
  })
  test.each([['91,0'], ['1;2'], ['Berlin'], ['1,181']])(
    '%s is refused as a point',
    async (from) => {
      await expect(runExample(routeDirections, { from, to: '1,1' })).rejects.toMatchObject(bad)
    },
  )
})

test('a point outside the US has no state', async () => {
  const asked = runExample(usGeoLookup, { lat: 48.85, lon: 2.35 })
  await expect(asked).rejects.toMatchObject({ code: 'not_found' })
})

describe('flood-zone', () => {
  test('shaded X is moderate, and -9999 is no height', async () => {
    const moderate = { zone: 'X', specialHazard: false, baseFloodElevationFt: null, covered: true }
    const answer = await runExample(floodZone, { lat: 31, lon: -95 })
    expect(answer).toMatchObject(moderate)
    expect(answer['meaning']).toMatch(/^Moderate/)
  })
  test('where nothing is mapped, the hazard is null', async () => {
    const unknown = { zone: null, specialHazard: null, covered: false }
    expect(await runExample(floodZone, { lat: 48, lon: 2 })).toMatchObject(unknown)
  })
  test('an error with status 200 is a fault, not an empty map', async () => {
    const asked = runExample(floodZone, { lat: -1, lon: -95 })
    await expect(asked).rejects.toMatchObject({ code: 'upstream_failed' })
  })
})

describe('solar-estimate', () => {
  test('given angles are used', async () => {
    const input = { lat: 48.1, lon: 11.6, tilt: 20, azimuth: 90 }
    expect(await runExample(solarEstimate, input)).toMatchObject({ tilt: 20, azimuth: 90 })
  })
  test('a place without data is refused with the reason', async () => {
    const asked = runExample(solarEstimate, { lat: 89, lon: 0 })
    const message = expect.stringContaining('Location over the sea')
    await expect(asked).rejects.toMatchObject({ ...bad, message })
  })
})
