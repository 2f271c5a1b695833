import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import openMeteo from '../../../../../test/support/upstreams/open-meteo.ts'
import { standIn } from '../../../../../test/support/upstreams/define.ts'
import { apparentTempC } from '../../../../engines/numbers/units-weather.ts'
import { euAqiOf, usAqiOf } from './_air.ts'
import airQuality from './air-quality.ts'
import earthquakes from './earthquakes.ts'
import femaDisasters from './fema-disasters.ts'
import metar from './metar.ts'
import naturalEvents from './natural-events.ts'
import tides from './tides.ts'
import weatherAlerts from './weather-alerts.ts'
import weatherCurrent from './weather-current.ts'
import weatherForecast from './weather-forecast.ts'
import weatherHistory from './weather-history.ts'
import weatherHourly from './weather-hourly.ts'

const AT = '2026-06-01T12:10:00Z'
const bad = { code: 'bad_input' }

describe('weather-alerts', () => {
  test.each([
    [{}],
    [{ lat: 1 }],
    [{ area: 'California' }],
    [{ area: 'CA', lat: 1, lon: 1 }],
    [{ lat: 51.5, lon: -0.12 }],
    [{ lat: 91, lon: 0 }],
  ])('%j is refused', async (input) => {
    await expect(runExample(weatherAlerts, input)).rejects.toMatchObject(bad)
  })
  test('lower case is accepted, and no alert is an empty answer', async () => {
    expect(await runExample(weatherAlerts, { area: 'ca' })).toMatchObject({ count: 1 })
    expect(await runExample(weatherAlerts, { area: 'VT' })).toMatchObject({ alerts: [], count: 0 })
  })
})

describe('weather-forecast', () => {
  test('days are those of the zone, and end with the forecast', async () => {
    const input = { lat: 40.7, lon: -74, days: 16, tz: 'America/New_York' }
    const { days } = (await runExample(weatherForecast, input, AT)) as {
      days: { sunriseIso: string; date: string; coverageHours: number }[]
    }
    expect(days[0]).toMatchObject({ date: '2026-06-01', coverageHours: 16 })
    expect(days[0]!.sunriseIso).toMatch(/^2026-06-01T05:2\d:\d\d-04:00$/)
    expect(days).toHaveLength(10)
    expect(days.at(-1)).toMatchObject({ date: '2026-06-10', coverageHours: 14 })
  })
  test('with a key Open-Meteo is asked, and MET Norway if that fails', async () => {
    const keyed = await openMeteo()
    const input = { lat: 48.85, lon: 2.35, days: 1 }
    const meteo = { source: 'Open-Meteo (CC BY 4.0)', days: [{ tempMaxC: 24.8, uvMax: 7.2 }] }
    expect(await runExample(weatherForecast, input, AT, keyed)).toMatchObject(meteo)
    const down = { ...keyed, UPSTREAM_OPEN_METEO_URL: 'http://127.0.0.1:1' }
    const norway = { source: 'MET Norway (CC BY 4.0)' }
    expect(await runExample(weatherForecast, input, AT, down)).toMatchObject(norway)
  })
  test('the polar night has no sunrise', async () => {
    const input = { lat: 78.2, lon: 15.6, days: 1 }
    const { days } = await runExample(weatherForecast, input, '2026-06-01T12:00:00Z')
    expect(days).toMatchObject([{ sunriseIso: null, sunsetIso: null }])
  })
  test.each([[{ lat: 1, lon: 1, days: 17 }], [{ lat: 1 }], [{ lat: 1, lon: 1, tz: 'Mars/Base' }]])(
    '%j is refused',
    async (input) => {
      await expect(runExample(weatherForecast, input)).rejects.toMatchObject(bad)
    },
  )
})

describe('weather-hourly', () => {
  test('steps of six hours have that length in the answer', async () => {
    const { hours } = (await runExample(weatherHourly, { lat: 1, lon: 1, hours: 30 }, AT)) as {
      hours: { stepHours: number; precipMm: number }[]
    }
    expect(hours.map(({ stepHours }) => stepHours)).toEqual([...Array(11).fill(1), 6, 6, 6, 6])
    expect(hours.at(-1)).toMatchObject({ precipMm: 1.2 })
  })
  test('Open-Meteo reports rain for the previous hour', async () => {
    const input = { lat: 1, lon: 1, hours: 2 }
    const { hours } = await runExample(weatherHourly, input, AT, await openMeteo())
    expect(hours).toMatchObject([{ precipMm: 0.7 }, { precipMm: 0 }])
  })
})

