import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { greatCircleKm } from '../../../../engines/numbers/geodesy.ts'
import { latitude, longitude } from '../../../../engines/numbers/places.ts'
import { overpass } from '../../../../capabilities/upstreams/overpass.ts'

const TAGS_MAX = 40

export default defineTool({
  route: 'GET /api/nearby-pois',
  name: 'Nearby points of interest',
  description:
    'Mapped points of one kind (pharmacy, charging_station, atm) around a coordinate, the nearest first.',
  asks: [
    'nearest pharmacies around a coordinate',
    'charging stations within 2 km of a point',
    'where is the next pharmacy',
    'cash machine around here',
    'charging stations near my hotel',
    'supermarkets within walking distance',
  ],
  price: '$0.003',
  uses: { overpass },
  input: z.object({
    lat: latitude().describe('Latitude in degrees, -90 to 90.'),
    lon: longitude().describe('Longitude in degrees, -180 to 180.'),
    kind: z
      .string()
      .max(60)
      .regex(/^[a-z0-9_:]+(=[a-z0-9_:]+)?$/, {
        error: 'must be an amenity such as pharmacy, or key=value such as shop=bakery',
      })
      .describe('OpenStreetMap amenity such as pharmacy, or key=value such as shop=bakery.'),
    radiusM: z.int().min(50).max(5_000).default(1_000).describe('Radius in metres, 50 to 5,000.'),
    limit: z.int().min(1).max(100).default(30).describe('Most points, 1 to 100.'),
  }),
  output: z.object({
    pois: z
      .array(
        z.object({
          name: z.string().nullable().describe('Name, if it is mapped.'),
          lat: z.number().describe('Latitude; for an area, of its middle.'),
          lon: z.number().describe('Longitude.'),
          distanceM: z.number().describe('Distance in a straight line, in metres.'),
          tags: z.record(z.string(), z.string()).describe('OpenStreetMap tags of the point.'),
        }),
      )
      .describe('Nearest first.'),
    count: z.int().describe('Points in this answer.'),
    total: z.int().describe('Number of all points that were found.'),
  }),
  examples: [
    {
      input: { lat: 52.52, lon: 13.405, kind: 'pharmacy', limit: 1 },
      at: '2026-06-01T00:00:00Z',
      output: {
        pois: [
          {
            name: 'Apotheke am Rathaus',
            lat: 52.5195,
            lon: 13.4062,
            distanceM: 98,
            tags: {
              amenity: 'pharmacy',
              name: 'Apotheke am Rathaus',
              opening_hours: 'Mo-Sa 08:00-20:00',
            },
          },
        ],
        count: 1,
        total: 2,
        source: '© OpenStreetMap contributors (ODbL 1.0), by the Overpass API',
        asOf: '2026-06-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { lat: 52.52, lon: 13.405, kind: 'shop=bakery' } },
  ],

  async run({ lat, lon, kind, radiusM, limit }, { overpass }) {
    const [key, value] = kind.includes('=') ? kind.split('=') : ['amenity', kind]
    const query = { lat, lon, key: key ?? '', value: value ?? '', radiusM }
    const found = (await overpass.points(query))
      .map(({ tags, ...at }) => ({
        name: tags['name'] ?? null,
        ...at,
        distanceM: Math.round(greatCircleKm({ lat, lon }, at) * 1_000),
        tags: Object.fromEntries(Object.entries(tags).slice(0, TAGS_MAX)),
      }))
      .toSorted((one, other) => one.distanceM - other.distanceM)
    const pois = found.slice(0, limit)
    return { pois, count: pois.length, total: found.length }
  },
})
