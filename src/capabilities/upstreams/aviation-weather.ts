import { z } from 'zod'
import { rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const number = z.number().nullish()
const text = z.string().nullish()

const Metars = rowsOf(
  z.object({
    icaoId: z.string(),
    rawOb: z.string(),
    obsTime: z.number(),
    temp: number,
    dewp: number,
    wdir: z.union([z.number(), z.literal('VRB')]).nullish(),
    wspd: number,
    wgst: number,
    visib: z.union([z.number(), z.string()]).nullish(),
    altim: number,
    clouds: z.array(z.object({ cover: z.string(), base: number })).nullish(),
    fltCat: text,
  }),
)
const Tafs = rowsOf(z.object({ icaoId: z.string(), rawTAF: z.string() }))

export type Metar = z.output<typeof Metars>[number]

const KEEP_MS = 2 * 60_000

export const aviationWeather = defineUpstream({
  name: 'aviation-weather',
  title: 'US Aviation Weather Center',
  terms: 'https://aviationweather.gov/data/api/',
  texts: 'own',
  base: 'https://aviationweather.gov',
  limits: { timeoutMs: 10_000, bytesMax: 2_000_000, perSecond: 1, among: 'replicas' },
  cacheTtlMs: KEEP_MS,
  api(http) {
    /** 204 means that there is no report at all. */
    async function reports<S extends z.ZodType>(kind: string, schema: S, ids: readonly string[]) {
      const query = { ids: ids.join(','), format: 'json' }
      const { status } = await http.bytes(`/api/data/${kind}`, { query })
      return status === 204 ? [] : http.json(`/api/data/${kind}`, schema, { query })
    }
    return {
      metars: async (ids: readonly string[]) =>
        (await reports('metar', Metars, ids)) as z.output<typeof Metars>,
      tafs: async (ids: readonly string[]) =>
        (await reports('taf', Tafs, ids)) as z.output<typeof Tafs>,
    }
  },
})
