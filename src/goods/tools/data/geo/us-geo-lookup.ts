import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { latitude, longitude } from '../../../../engines/numbers/places.ts'
import {
  censusGeocoder,
  type CensusArea,
} from '../../../../capabilities/upstreams/census-geocoder.ts'

const area = (what: string) =>
  z
    .object({ name: z.string().describe('Name.'), fips: z.string().describe('FIPS code.') })
    .nullable()
    .describe(what)
const code = (what: string) => z.string().nullable().describe(what)

export default defineTool({
  route: 'GET /api/us-geo-lookup',
  name: 'US geography lookup',
  description:
    'US state, county, census tract and block, congressional district and school district at a coordinate.',
  asks: [
    'census tract and county FIPS of a coordinate',
    'which congressional district is this place in',
    'which county is this address in',
    'congressional district',
    'census tract',
  ],
  price: '$0.002',
  uses: { censusGeocoder },
  input: z.object({
    lat: latitude().describe('Latitude in degrees, -90 to 90.'),
    lon: longitude().describe('Longitude in degrees, -180 to 180.'),
  }),
  output: z.object({
    state: area('State or territory.'),
    county: area('County; its code begins with the code of its state.'),
    tract: code('Census tract: eleven digits.'),
    block: code('Census block: fifteen digits.'),
    congressionalDistrict: code('Name of the district in Congress.'),
    schoolDistrict: code('Unified school district, or else that of the secondary schools.'),
    timeZone: z.string().describe('IANA time zone.'),
  }),
  examples: [
    {
      input: { lat: 37.77, lon: -122.42 },
      at: '2026-06-01T00:00:00Z',
      output: {
        state: { name: 'California', fips: '06' },
        county: { name: 'San Francisco County', fips: '06075' },
        tract: '06075017601',
        block: '060750176011002',
        congressionalDistrict: 'Congressional District 11',
        schoolDistrict: 'San Francisco Unified School District',
        timeZone: 'America/Los_Angeles',
        source:
          'US Census Bureau Geocoder (this product is not endorsed or certified by the Census Bureau)',
        asOf: '2026-06-01T00:00:00.000Z',
      },
    },
  ],

  async run({ lat, lon }, { censusGeocoder }) {
    const areaOf = await censusGeocoder.geographies(lat, lon)
    const state = areaOf(/^States$/)
    if (!state) throw notFound('The US Census Bureau has no state at this place.')
    const { default: tzLookup } = await import('@photostructure/tz-lookup')
    return {
      state: nameAndFips(state),
      county: nameAndFips(areaOf(/^Counties$/)),
      tract: areaOf(/Census Tracts$/)?.GEOID ?? null,
      block: areaOf(/Census Blocks$/)?.GEOID ?? null,
      congressionalDistrict: areaOf(/Congressional Districts$/)?.NAME ?? null,
      schoolDistrict:
        (areaOf(/Unified School Districts$/) ?? areaOf(/Secondary School Districts$/))?.NAME ??
        null,
      timeZone: tzLookup(lat, lon),
    }
  },
})

const nameAndFips = (area: CensusArea | null) =>
  area ? { name: area.NAME, fips: area.GEOID } : null
