import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  askSources,
  crossCheckField,
  crossCheckResult,
  sourceOf,
} from '../../../../base/lib/cross-check.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { about } from '../../../../base/lib/figures.ts'
import { countryCodes } from '../../../../engines/numbers/places.ts'
import {
  censusGeocoder,
  type CensusAddress,
} from '../../../../capabilities/upstreams/census-geocoder.ts'
import { nominatim, type Place } from '../../../../capabilities/upstreams/nominatim.ts'

const Box = z.object({
  south: z.number().describe('Latitude of its southern edge.'),
  north: z.number().describe('Latitude of its northern edge.'),
  west: z.number().describe('Longitude of its western edge.'),
  east: z.number().describe('Longitude of its eastern edge.'),
})

export default defineTool({
  route: 'GET /api/geocode',
  name: 'Geocode',
  description: 'Coordinates, bounding box and place type of a free-form address or place name.',
  asks: [
    'get latitude and longitude of an address',
    'where on the map is this place, as coordinates',
    'where is this address on the map',
    'lat long of a street',
    'find the coordinates of a place',
  ],
  price: '$0.001',
  everyday: true,
  uses: { nominatim, censusGeocoder },
  input: z.object({
    q: searchText(500).describe('Address or place, in any order and language.'),
    limit: z.int().min(1).max(10).default(1).describe('Most results, 1 to 10.'),
    countryCodes: countryCodes()
      .optional()
      .describe('Only these countries: comma-separated ISO 3166-1 alpha-2 codes, such as gb,ie.'),
    crossCheck: crossCheckField(
      'OpenStreetMap Nominatim, and the US Census Bureau Geocoder for addresses of the United States',
    ),
  }),
  output: z.object({
    results: z
      .array(
        z.object({
          lat: z.number().describe('Latitude in degrees.'),
          lon: z.number().describe('Longitude in degrees.'),
          displayName: z.string().describe('Full name or address.'),
          boundingBox: Box.nullable().describe('Bounding box in degrees.'),
          placeType: z
            .string()
            .nullable()
            .describe('Type of the place, such as house, city or river.'),
          placeClass: z.string().nullable().describe('OpenStreetMap key of the type.'),
          importance: z.number().nullable().describe('Importance of the place, 0 to 1.'),
        }),
      )
      .describe('Best first; empty if nothing matches.'),
    count: z.int().describe('Number of places.'),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    { input: { q: '10 Downing Street, London' } },
    {
      input: { q: 'Springfield', limit: 2, countryCodes: 'us' },
      at: '2026-01-01T00:00:00Z',
      output: {
        results: [
          {
            lat: 39.7990175,
            lon: -89.6439575,
            displayName: 'Springfield, Sangamon County, Illinois, United States',
            boundingBox: { south: 39.6538, north: 39.8742, west: -89.7742, east: -89.5687 },
            placeType: 'administrative',
            placeClass: 'boundary',
            importance: 0.6149,
          },
          {
            lat: 37.2081729,
            lon: -93.2922715,
            displayName: 'Springfield, Greene County, Missouri, United States',
            boundingBox: { south: 37.0879, north: 37.2709, west: -93.4153, east: -93.1775 },
            placeType: 'administrative',
            placeClass: 'boundary',
            importance: 0.5922,
          },
        ],
        count: 2,
        source: 'OpenStreetMap Nominatim',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ q, limit, countryCodes, crossCheck }, { nominatim: map, censusGeocoder: census }) {
    const isOfCensus = /(^|,)us(,|$)/i.test(countryCodes ?? 'us')
    const sources = [
      sourceOf(nominatim, async () => (await map.search({ q, limit, countryCodes })).map(ofMap)),
      ...(isOfCensus
        ? [sourceOf(censusGeocoder, async () => (await census.addresses(q)).map(ofCensus))]
        : []),
    ]
    const { answer, checked } = await askSources(
      sources,
      (places) => places(),
      crossCheck && { figures: ([best]) => figuresOf(best) },
    )
    const results = answer.slice(0, limit)
    return { results, count: results.length, ...checked }
  },
})

/** About a kilometre. */
const NEAR_DEGREES = 0.01

const figuresOf = (place: { readonly lat: number; readonly lon: number } | undefined) => ({
  'results.0.lat': about(place?.lat ?? null, NEAR_DEGREES),
  'results.0.lon': about(place?.lon ?? null, NEAR_DEGREES),
})

const ofMap = (place: Place) => ({
  lat: place.lat,
  lon: place.lon,
  displayName: place.display_name,
  boundingBox: boxOf(place.boundingbox),
  placeType: place.type ?? null,
  placeClass: place.category ?? null,
  importance: place.importance ?? null,
})

const ofCensus = ({ address, lat, lon }: CensusAddress) => ({
  lat,
  lon,
  displayName: address,
  boundingBox: null,
  placeType: 'house',
  placeClass: null,
  importance: null,
})

function boxOf(bounds: readonly [number, number, number, number] | null | undefined) {
  if (!bounds) return null
  const [south, north, west, east] = bounds
  return { south, north, west, east }
}
