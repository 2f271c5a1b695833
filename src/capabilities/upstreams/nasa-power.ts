import { z } from 'zod'
import { Fault, badInput } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { membersOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const NAMES = [
  'T2M',
  'T2M_MIN',
  'T2M_MAX',
  'PRECTOTCORR',
  'WS10M_MAX',
  'ALLSKY_SFC_SW_DWN',
] as const
export type PowerName = (typeof NAMES)[number]

const A_DAY = /^\d{8}$/

const Series = z.object({
  properties: z.object({
    parameter: membersOf(membersOf(z.number().nullable())),
  }),
  header: z.object({ fill_value: z.number() }),
})

export interface PowerDay {
  /** Day in the solar time of the place, YYYY-MM-DD. */
  readonly date: string
  readonly values: Readonly<Record<PowerName, number | null>>
}

const compact = (date: string): string => date.replaceAll('-', '')

/** Daily weather since 1981, from satellites and a model, some days late. */
export const nasaPower = defineUpstream({
  name: 'nasa-power',
  title: 'NASA POWER',
  attribution: 'NASA POWER (Langley Research Center)',
  terms: 'https://power.larc.nasa.gov/docs/referencing/',
  texts: 'own',
  base: 'https://power.larc.nasa.gov',
  limits: { timeoutMs: 25_000, bytesMax: 4_000_000, perSecond: 1, among: 'replicas' },
  cacheTtlMs: DAY_MS,
  refusals: { 422: () => badInput('startDate, endDate: NASA POWER does not have these days.') },
  api: (http) => ({
    async daily(lat: number, lon: number, startDate: string, endDate: string) {
      const query = {
        parameters: NAMES.join(','),
        community: 'RE',
        latitude: lat,
        longitude: lon,
        start: compact(startDate),
        end: compact(endDate),
        format: 'JSON',
        'time-standard': 'LST',
      }
      const found = await http.json('/api/temporal/daily/point', Series, { query })
      const { parameter } = found.properties
      const missing = NAMES.filter((name) => !parameter[name])
      if (missing.length > 0)
        throw new Fault('upstream_failed', `NASA POWER answered without ${missing.join(', ')}.`)
      const fill = found.header.fill_value
      const keys = Object.keys(parameter['T2M'] ?? {})
        .filter((key) => A_DAY.test(key))
        .toSorted()
      return keys.map((key): PowerDay => {
        const valueOf = (name: PowerName) => {
          const value = parameter[name]?.[key] ?? fill
          return value === fill ? null : value
        }
        const values = Object.fromEntries(NAMES.map((name) => [name, valueOf(name)]))
        const date = `${key.slice(0, 4)}-${key.slice(4, 6)}-${key.slice(6)}`
        return { date, values: values as PowerDay['values'] }
      })
    },
  }),
})
