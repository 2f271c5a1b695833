import { badInput } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { threadWork } from '../../base/core/thread-work.ts'
import { defineKeptFile } from './define.ts'

/** The postal codes of one country. */
export const geonamesPostal = defineKeptFile({
  name: 'geonames-postal',
  title: 'GeoNames',
  attribution: 'GeoNames (CC BY 4.0)',
  terms: 'https://download.geonames.org/export/zip/readme.txt',
  texts: 'own',
  base: 'https://download.geonames.org',
  path: (countryCode) => `/export/zip/${countryCode}.zip`,
  reader: threadWork<typeof import('./_geonames-postal-thread.ts')>(
    import.meta.url,
    './_geonames-postal-thread.ts',
  ),
  version: 1,
  blockCount: 64,
  bytesMax: 20_000_000,
  freshMs: 7 * DAY_MS,
  staleMs: 30 * DAY_MS,
  refusals: { 404: () => badInput('countryCode: GeoNames has no postal codes of this country.') },
  api: (file) => ({ codesOf: async (countryCode: string) => file(countryCode) }),
})
