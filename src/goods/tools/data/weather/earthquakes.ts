import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { MINUTE_MS, DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { greatCircleKm } from '../../../../engines/numbers/geodesy.ts'
import { isoTime } from '../../../../base/lib/iso-time.ts'
import { latitude, longitude } from '../../../../engines/numbers/places.ts'
import { usgsEarthquakes } from '../../../../capabilities/upstreams/usgs-earthquakes.ts'

export default defineTool({
  route: 'GET /api/earthquakes',
  name: 'Earthquakes',
  description: 'Recent earthquakes worldwide or around a point, newest first.',
  asks: [
    'was there an earthquake in Japan today',
    'list of seismic activity around a city',
    'was there a quake',
    'did the earth shake',
    'tremor magnitude',
  ],
  price: '$0.002',
  uses: { usgsEarthquakes },
  input: z.object({
    minMagnitude: z.number().min(0).max(10).default(4.5).describe('Least magnitude, 0 to 10.'),
    days: z.int().min(1).max(30).default(7).describe('Number of days back, 1 to 30.'),
    lat: latitude().optional().describe('Latitude of a point to search around, with `lon`.'),
    lon: longitude().optional().describe('Longitude of the point.'),
    radiusKm: z
      .number()
      .min(1)
      .max(20_000)
      .default(500)
      .describe('Distance from the point in km, 1 to 20,000; unused without a point.'),
    limit: z.int().min(1).max(200).default(20).describe('Most events, 1 to 200.'),
  }),
  output: z.object({
    events: z
      .array(
        z.object({
          id: z.string().describe('Identifier of the event at its source.'),
          magnitude: z.number().nullable().describe('Magnitude.'),
          place: z.string().nullable().describe('Place, in words.'),
          timeIso: z.string().describe('Time, in UTC.'),
          lat: z.number().describe('Latitude in degrees.'),
          lon: z.number().describe('Longitude in degrees.'),
          depthKm: z.number().nullable().describe('Depth in kilometres.'),
          tsunami: z.boolean().describe('Whether a tsunami message was issued.'),
          alert: z.string().nullable().describe('PAGER alert level: green to red.'),
          url: z.string().nullable().describe('Page of the event.'),
          distanceKm: z.number().nullable().describe('Distance from the point, if one was given.'),
        }),
      )
      .describe('Earthquakes.'),
    count: z.int().describe('Number of events.'),
  }),
  examples: [
    { input: { minMagnitude: 5, days: 7 } },
    {
      input: { lat: 35.68, lon: 139.69, radiusKm: 300, limit: 1 },
      at: '2026-03-03T00:00:00Z',
      output: {
        events: [
          {
            id: 'us7000abcd',
            magnitude: 5.1,
            place: '20 km E of Choshi, Japan',
            timeIso: '2026-03-01T04:05:06.789Z',
            lat: 35.73,
            lon: 141.05,
            depthKm: 42.6,
            tsunami: false,
            alert: 'green',
            url: 'https://earthquake.usgs.gov/earthquakes/eventpage/us7000abcd',
            distanceKm: 122.9,
          },
        ],
        count: 1,
        source: 'USGS Earthquake Hazards Program',
        asOf: '2026-03-03T00:00:00.000Z',
      },
    },
  ],

  async run({ minMagnitude, days, lat, lon, radiusKm, limit }, { usgsEarthquakes, now }) {
    if ((lat === undefined) !== (lon === undefined))
      throw badInput('lat: must be given together with lon.')
    const point = lat === undefined || lon === undefined ? null : { lat, lon }
    const sinceMs = Math.floor((now() - days * DAY_MS) / MINUTE_MS) * MINUTE_MS
    const around = point && { ...point, radiusKm }
    const quakes = await usgsEarthquakes.quakes({ minMagnitude, sinceMs, limit, around })
    const events = quakes.slice(0, limit).flatMap(({ id, properties, geometry }) => {
      const timeIso = isoTime(properties.time)
      if (timeIso === null) return []
      const [lon, lat, depthKm] = geometry.coordinates
      return {
        id,
        magnitude: properties.mag,
        place: properties.place ?? null,
        timeIso,
        lat,
        lon,
        depthKm,
        tsunami: properties.tsunami === 1,
        alert: properties.alert ?? null,
        url: properties.url ?? null,
        distanceKm: point && Number(greatCircleKm(point, { lat, lon }).toFixed(1)),
      }
    })
    return { events, count: events.length }
  },
})
