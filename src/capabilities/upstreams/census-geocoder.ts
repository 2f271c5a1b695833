import { z } from 'zod'
import { Fault } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { membersOf, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Area = z.object({ NAME: z.string(), GEOID: z.string() })

/** Names of layers contain years and numbers, so they are matched by their end. */
const Geographies = z.object({
  result: z.object({ geographies: membersOf(z.array(Area.loose())) }),
})

const Matches = z.object({
  result: z.object({
    addressMatches: rowsOf(
      z.object({
        matchedAddress: z.string().min(1),
        coordinates: z.object({ x: z.number(), y: z.number() }),
      }),
    ),
  }),
})

const TITLE = 'US Census Bureau Geocoder'
const BENCHMARK = 'Public_AR_Current'

export interface CensusAddress {
  readonly address: string
  readonly lat: number
  readonly lon: number
}

export type CensusArea = z.output<typeof Area>

export const censusGeocoder = defineUpstream({
  name: 'census-geocoder',
  title: TITLE,
  attribution:
    'US Census Bureau Geocoder (this product is not endorsed or certified by the Census Bureau)',
  terms: 'https://www.census.gov/data/developers/about/terms-of-service.html',
  texts: 'own',
  base: 'https://geocoding.geo.census.gov',
  limits: { timeoutMs: 20_000, bytesMax: 2_000_000, perSecond: 2 },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    /** Addresses of the United States, best first. That it knows none proves nothing of others. */
    async addresses(address: string): Promise<readonly CensusAddress[]> {
      const query = { address, benchmark: BENCHMARK, format: 'json' }
      const { result } = await http.json('/geocoder/locations/onelineaddress', Matches, { query })
      if (result.addressMatches.length === 0)
        throw new Fault('upstream_failed', `${TITLE} knows no such address in the United States.`)
      return result.addressMatches.map(({ matchedAddress, coordinates: { x, y } }) => ({
        address: matchedAddress,
        lat: y,
        lon: x,
      }))
    },

    async geographies(lat: number, lon: number) {
      const query = {
        x: lon,
        y: lat,
        benchmark: BENCHMARK,
        vintage: 'Current_Current',
        layers: 'all',
        format: 'json',
      }
      const { result } = await http.json('/geocoder/geographies/coordinates', Geographies, {
        query,
      })
      const layers = Object.entries(result.geographies)
      return (ending: RegExp): CensusArea | null =>
        layers.find(([name]) => ending.test(name))?.[1][0] ?? null
    },
  }),
})
