import { z } from 'zod'
import { badInput, Fault } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream } from './define.ts'

const Predictions = z.union([
  z.object({
    predictions: z.array(
      z.object({
        t: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
        v: z.string().regex(/^-?\d+(\.\d+)?$/),
        type: z.enum(['H', 'L']),
      }),
    ),
  }),
  z.object({ error: z.object({ message: z.string() }) }),
])

export interface TideQuery {
  readonly station: string
  /** First day in UTC, YYYYMMDD. */
  readonly beginDate: string
  readonly hours: number
  readonly datum: string
}

/** Errors of a query have status 200. */
export const noaaTides = defineUpstream({
  name: 'noaa-tides',
  title: 'NOAA Tides and Currents',
  terms: 'https://tidesandcurrents.noaa.gov/disclaimers.html',
  texts: 'own',
  base: 'https://api.tidesandcurrents.noaa.gov',
  limits: { timeoutMs: 15_000, bytesMax: 1_000_000, perSecond: 2 },
  cacheTtlMs: DAY_MS,
  refusals: { 400: refusalOf },
  api: (http) => ({
    async highsAndLows({ station, beginDate, hours, datum }: TideQuery) {
      const query = {
        product: 'predictions',
        application: 'farebox',
        station,
        begin_date: beginDate,
        range: hours,
        datum,
        units: 'metric',
        time_zone: 'gmt',
        interval: 'hilo',
        format: 'json',
      }
      const found = await http.json('/api/prod/datagetter', Predictions, { query })
      if ('predictions' in found) return found.predictions
      throw refusalOf(found.error.message)
    },
  }),
})

/** The answer for a station or a datum that it does not have. */
function refusalOf(message: string): Fault {
  const said = message.trim().slice(0, 200)
  return /station|datum|predictions/i.test(said)
    ? badInput(`station: NOAA has no tide predictions for it: ${said}`)
    : new Fault('upstream_failed', `NOAA Tides and Currents refuses: ${said}`)
}
