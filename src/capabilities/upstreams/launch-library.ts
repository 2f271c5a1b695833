import { z } from 'zod'
import { rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()
const named = z.object({ name: text }).nullish()

const Launch = z.object({
  name: z.string(),
  status: z.object({ name: z.string() }),
  net: z.string(),
  net_precision: named,
  window_start: text,
  window_end: text,
  last_updated: text,
  launch_service_provider: named,
  rocket: z.object({ configuration: z.object({ full_name: text }).nullish() }).nullish(),
  pad: z.object({ name: text, location: named }).nullish(),
  mission: z.object({ name: text, description: text }).nullish(),
})

export type Launch = z.output<typeof Launch>

const Launches = z.object({ count: z.int(), results: rowsOf(Launch) })

const LAUNCHES_MAX = 100
const TEN_MINUTES_MS = 600_000

/** 15 requests an hour: one list serves all callers within ten minutes. */
const PER_SECOND = 15 / 3_600

export const launchLibrary = defineUpstream({
  name: 'launch-library',
  title: 'Launch Library 2',
  terms: 'https://thespacedevs.com/llapi',
  texts: 'own',
  base: 'https://ll.thespacedevs.com',
  limits: { timeoutMs: 20_000, bytesMax: 5_000_000, perSecond: PER_SECOND, among: 'replicas' },
  cacheTtlMs: TEN_MINUTES_MS,
  api: (http) => ({
    /** The next hundred launches, soonest first, and the number of all planned ones. */
    async upcoming() {
      const query = {
        limit: LAUNCHES_MAX,
        mode: 'normal',
        ordering: 'net',
        hide_recent_previous: true,
      }
      const { count, results } = await http.json('/2.3.0/launches/upcoming/', Launches, { query })
      return { launches: results, planned: count }
    },
  }),
})
