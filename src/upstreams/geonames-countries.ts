import { Fault } from '../core/fault.ts'
import { WEEK_MS } from '../core/milliseconds.ts'
import { defineUpstream } from './define.ts'

export interface Country {
  readonly cca2: string
  readonly cca3: string
  readonly numeric: string
  readonly name: string
  readonly capital: string | null
  readonly areaKm2: number | null
  readonly population: number | null
  readonly continent: string
  readonly tld: string | null
  readonly currencyCode: string | null
  readonly currencyName: string | null
  /** In the form of the file: `1`, `44`, `+1-809 and 1-829`. */
  readonly phone: string | null
  /** BCP 47 tags, the most spoken first. */
  readonly languages: readonly string[]
  readonly neighbours: readonly string[]
}

const TITLE = 'GeoNames'
/** There are about 250 countries; with fewer, it is not that file. */
const LEAST = 200
const COLUMNS = 18

export const geonamesCountries = defineUpstream({
  name: 'geonames-countries',
  title: TITLE,
  attribution: 'GeoNames (CC BY 4.0)',
  terms: 'https://download.geonames.org/export/dump/readme.txt',
  base: 'https://download.geonames.org',
  limits: { timeoutMs: 15_000, bytesMax: 500_000, perSecond: 1 },
  cacheTtlMs: WEEK_MS,
  api: (http) => ({
    async all(): Promise<readonly Country[]> {
      const text = await http.text('/export/dump/countryInfo.txt', { headers: { accept: '*/*' } })
      const countries = text.split('\n').flatMap((line) => countryOf(line) ?? [])
      if (countries.length < LEAST)
        throw new Fault('upstream_failed', `${TITLE} answered without its list of countries.`)
      return countries
    },
  }),
})

const listOf = (text: string): readonly string[] => text.split(',').filter(Boolean)

const figure = (cell = ''): number | null =>
  /^\d+(\.\d+)?(E\d+)?$/.test(cell) ? Number(cell) : null

/** A line of the file; a comment in the file names its columns. */
function countryOf(line: string): Country | null {
  const cells = line.split('\t').map((cell) => cell.trim())
  if (line.startsWith('#') || cells.length < COLUMNS) return null
  const [cca2, cca3, numeric, , name, capital, area, people, continent, tld] = cells
  const [currencyCode, currencyName, phone, , , languages, , neighbours] = cells.slice(10)
  if (!/^[A-Z]{2}$/.test(cca2 ?? '') || !name) return null
  return {
    cca2: cca2 ?? '',
    cca3: cca3 ?? '',
    numeric: numeric ?? '',
    name,
    capital: capital || null,
    areaKm2: figure(area),
    population: figure(people),
    continent: continent ?? '',
    tld: tld || null,
    currencyCode: currencyCode || null,
    currencyName: currencyName || null,
    phone: phone || null,
    languages: listOf(languages ?? ''),
    neighbours: listOf(neighbours ?? ''),
  }
}
