import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  askSources,
  crossCheckField,
  crossCheckResult,
  sourceOf,
} from '../../../../base/lib/cross-check.ts'
import { exactly } from '../../../../base/lib/figures.ts'
import { latitude, longitude } from '../../../../engines/numbers/places.ts'
import { censusGeocoder } from '../../../../capabilities/upstreams/census-geocoder.ts'
import { nominatim } from '../../../../capabilities/upstreams/nominatim.ts'

const part = () => z.string().nullable()

/** OpenStreetMap names a street or settlement by its kind; the first kind that is there counts. */
const ROADS = ['road', 'pedestrian', 'footway', 'path', 'cycleway', 'square']
const CITIES = ['city', 'town', 'village', 'municipality', 'hamlet']
const STATES = ['state', 'province', 'region', 'state_district']

export default defineTool({
  route: 'GET /api/reverse-geocode',
  name: 'Reverse geocode',
  description: 'Street address at a coordinate, at a chosen level of detail.',
  asks: [
    'which address belongs to this latitude and longitude',
    'what street am I on, given GPS coordinates',
    'which address is at this GPS point',
    'where am I',
  ],
  price: '$0.001',
  uses: { nominatim, censusGeocoder },
  input: z.object({
    lat: latitude().describe('Latitude in degrees, -90 to 90.'),
    lon: longitude().describe('Longitude in degrees, -180 to 180.'),
    zoom: z
      .int()
      .min(3)
      .max(18)
      .default(18)
      .describe('Level of detail: 3 country, 10 city, 16 street, 18 building.'),
    crossCheck: crossCheckField(
      'OpenStreetMap Nominatim, and for states of the United States the US Census Bureau Geocoder',
    ),
  }),
  output: z.object({
    lat: z.number().describe('Latitude of the place that was found.'),
    lon: z.number().describe('Longitude in degrees.'),
    displayName: z.string().describe('Full name or address.'),
    road: part().describe('Street.'),
    houseNumber: part().describe('House number.'),
    city: part().describe('City, town or village.'),
    state: part().describe('State or region.'),
    postcode: part().describe('Postal code.'),
    country: part().describe('Country.'),
    countryCode: part().describe('ISO 3166-1 alpha-2.'),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    {
      input: { lat: 51.5034, lon: -0.1276 },
      at: '2026-01-01T00:00:00Z',
      output: {
        lat: 51.5034878,
        lon: -0.1276965,
        displayName:
          '10 Downing Street, 10, Downing Street, Westminster, London, Greater London, England, SW1A 2AA, United Kingdom',
        road: 'Downing Street',
        houseNumber: '10',
        city: 'London',
        state: 'England',
        postcode: 'SW1A 2AA',
        country: 'United Kingdom',
        countryCode: 'GB',
        source: 'OpenStreetMap Nominatim',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ lat, lon, zoom, crossCheck }, { nominatim: map, censusGeocoder: census }) {
    const { answer: found, checked } = await askSources(
      [sourceOf(nominatim, map)],
      (one) => one.reverse(lat, lon, zoom),
      crossCheck && {
        figures: (told) => ({ state: exactly(stateOf(told?.address ?? {})) }),
        also: [
          sourceOf(censusGeocoder, async () => {
            const areaOf = await census.geographies(lat, lon)
            return { state: exactly(areaOf(/^States$/)?.NAME ?? null) }
          }),
        ],
      },
    )
    if (!found) throw notFound('Nothing is mapped at this coordinate.')
    const { address } = found
    return {
      lat: found.lat,
      lon: found.lon,
      displayName: found.display_name,
      road: firstOf(ROADS, address),
      houseNumber: address['house_number'] ?? null,
      city: firstOf(CITIES, address),
      state: stateOf(address),
      postcode: address['postcode'] ?? null,
      country: address['country'] ?? null,
      countryCode: address['country_code']?.toUpperCase() ?? null,
      ...checked,
    }
  },
})

type Address = Readonly<Record<string, string>>

const firstOf = (keys: readonly string[], address: Address): string | null =>
  keys.map((key) => address[key]).find((value) => value !== undefined) ?? null

const stateOf = (address: Address): string | null => firstOf(STATES, address)
