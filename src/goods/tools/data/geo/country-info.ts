import type { Country } from 'world-countries'
import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'

const NEAR_MAX = 5
/** More are the area codes of one numbering plan, as of the United States and of Russia. */
const SUFFIXES_MAX = 4
const SOURCE = 'World Countries (ODbL 1.0)'

export default defineTool({
  route: 'GET /api/country-info',
  name: 'Country facts',
  description:
    'Facts of a country by name or ISO code: capital, languages, currency, dialling code, internet domain, neighbours, area, coordinates.',
  asks: [
    'which currency and dialling code does Portugal have',
    'what countries does Austria border on',
    'capital of Australia',
    'which languages do they speak in Switzerland',
    'dialling code',
    'which money do they use',
    'neighbours and flag of a country',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    q: searchText(200).describe(
      'Name in English or another language, or ISO 3166-1 code: PT, PRT or 620.',
    ),
  }),
  output: z.object({
    name: z.string(),
    officialName: z.string(),
    cca2: z.string().describe('ISO 3166-1 alpha-2 code.'),
    cca3: z.string().describe('ISO 3166-1 alpha-3 code.'),
    numeric: z.string().describe('ISO 3166-1 numeric code.'),
    capital: z.array(z.string()).describe('Capitals; empty if there is none.'),
    region: z.string().describe('Part of the world, such as Europe.'),
    languages: z
      .record(z.string(), z.string())
      .describe('English names of official languages by ISO 639-3 code.'),
    currencies: z
      .record(z.string(), z.string())
      .describe('English names of currencies by ISO 4217 code.'),
    callingCodes: z.array(z.string()).describe('Calling codes with a plus, such as +351.'),
    tld: z.array(z.string()).describe('Top-level domains, such as .pt.'),
    borders: z.array(z.string()).describe('Neighbours by land, as ISO 3166-1 alpha-2 codes.'),
    areaKm2: z.number().nullable(),
    lat: z.number().describe('Latitude of the country as a point, in degrees.'),
    lon: z.number(),
    source: z.literal(SOURCE),
  }),
  examples: [
    {
      input: { q: 'Portugal' },
      output: {
        name: 'Portugal',
        officialName: 'Portuguese Republic',
        cca2: 'PT',
        cca3: 'PRT',
        numeric: '620',
        capital: ['Lisbon'],
        region: 'Europe',
        languages: { por: 'Portuguese' },
        currencies: { EUR: 'Euro' },
        callingCodes: ['+351'],
        tld: ['.pt'],
        borders: ['ES'],
        areaKm2: 92090,
        lat: 39.5,
        lon: -8,
        source: SOURCE,
      },
    },
    { input: { q: 'do' } },
  ],

  async run({ q }) {
    const { default: all } = await import('world-countries/countries.json', {
      with: { type: 'json' },
    })
    const countries = all as unknown as readonly Country[]
    const wanted = plain(q)
    const found =
      countries.find((country) => codesAndNames(country).includes(wanted)) ??
      countries.find((country) => otherNames(country).includes(wanted))
    if (found) return factsOf(found, countries)
    const near = countries.filter(({ name }) => plain(name.common).includes(wanted))
    const names = (wanted === '' ? [] : near)
      .slice(0, NEAR_MAX)
      .map(({ name }) => name.common)
      .join(', ')
    throw notFound(`q: no country has this name or code${names && `; near it: ${names}`}.`)
  },
})

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^the /, '')
    .replaceAll('&', 'and')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const codesAndNames = ({ cca2, cca3, ccn3, name }: Country): readonly string[] =>
  [cca2, cca3, ccn3, name.common, name.official].filter((each) => each !== '').map(plain)

function otherNames({ altSpellings, name, translations }: Country): readonly string[] {
  const elsewhere = [...Object.values(name.native), ...Object.values(translations)]
  return [...altSpellings, ...elsewhere.flatMap(({ common, official }) => [common, official])].map(
    plain,
  )
}

function factsOf(country: Country, all: readonly Country[]) {
  const { name, cca2, cca3, ccn3, capital, region, languages, currencies, idd, tld } = country
  const [lat, lon] = country.latlng
  return {
    name: name.common,
    officialName: name.official,
    cca2,
    cca3,
    numeric: ccn3,
    capital: [...capital],
    region,
    languages: { ...languages },
    currencies: Object.fromEntries(
      Object.entries(currencies).map(([code, { name: told }]) => [code, told]),
    ),
    callingCodes:
      idd.suffixes.length > SUFFIXES_MAX
        ? [idd.root]
        : idd.suffixes.map((suffix) => `${idd.root}${suffix}`),
    tld: [...tld],
    borders: country.borders.flatMap((code) => all.find((one) => one.cca3 === code)?.cca2 ?? []),
    areaKm2: country.area > 0 ? country.area : null,
    lat,
    lon,
    source: SOURCE,
  } as const
}
