import { z } from 'zod'
import { badInput, notFound } from '../../base/core/fault.ts'
import type { Fault } from '../../base/core/fault.ts'
import { defineUpstream } from './define.ts'

const Leg = z.object({
  distance: z.number(),
  duration: z.number(),
  steps: z.array(
    z.object({
      name: z.string(),
      distance: z.number(),
      duration: z.number(),
      maneuver: z.object({
        type: z.string(),
        modifier: z.string().nullish(),
        exit: z.number().nullish(),
      }),
    }),
  ),
})
const Routes = z.object({
  code: z.literal('Ok'),
  routes: z
    .array(
      z.object({
        distance: z.number(),
        duration: z.number(),
        geometry: z.string(),
        legs: z.array(Leg),
      }),
    )
    .min(1),
})
const Refusal = z.object({ code: z.string() })

export type RouteStep = z.output<typeof Leg>['steps'][number]

interface Stop {
  readonly lat: number
  readonly lon: number
}

const PROFILES = { driving: 'car', cycling: 'bike', walking: 'foot' } as const
const ADDRESS = 'UPSTREAM_OSRM_URL'

/** A server of the operator's own, because the public servers are not for paid services. */
export const osrm = defineUpstream({
  name: 'osrm',
  title: 'OSRM',
  attribution: 'OSRM, © OpenStreetMap contributors (ODbL 1.0)',
  terms: 'https://www.openstreetmap.org/copyright',
  texts: 'public',
  base: 'http://127.0.0.1:5000',
  baseSetting: ADDRESS,
  settings: [
    {
      name: ADDRESS,
      description:
        'Address of a routing server (OSRM) of your own with the profiles car, bike and foot.',
      schema: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }),
      need: 'required',
    },
  ],
  limits: { timeoutMs: 15_000, bytesMax: 5_000_000 },
  refusals: { 400: refusalOf },
  api: (http) => ({
    async route(stops: readonly Stop[], mode: keyof typeof PROFILES, steps: boolean) {
      const at = stops.map(({ lat, lon }) => `${lon},${lat}`).join(';')
      const query = { overview: 'simplified', geometries: 'polyline', steps }
      const found = await http.json(`/route/v1/${PROFILES[mode]}/${at}`, Routes, { query })
      return found.routes[0]!
    },
  }),
})

function refusalOf(body: string): Fault {
  let code: string | undefined
  try {
    code = Refusal.safeParse(JSON.parse(body)).data?.code
  } catch {
    code = undefined
  }
  return code === 'NoRoute'
    ? notFound('There is no route between these points.')
    : badInput('from, to, via: OSRM finds no road near one of these points.')
}
