import { threadWork } from '../../base/core/thread-work.ts'
import { defineKeptFile } from './define.ts'

/** Airports of the world, found by `ident`, IATA or ICAO code. */
export const ourAirports = defineKeptFile({
  name: 'our-airports',
  title: 'OurAirports',
  terms: 'https://ourairports.com/data/',
  texts: 'public',
  base: 'https://davidmegginson.github.io/ourairports-data',
  path: () => '/airports.csv',
  reader: threadWork<typeof import('./_our-airports-thread.ts')>(
    import.meta.url,
    './_our-airports-thread.ts',
  ),
  version: 1,
  blockCount: 64,
  bytesMax: 60_000_000,
  api: (file) => ({ airports: async () => file() }),
})
