import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { fact, listOf, moment } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Summary = z.object({
  page: z.object({ name: z.string(), url: z.string(), updated_at: moment }),
  status: z.object({
    indicator: z.enum(['none', 'minor', 'major', 'critical', 'maintenance']),
    description: z.string(),
  }),
  components: z.array(
    z.object({ name: z.string(), status: z.string(), group: z.boolean().nullish() }),
  ),
  incidents: listOf(
    z.object({
      name: z.string(),
      status: z.string(),
      impact: fact,
      created_at: moment,
      updated_at: moment,
      shortlink: fact,
      incident_updates: listOf(z.object({ body: fact })),
    }),
  ),
})

export type StatusSummary = z.output<typeof Summary>

const KEEP_MS = 60_000

/** Public status pages with the API of Atlassian Statuspage, each at its own host. */
export const statuspage = defineUpstream({
  name: 'statuspage',
  title: 'Statuspage',
  terms: 'https://www.atlassian.com/legal/cloud-terms-of-service',
  texts: 'public',
  base: 'https://metastatuspage.com',
  limits: { timeoutMs: 10_000, bytesMax: 3_000_000, perSecond: 10 },
  cacheTtlMs: KEEP_MS,
  api: (http) => ({
    async summary(host: string): Promise<StatusSummary> {
      const refusals = { 404: () => notFound(`service: ${host} has no status page.`) }
      return http.json(`https://${host}/api/v2/summary.json`, Summary, { refusals })
    },
  }),
})
