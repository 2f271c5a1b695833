import { z } from 'zod'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { membersOf, numeric, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const number = numeric
const text = z.string().nullish()

const Place = z.object({
  lat: number,
  lon: number,
  display_name: z.string(),
  boundingbox: z.tuple([number, number, number, number]).nullish(),
  category: text,
  type: text,
  importance: z.number().nullish(),
  name: text,
  osm_type: text,
  osm_id: z.number().nullish(),
  extratags: membersOf(z.string()).nullish(),
})

export type Place = z.output<typeof Place>

const Address = z.object({
  lat: number,
  lon: number,
  display_name: z.string(),
  address: membersOf(z.string()),
})

const Nowhere = z.object({ error: z.unknown() })

export interface PlaceQuery {
  readonly q: string
  readonly limit: number
  readonly countryCodes?: string | undefined
  readonly viewbox?: string | undefined
  readonly bounded?: boolean
  /** Whether to add website, telephone and opening hours, if they are mapped. */
  readonly details?: boolean
}

export const nominatim = defineUpstream({
  name: 'nominatim',
  title: 'OpenStreetMap Nominatim',
  terms: 'https://operations.osmfoundation.org/policies/nominatim/',
  texts: 'public',
  base: 'https://nominatim.openstreetmap.org',
  limits: { timeoutMs: 10_000, bytesMax: 1_000_000, perSecond: 1, among: 'replicas' },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    search({ q, limit, countryCodes, viewbox, bounded, details }: PlaceQuery) {
      const query = {
        q,
        format: 'jsonv2',
        limit,
        countrycodes: countryCodes,
        viewbox,
        bounded: bounded ? 1 : undefined,
        extratags: details ? 1 : undefined,
        'accept-language': 'en',
      }
      return http.json('/search', rowsOf(Place), { query })
    },

    /** Null if nothing is mapped, such as at sea. */
    async reverse(lat: number, lon: number, zoom: number) {
      const query = { lat, lon, zoom, format: 'jsonv2', addressdetails: 1, 'accept-language': 'en' }
      const found = await http.json('/reverse', z.union([Address, Nowhere]), { query })
      return 'error' in found ? null : found
    },
  }),
})
