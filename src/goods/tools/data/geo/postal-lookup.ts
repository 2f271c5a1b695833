import { z } from 'zod'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import type { PostalPlace } from '../../../../capabilities/kept/_geonames-postal-thread.ts'
import { geonamesPostal } from '../../../../capabilities/kept/geonames-postal.ts'
import { line } from '../../../../base/lib/fields.ts'
import { plainPostcode } from '../../../../engines/numbers/places.ts'
import { postcodesIo, type UkPostcode } from '../../../../capabilities/upstreams/postcodes-io.ts'

/** The part of a code that the public list has, for countries where it lacks the whole. */
const SHORTER: Readonly<Record<string, (code: string) => string>> = {
  BR: (code) => `${code.slice(0, 5)}000`,
  CA: (code) => code.slice(0, 3),
  IE: (code) => code.slice(0, 3),
  MT: (code) => code.slice(0, 3),
  NL: (code) => code.slice(0, 4),
  US: (code) => code.slice(0, 5),
}

export default defineTool({
  route: 'GET /api/postal-lookup',
  name: 'Postal code lookup',
  description:
    'Places behind a postal code (ZIP code) in about a hundred countries, with position.',
  asks: [
    'what town has the zip code 94103',
    'places that belong to a postal code of Germany',
    'which town has the ZIP code 90210',
    'place of a postcode',
  ],
  price: '$0.001',
  uses: { geonamesPostal, postcodesIo },
  input: z.object({
    countryCode: z
      .string()
      .regex(/^[A-Za-z]{2}$/, { error: 'must be a two-letter country code such as US' })
      .transform((code) => code.toUpperCase())
      .describe('ISO 3166-1 alpha-2 code, such as US.'),
    postcode: line(20).describe('Postal code; spaces, hyphens and letter case do not matter.'),
  }),
  output: z.object({
    countryCode: z.string().describe('The country.'),
    postcode: z
      .string()
      .describe(
        'The code that was found. It is shorter than the given one if the public list has only the first part, as in Canada.',
      ),
    places: z
      .array(
        z.object({
          name: z.string().describe('Name of the place.'),
          state: z.string().nullable().describe('State, province or country of the kingdom.'),
          stateCode: z.string().nullable().describe('Code of that state.'),
          lat: z.number().nullable().describe('Latitude in degrees.'),
          lon: z.number().nullable().describe('Longitude in degrees.'),
        }),
      )
      .describe('Places; empty if the code is unknown.'),
    count: z.int().describe('Number of places.'),
  }),
  examples: [
    {
      input: { countryCode: 'US', postcode: '94103' },
      at: '2026-06-02T00:00:00Z',
      output: {
        countryCode: 'US',
        postcode: '94103',
        places: [
          {
            name: 'San Francisco',
            state: 'California',
            stateCode: 'CA',
            lat: 37.7725,
            lon: -122.4147,
          },
        ],
        count: 1,
        source: 'GeoNames (CC BY 4.0)',
        asOf: '2026-06-01T06:00:00.000Z',
      },
    },
    { input: { countryCode: 'GB', postcode: 'sw1a 2aa' } },
  ],

  async run({ countryCode, postcode }, { geonamesPostal, postcodesIo }) {
    const code = plainPostcode(postcode)
    if (code === '') throw badInput('postcode: must hold a letter or a digit.')
    const found = countryCode === 'GB' ? await postcodesIo.lookup(code).catch(unknown) : null
    if (countryCode === 'GB') return answerOf(countryCode, found?.postcode ?? code, ofUk(found))
    const codes = await geonamesPostal.codesOf(countryCode)
    const shorter = SHORTER[countryCode]?.(code) ?? code
    const whole = await codes.rowsOf(code)
    const rows = whole.length > 0 || shorter === code ? whole : await codes.rowsOf(shorter)
    const places = rows.map(({ name, state, stateCode, lat, lon }) => ({
      name,
      state,
      stateCode,
      lat,
      lon,
    }))
    return answerOf(countryCode, rows[0]?.postcode ?? postcode.trim(), places)
  },
})

const answerOf = (countryCode: string, postcode: string, places: readonly PlaceOfCode[]) => ({
  countryCode,
  postcode,
  places,
  count: places.length,
})

type PlaceOfCode = Omit<PostalPlace, 'postcode'>

function unknown(thrown: unknown): null {
  if (thrown instanceof Fault && thrown.code === 'not_found') return null
  throw thrown
}

function ofUk(found: UkPostcode | null): readonly PlaceOfCode[] {
  if (!found) return []
  const { admin_district: district, parish, region, country, latitude, longitude } = found
  const name = district ?? parish ?? region ?? country
  return [{ name, state: country, stateCode: null, lat: latitude, lon: longitude }]
}
