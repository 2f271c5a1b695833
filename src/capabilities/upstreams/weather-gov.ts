import { z } from 'zod'
import { badInput } from '../../base/core/fault.ts'
import { rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()

const Alerts = z.object({
  features: rowsOf(
    z.object({
      properties: z.object({
        event: z.string(),
        severity: text,
        urgency: text,
        headline: text,
        areaDesc: text,
        onset: text,
        ends: text,
        expires: text,
        instruction: text,
      }),
    }),
  ),
})

const KEEP_MS = 60_000

/** `point` as latitude and longitude, `area` as the code of a state. */
export type AlertQuery = { readonly point: string } | { readonly area: string }

export const weatherGov = defineUpstream({
  name: 'weather-gov',
  title: 'US National Weather Service',
  terms: 'https://www.weather.gov/disclaimer',
  texts: 'own',
  base: 'https://api.weather.gov',
  limits: { timeoutMs: 10_000, bytesMax: 10_000_000, perSecond: 5 },
  cacheTtlMs: KEEP_MS,
  headers: () => ({ accept: 'application/geo+json' }),
  refusals: {
    400: () => badInput('area, lat, lon: must be covered by the US National Weather Service.'),
    404: () => badInput('lat, lon: must be a point that the US National Weather Service covers.'),
  },
  api: (http) => ({
    async alerts(query: AlertQuery) {
      const { features } = await http.json('/alerts/active', Alerts, { query: { ...query } })
      return features.map(({ properties }) => properties)
    },
  }),
})
