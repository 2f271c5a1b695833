import { z } from 'zod'
import { notFound } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { searchText } from '../../../lib/fields.ts'
import { geonamesCountries, type Country } from '../../../upstreams/geonames-countries.ts'

const CONTINENTS: Readonly<Record<string, string>> = {
  AF: 'Africa',
  AN: 'Antarctica',
  AS: 'Asia',
  EU: 'Europe',
  NA: 'North America',
  OC: 'Oceania',
  SA: 'South America',
}
const NEAR_MAX = 5

export default defineTool({
  route: 'GET /api/country-info',
  name: 'Country facts',
  description:
    'Facts of a country by name or ISO code: capital, languages, currency, dialling code, internet domain, neighbours, area, population.',
  asks: [
    'which currency and dialling code does Portugal have',
    'what countries does Austria border on',
  ],
  price: '$0.001',
  uses: { geonamesCountries },
  input: z.object({
    q: searchText(200).describe('English name, or ISO 3166-1 code: PT, PRT or 620.'),
  }),
  output: z.object({
    name: z.string(),
    cca2: z.string().describe('ISO 3166-1 alpha-2 code.'),
    cca3: z.string().describe('ISO 3166-1 alpha-3 code.'),
    numeric: z.string().describe('ISO 3166-1 numeric code.'),
    capital: z.array(z.string()).describe('Capital; empty if there is none.'),
    region: z.string().describe('Continent.'),
    languages: z
      .record(z.string(), z.string())
      .describe('English names of languages by tag, the most spoken first.'),
    currencies: z
      .record(z.string(), z.string())
      .describe('English names of currencies by ISO 4217 code.'),
    callingCodes: z.array(z.string()).describe('Calling codes with a plus, such as +351.'),
    tld: z.array(z.string()).describe('Top-level domain, such as .pt.'),
    borders: z.array(z.string()).describe('Neighbours by land, as ISO 3166-1 alpha-2 codes.'),
    areaKm2: z.number().nullable(),
    population: z.number().nullable().describe('Population, as the source estimates it.'),
  }),
  examples: [
    {
      input: { q: 'Portugal' },
      at: '2026-06-01T00:00:00Z',
      output: {
        name: 'Portugal',
        cca2: 'PT',
        cca3: 'PRT',
        numeric: '620',
        capital: ['Lisbon'],
        region: 'Europe',
        languages: { 'pt-PT': 'European Portuguese', mwl: 'Mirandese' },
        currencies: { EUR: 'Euro' },
        callingCodes: ['+351'],
        tld: ['.pt'],
        borders: ['ES'],
        areaKm2: 92391,
        population: 10283822,
        source: 'GeoNames (CC BY 4.0)',
        asOf: '2026-06-01T00:00:00.000Z',
      },
    },
    { input: { q: 'do' } },
  ],

  async run({ q }, { geonamesCountries }) {
    const all = await geonamesCountries.all()
    const wanted = plain(q)
    const found = all.find((country) => namesOf(country).includes(wanted))
    if (found) return factsOf(found)
    const near = all.filter(({ name }) => plain(name).includes(wanted)).slice(0, NEAR_MAX)
    const names = near.map(({ name }) => name).join(', ')
    throw notFound(`No country has this name or code${names && `; near it: ${names}`}.`)
  },
})

const regions = new Intl.DisplayNames('en', { type: 'region' })
const languages = new Intl.DisplayNames('en', { type: 'language' })
const currencies = new Intl.DisplayNames('en', { type: 'currency' })

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^the /, '')
    .replaceAll('&', 'and')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const namesOf = ({ cca2, cca3, numeric, name }: Country): readonly string[] =>
  [cca2, cca3, numeric, name, regions.of(cca2) ?? name].map(plain)

const factsOf = (country: Country) => ({
  name: country.name,
  cca2: country.cca2,
  cca3: country.cca3,
  numeric: country.numeric,
  capital: country.capital ? [country.capital] : [],
  region: CONTINENTS[country.continent] ?? country.continent,
  languages: named(country.languages, languages),
  currencies: country.currencyCode
    ? { [country.currencyCode]: currencyOf(country.currencyCode, country.currencyName) }
    : {},
  callingCodes: codesOf(country.phone ?? ''),
  tld: country.tld ? [country.tld] : [],
  borders: [...country.neighbours],
  areaKm2: country.areaKm2,
  population: country.population,
})

function named(tags: readonly string[], names: Intl.DisplayNames): Record<string, string> {
  const nameOf = (tag: string) => {
    try {
      return names.of(tag) ?? tag
    } catch {
      return tag
    }
  }
  return Object.fromEntries(tags.map((tag) => [tag, nameOf(tag)]))
}

/**
 * The source has short names such as `Dollar`; the full name is used if the runtime knows the code.
 */
function currencyOf(code: string, short: string | null): string {
  const name = currencies.of(code)
  return name === undefined || name === code ? (short ?? code) : name
}

/** `44`, `+44-1481`, `+1-809 and 1-829`. */
const codesOf = (text: string): readonly string[] =>
  text
    .split(/ and |,/)
    .map((code) => code.trim().replace(/^\+/, ''))
    .filter((code) => /^\d[\d-]*$/.test(code))
    .map((code) => `+${code}`)
