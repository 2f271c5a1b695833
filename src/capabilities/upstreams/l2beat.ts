import { z } from 'zod'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { membersOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Project = z.object({
  name: z.string(),
  slug: z.string(),
  type: z.string(),
  category: z.string().nullish(),
  hostChain: z.string().nullish(),
  stage: z.string().nullish(),
  isArchived: z.boolean().nullish(),
  isUpcoming: z.boolean().nullish(),
  isUnderReview: z.boolean().nullish(),
  tvs: z.object({
    breakdown: z.object({ total: z.number() }),
    change7d: z.number().nullish(),
  }),
})
export type ScalingProject = z.output<typeof Project>

const Summary = z.object({
  chart: z.object({ syncedUntil: z.number().nullish() }),
  projects: membersOf(Project),
})
/** Per day: seconds, transactions, user operations; without success it knows of none. */
const Activity = z.union([
  z.object({ success: z.literal(false) }).transform(() => ({ data: null })),
  z.object({
    data: z.object({
      chart: z.object({ data: z.array(z.array(z.number().nullable()).min(3)) }),
    }),
  }),
])

/** Networks on top of Ethereum, with their value and their maturity. */
export const l2beat = defineUpstream({
  name: 'l2beat',
  title: 'L2BEAT',
  terms: 'https://l2beat.com/terms-of-service',
  texts: 'own',
  base: 'https://l2beat.com',
  limits: { timeoutMs: 15_000, bytesMax: 8_000_000, perSecond: 4 },
  cacheTtlMs: HOUR_MS,
  keepBytesMax: 24 * 1024 * 1024,
  api: (http) => ({
    async projects(): Promise<readonly ScalingProject[]> {
      const { chart, projects } = await http.json('/api/scaling/summary', Summary)
      if (chart.syncedUntil) http.dated(chart.syncedUntil * 1_000)
      return Object.values(projects)
    },
    /** User operations per second on the last whole day; null if there are none. */
    async operationsPerSecond(slug: string): Promise<number | null> {
      const path = `/api/scaling/activity/${encodeURIComponent(slug)}`
      const { data } = await http.json(path, Activity)
      const last = data?.chart.data.at(-1)
      const operations = last?.[2] ?? null
      return operations === null ? null : Number((operations / DAY_SECONDS).toFixed(3))
    },
  }),
})

const DAY_SECONDS = 86_400
