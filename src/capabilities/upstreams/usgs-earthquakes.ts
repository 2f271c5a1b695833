import { z } from 'zod'
import { rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Quakes = z.object({
  features: rowsOf(
    z.object({
      id: z.string(),
      properties: z.object({
        mag: z.number().nullable(),
        place: z.string().nullish(),
        time: z.number(),
        tsunami: z.number().nullish(),
        alert: z.string().nullish(),
        url: z.string().nullish(),
      }),
      geometry: z.object({
        coordinates: z.tuple([z.number(), z.number(), z.number().nullable()]),
      }),
    }),
  ),
})

const KEEP_MS = 60_000

export interface QuakeQuery {
  readonly minMagnitude: number
  readonly sinceMs: number
  readonly limit: number
  readonly around: { readonly lat: number; readonly lon: number; readonly radiusKm: number } | null
}

export const usgsEarthquakes = defineUpstream({
  name: 'usgs-earthquakes',
  title: 'USGS Earthquake Hazards Program',
  terms: 'https://www.usgs.gov/information-policies-and-instructions/copyrights-and-credits',
  texts: 'own',
  base: 'https://earthquake.usgs.gov',
  limits: { timeoutMs: 15_000, bytesMax: 5_000_000, perSecond: 5 },
  cacheTtlMs: KEEP_MS,
  api: (http) => ({
    /** Newest first. */
    async quakes({ minMagnitude, sinceMs, limit, around }: QuakeQuery) {
      const query = {
        format: 'geojson',
        orderby: 'time',
        starttime: new Date(sinceMs).toISOString(),
        minmagnitude: minMagnitude,
        limit,
        ...(around && {
          latitude: around.lat,
          longitude: around.lon,
          maxradiuskm: around.radiusKm,
        }),
      }
      return (await http.json('/fdsnws/event/1/query', Quakes, { query })).features
    },
  }),
})