describe('weather-current', () => {
  test('with a key, Open-Meteo answers gusts', async () => {
    const input = { lat: 1, lon: 1 }
    const expected = { timeIso: '2026-06-01T00:00:00.000Z', gustKmh: 27.4, isDay: true }
    expect(await runExample(weatherCurrent, input, AT, await openMeteo())).toMatchObject(expected)
  })
  test('apparent temperature', () => {
    const air = { tempC: 30, humidityPct: 50, windMetresPerSecond: 3 }
    expect(apparentTempC(air)).toBe(30.9)
  })
})

describe('weather-history', () => {
  const place = { lat: 1, lon: 1 }
  test.each([
    ['1980-12-31', '1981-01-02'],
    ['2024-01-02', '2024-01-01'],
    ['2010-01-01', '2024-01-01'],
    ['2026-01-01', '2026-06-02'],
  ])('%s to %s is refused', async (startDate, endDate) => {
    const asked = runExample(weatherHistory, { ...place, startDate, endDate }, AT)
    await expect(asked).rejects.toMatchObject(bad)
  })
})

describe('earthquakes', () => {
  test('a latitude without a longitude is refused', async () => {
    await expect(runExample(earthquakes, { lat: 1 })).rejects.toMatchObject(bad)
  })
  test('without a point, events have no distance', async () => {
    const { events } = (await runExample(earthquakes, {})) as { events: { distanceKm: unknown }[] }
    expect(events[0]!.distanceKm).toBeNull()
  })
  test('an event with a time beyond all calendars is left out', async () => {
    const quakeAt = (time: number) => ({
      id: 'a',
      properties: { mag: 5, time },
      geometry: { coordinates: [1, 1, 1] },
    })
    const features = [quakeAt(1e17), quakeAt(0)]
    const at = 'UPSTREAM_USGS_EARTHQUAKES_URL'
    const given = await standIn({ at, answer: () => ({ features }) })()
    expect(await runExample(earthquakes, {}, undefined, given)).toMatchObject({
      events: [{ timeIso: '1970-01-01T00:00:00.000Z' }],
      count: 1,
    })
  })
})

describe('air-quality', () => {
  test('distant sensors are asked if none is near', async () => {
    expect(await runExample(airQuality, { lat: 48.95, lon: 2.35 })).toMatchObject({ sensors: 3 })
    const nowhere = runExample(airQuality, { lat: 0, lon: 0 })
    await expect(nowhere).rejects.toMatchObject({ code: 'not_found' })
  })
  test('with a key, a model answers gases and pollen', async () => {
    const expected = {
      method: 'model',
      usAqi: 41,
      ozoneUgM3: 88,
      pollen: { birch: null, grass: 3.5 },
    }
    const answer = await runExample(airQuality, { lat: 1, lon: 1 }, AT, await openMeteo())
    expect(answer).toMatchObject(expected)
  })
  // Breakpoints of the EPA: 35.5 µg begins its third band, and 155 µg of coarse dust too.
  test.each([
    [9, null, 50, 18],
    [9.1, null, 51, 18],
    [35.49, null, 100, 68],
    [35.5, null, 101, 68],
    [null, 155, 101, 101],
    [500, 10, 500, 101],
    [null, null, null, null],
  ])('%s and %s µg are %s in the US and %s in Europe', (pm25, pm10, us, eu) => {
    expect([usAqiOf({ pm25, pm10 }), euAqiOf({ pm25, pm10 })]).toEqual([us, eu])
  })
})

describe('metar', () => {
  test('no report at all is an empty answer, and forecasts are added on request', async () => {
    expect(await runExample(metar, { icao: 'egll' })).toMatchObject({ count: 0, missing: ['EGLL'] })
    const { reports } = await runExample(metar, { icao: 'kjfk', taf: true })
    expect(reports).toMatchObject([{ taf: expect.stringMatching(/^TAF KJFK/) }])
  })
})

test('an error of the tides with status 200 is a fault', async () => {
  const asked = runExample(tides, { station: '1234567' })
  await expect(asked).rejects.toMatchObject({
    ...bad,
    message: expect.stringMatching(/^station: /),
  })
})

test('an area has no point', async () => {
  const { events } = await runExample(naturalEvents, { category: 'floods' })
  expect(events).toMatchObject([{ lat: null, lon: null, magnitude: null, closed: false }])
})

test('a quote in a kind of incident does not end the text of the filter', async () => {
  const input = { state: 'ca', incidentType: "Fire' or state eq 'TX" }
  expect(await runExample(femaDisasters, input)).toMatchObject({ count: 0 })
})
