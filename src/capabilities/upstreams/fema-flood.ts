import { z } from 'zod'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()

/** Errors come with status 200, and without `features`. */
const Zones = z.object({
  features: z.array(
    z.object({
      attributes: z.object({
        FLD_ZONE: z.string(),
        ZONE_SUBTY: text,
        SFHA_TF: text,
        STATIC_BFE: z.number().nullish(),
        DFIRM_ID: text,
      }),
    }),
  ),
})

export type FloodZone = z.output<typeof Zones>['features'][number]['attributes']

/** Flood hazard zones in the National Flood Hazard Layer. */
const PATH = '/arcgis/rest/services/public/NFHL/MapServer/28/query'

export const femaFlood = defineUpstream({
  name: 'fema-flood',
  title: 'FEMA National Flood Hazard Layer',
  terms: 'https://www.fema.gov/about/openfema/terms-conditions',
  texts: 'own',
  base: 'https://hazards.fema.gov',
  limits: { timeoutMs: 25_000, bytesMax: 1_000_000, perSecond: 2 },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    async zones(lat: number, lon: number): Promise<readonly FloodZone[]> {
      const query = {
        geometry: `${lon},${lat}`,
        geometryType: 'esriGeometryPoint',
        inSR: 4326,
        spatialRel: 'esriSpatialRelIntersects',
        outFields: 'FLD_ZONE,ZONE_SUBTY,SFHA_TF,STATIC_BFE,DFIRM_ID',
        returnGeometry: false,
        f: 'json',
      }
      const { features } = await http.json(PATH, Zones, { query })
      return features.map(({ attributes }) => attributes)
    },
  }),
})
