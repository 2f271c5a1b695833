import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../test/support/run-tool.ts'
import { standIn } from '../../../../test/support/upstreams/define.ts'
import earthquakes from './earthquakes.ts'
import weatherAlerts from './weather-alerts.ts'
import weatherForecast from './weather-forecast.ts'

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
  test('lower case is read, and silence is an answer', async () => {
    expect(await runExample(weatherAlerts, { area: 'ca' })).toMatchObject({ count: 1 })
    expect(await runExample(weatherAlerts, { area: 'VT' })).toMatchObject({ alerts: [], count: 0 })
  })
})

describe('weather-forecast', () => {
  test('offsets follow the clock changes of the zone', async () => {
    const input = { lat: 1, lon: 1, days: 16, tz: 'America/New_York' }
    const { days } = (await runExample(weatherForecast, input)) as {
      days: { sunriseIso: string }[]
    }
    expect(days).toHaveLength(16)
    expect(days[0]!.sunriseIso).toBe('2026-06-01T05:51:00-04:00')
  })
  test.each([[{ lat: 1, lon: 1, days: 17 }], [{ lat: 1 }], [{ lat: 1, lon: 1, tz: 'Mars/Base' }]])(
    '%j is refused',
    async (input) => {
      await expect(runExample(weatherForecast, input)).rejects.toMatchObject(bad)
    },
  )
})

describe('earthquakes', () => {
  test('half a point is refused', async () => {
    await expect(runExample(earthquakes, { lat: 1 })).rejects.toMatchObject(bad)
  })
  test('no point, no distance', async () => {
    const { events } = (await runExample(earthquakes, {})) as { events: { distanceKm: unknown }[] }
    expect(events[0]!.distanceKm).toBeNull()
  })
  test('an event of a time beyond all calendars is left out', async () => {
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
