import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import type { Airport } from '../../../../capabilities/kept/_our-airports-thread.ts'
import { ourAirports } from '../../../../capabilities/kept/our-airports.ts'
import { line } from '../../../../base/lib/fields.ts'

const METRES_PER_FOOT = 0.3048
const CODE = /^[A-Za-z0-9-]{2,10}$/
/** Larger airports come first. */
const TYPES = [
  'large_airport',
  'medium_airport',
  'small_airport',
  'seaplane_base',
  'heliport',
  'balloonport',
]
const FLIGHTS = 4
const WORDS_MAX = 8

export default defineTool({
  route: 'GET /api/airport-lookup',
  name: 'Airport lookup',
  description: 'Airport by IATA or ICAO code, by its name or by its city, with place and height.',
  asks: [
    'what airport is LHR',
    'IATA and ICAO code of the airport of a city',
    'what airport is LHR',
    'three letter code of an airport',
    'nearest airports of a city',
  ],
  price: '$0.001',
  uses: { ourAirports },
  input: z.object({
    code: z
      .string()
      .regex(CODE, { error: 'must be an IATA or ICAO code such as JFK or KJFK' })
      .transform((code) => code.toUpperCase())
      .optional()
      .describe('IATA code, ICAO code or local identifier. Exactly one of code and q is needed.'),
    q: line(100).optional().describe('Words of the name or of the city.'),
    limit: z.int().min(1).max(20).default(5).describe('Most airports, 1 to 20.'),
  }),
  output: z.object({
    results: z
      .array(
        z.object({
          iata: z.string().nullable().describe('IATA code.'),
          icao: z.string().nullable().describe('ICAO code.'),
          name: z.string().describe('Name.'),
          city: z.string().nullable().describe('City that it serves.'),
          countryCode: z.string().describe('ISO 3166-1 alpha-2.'),
          lat: z.number().describe('Latitude in degrees.'),
          lon: z.number().describe('Longitude in degrees.'),
          elevationM: z.number().nullable().describe('Height above sea level in metres.'),
          type: z.string().describe('Type, such as large_airport, heliport or closed.'),
        }),
      )
      .describe('Best match first: airports with flights, then by size.'),
    count: z.int().describe('Airports in this answer.'),
  }),
  examples: [
    {
      input: { code: 'JFK' },
      at: '2026-06-02T00:00:00Z',
      output: {
        results: [
          {
            iata: 'JFK',
            icao: 'KJFK',
            name: 'John F. Kennedy International Airport',
            city: 'New York',
            countryCode: 'US',
            lat: 40.639447,
            lon: -73.779317,
            elevationM: 4,
            type: 'large_airport',
          },
        ],
        count: 1,
        source: 'OurAirports',
        asOf: '2026-06-01T06:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { q: 'sao paulo' } },
  ],

  async run({ code, q, limit }, { ourAirports }) {
    if ((code === undefined) === (q === undefined))
      throw badInput('code: exactly one of code and q must be given.')
    const words = wordsOf(q ?? '').slice(0, WORDS_MAX)
    if (q !== undefined && words.length === 0) throw badInput('q: must hold a letter or a digit.')
    const file = await ourAirports.airports()
    const found: Airport[] = []
    if (code !== undefined) found.push(...(await file.rowsOf(code)))
    else {
      for await (const rows of file.blocks())
        for (const [key, airport] of rows)
          if (key === airport.ident && isMatch(airport, words)) found.push(airport)
    }
    const rankOf = rankBy(words.join(' '))
    const results = found
      .toSorted((one, other) => rankOf(one) - rankOf(other) || (one.name < other.name ? -1 : 1))
      .slice(0, limit)
      .map(airportRow)
    return { results, count: results.length }
  },
})

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

function isMatch({ name, city }: Airport, words: readonly string[]): boolean {
  const own = wordsOf(`${name} ${city ?? ''}`)
  return words.every((word) => own.some((each) => each.startsWith(word)))
}

/** A city with exactly this name comes before one that contains it. */
const rankBy =
  (asked: string) =>
  ({ city, type, hasFlights }: Airport): number => {
    const size = TYPES.indexOf(type)
    const isCity = asked !== '' && wordsOf(city ?? '').join(' ') === asked
    return (size < 0 ? TYPES.length : size) - (hasFlights ? FLIGHTS : 0) - (isCity ? 2 : 0)
  }

const airportRow = ({
  elevationFt,
  iata,
  icao,
  name,
  city,
  countryCode,
  lat,
  lon,
  type,
}: Airport) => ({
  iata,
  icao,
  name,
  city,
  countryCode,
  lat,
  lon,
  elevationM: elevationFt === null ? null : Math.round(elevationFt * METRES_PER_FOOT),
  type,
})
