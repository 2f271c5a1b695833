import { z } from 'zod'
import { badInput } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream } from './define.ts'

const Angle = z.object({ value: z.number() })

const Estimate = z.object({
  inputs: z.object({
    meteo_data: z.object({ radiation_db: z.string() }),
    mounting_system: z.object({ fixed: z.object({ slope: Angle, azimuth: Angle }) }),
  }),
  outputs: z.object({
    monthly: z.object({
      fixed: z.array(z.object({ month: z.int(), E_m: z.number() })).length(12),
    }),
    totals: z.object({ fixed: z.object({ E_y: z.number(), 'H(i)_y': z.number() }) }),
  }),
})

export interface SolarQuery {
  readonly lat: number
  readonly lon: number
  readonly peakpower: number
  readonly loss: number
  /** Without angles, the best ones are computed. */
  readonly angle?: number | undefined
  readonly aspect?: number | undefined
}

const Refusal = z.object({ message: z.string().max(300) })

export const pvgis = defineUpstream({
  name: 'pvgis',
  title: 'PVGIS',
  attribution: 'PVGIS, © European Communities',
  terms:
    'https://joint-research-centre.ec.europa.eu/photovoltaic-geographical-information-system-pvgis_en',
  texts: 'own',
  base: 'https://re.jrc.ec.europa.eu',
  limits: { timeoutMs: 20_000, bytesMax: 1_000_000, perSecond: 10 },
  cacheTtlMs: DAY_MS,
  refusals: { 400: refusalOf },
  api: (http) => ({
    async estimate({ angle, aspect, ...plant }: SolarQuery) {
      const both = angle === undefined && aspect === undefined
      const query = {
        ...plant,
        angle,
        aspect,
        optimalangles: both ? 1 : undefined,
        optimalinclination: !both && angle === undefined ? 1 : undefined,
        outputformat: 'json',
      }
      return http.json('/api/v5_3/PVcalc', Estimate, { query })
    },
  }),
})

function refusalOf(body: string) {
  let said: string | undefined
  try {
    said = Refusal.safeParse(JSON.parse(body)).data?.message
  } catch {
    said = undefined
  }
  return badInput(`lat, lon: PVGIS has no estimate here${said ? `: ${said}` : '.'}`)
}
