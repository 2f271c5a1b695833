import { z } from 'zod'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { membersOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Area = z.object({ NAME: z.string(), GEOID: z.string() })

/** Names of layers contain years and numbers, so they are matched by their end. */
const Geographies = z.object({
  result: z.object({ geographies: membersOf(z.array(Area.loose())) }),
})

export type CensusArea = z.output<typeof Area>

export const censusGeocoder = defineUpstream({
  name: 'census-geocoder',
  title: 'US Census Bureau Geocoder',
  attribution:
    'US Census Bureau Geocoder (this product is not endorsed or certified by the Census Bureau)',
  terms: 'https://www.census.gov/data/developers/about/terms-of-service.html',
  texts: 'own',
  base: 'https://geocoding.geo.census.gov',
  limits: { timeoutMs: 20_000, bytesMax: 2_000_000, perSecond: 2 },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    async geographies(lat: number, lon: number) {
      const query = {
        x: lon,
        y: lat,
        benchmark: 'Public_AR_Current',
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
