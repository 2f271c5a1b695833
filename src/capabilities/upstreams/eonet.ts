import { z } from 'zod'
import { rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

/** Longitude and latitude. */
const position = z.array(z.number()).min(2)

const Events = z.object({
  events: rowsOf(
    z.object({
      id: z.string(),
      title: z.string(),
      closed: z.string().nullish(),
      categories: z.array(z.object({ id: z.string() })),
      sources: z.array(z.object({ id: z.string(), url: z.string().nullish() })).nullish(),
      geometry: rowsOf(
        z.object({
          date: z.string(),
          type: z.string(),
          /** Of a point, or the rings of a polygon. */
          coordinates: z.union([position, z.array(z.array(position))]),
          magnitudeValue: z.number().nullish(),
          magnitudeUnit: z.string().nullish(),
        }),
      ),
    }),
  ),
})

export type NaturalEvent = z.output<typeof Events>['events'][number]

const KEEP_MS = 15 * 60_000

export const eonet = defineUpstream({
  name: 'eonet',
  title: 'NASA EONET',
  terms: 'https://eonet.gsfc.nasa.gov/what-is-eonet',
  texts: 'own',
  base: 'https://eonet.gsfc.nasa.gov',
  limits: { timeoutMs: 20_000, bytesMax: 15_000_000, perSecond: 1 },
  cacheTtlMs: KEEP_MS,
  api: (http) => ({
    async open(category: string | undefined, days: number, limit: number) {
      const query = { status: 'open', category, days, limit }
      return (await http.json('/api/v3/events', Events, { query })).events
    },
  }),
})
