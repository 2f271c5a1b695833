import { z } from 'zod'
import { Fault } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { membersOf, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Elements = z.object({
  /** Set if the query took too long: the list is then incomplete. */
  remark: z.string().nullish(),
  elements: rowsOf(
    z.object({
      type: z.enum(['node', 'way', 'relation']),
      id: z.number(),
      lat: z.number().nullish(),
      lon: z.number().nullish(),
      center: z.object({ lat: z.number(), lon: z.number() }).nullish(),
      tags: membersOf(z.string()).nullish(),
    }),
  ),
})

export interface MappedPoint {
  readonly lat: number
  readonly lon: number
  readonly tags: Readonly<Record<string, string>>
}

export interface PointQuery {
  readonly lat: number
  readonly lon: number
  /** Only `[a-z0-9_:]`, because it becomes part of a query language. */
  readonly key: string
  readonly value: string
  readonly radiusM: number
}

const PLAIN = /^[a-z0-9_:]+$/
const FOUND_MAX = 2_000

export const overpass = defineUpstream({
  name: 'overpass',
  title: 'Overpass API',
  attribution: '© OpenStreetMap contributors (ODbL 1.0), by the Overpass API',
  terms: 'https://dev.overpass-api.de/overpass-doc/en/preface/commons.html',
  texts: 'public',
  base: 'https://overpass-api.de',
  limits: { timeoutMs: 25_000, bytesMax: 10_000_000, perSecond: 0.5, among: 'replicas' },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    async points({ lat, lon, key, value, radiusM }: PointQuery): Promise<readonly MappedPoint[]> {
      if (!PLAIN.test(key) || !PLAIN.test(value)) throw new Error('a tag must be a plain word')
      const around = `around:${radiusM},${lat.toFixed(6)},${lon.toFixed(6)}`
      const wanted = `nwr["${key}"="${value}"](${around})`
      const data = `[out:json][timeout:20];${wanted};out center ${FOUND_MAX};`
      const found = await http.json('/api/interpreter', Elements, {
        text: new URLSearchParams({ data }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        cacheTtlMs: HOUR_MS,
      })
      if (found.remark?.includes('error'))
        throw new Fault('upstream_failed', 'Overpass API did not finish; ask for a smaller circle.')
      return found.elements.flatMap(({ lat, lon, center, tags }) => {
        const at = center ?? { lat, lon }
        if (typeof at.lat !== 'number' || typeof at.lon !== 'number') return []
        return { lat: at.lat, lon: at.lon, tags: tags ?? {} }
      })
    },
  }),
})
