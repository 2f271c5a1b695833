import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { orNull } from '../../base/core/failover.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream } from './define.ts'
import type { DayDownloads } from './npm-downloads.ts'

const Overall = z.object({
  data: z.array(z.object({ category: z.string(), date: z.string(), downloads: z.int() })),
})

const Recent = z.object({ data: z.object({ last_week: z.int(), last_month: z.int() }) })

/** 30 requests a minute. */
const PER_SECOND = 0.5

export const pypistats = defineUpstream({
  name: 'pypistats',
  title: 'PyPI Stats',
  terms: 'https://pypistats.org/api/',
  texts: 'own',
  base: 'https://pypistats.org',
  limits: { timeoutMs: 10_000, bytesMax: 1_000_000, perSecond: PER_SECOND, among: 'replicas' },
  cacheTtlMs: 24 * HOUR_MS,
  api: (http) => ({
    /** Null for an unknown package. */
    async recent(name: string) {
      const refusals = { 404: () => notFound(`PyPI Stats has no counts of a package ${name}.`) }
      const path = `/api/packages/${encodeURIComponent(name)}/recent`
      const found = await orNull(http.json(path, Recent, { refusals }))
      return found && { week: found.data.last_week, month: found.data.last_month }
    },
    /** The last 180 days without mirrors, oldest first; null for an unknown package. */
    async daily(name: string): Promise<readonly DayDownloads[] | null> {
      const refusals = { 404: () => notFound(`PyPI Stats has no counts of a package ${name}.`) }
      const path = `/api/packages/${encodeURIComponent(name)}/overall`
      const query = { mirrors: 'false' }
      const found = await orNull(http.json(path, Overall, { query, refusals }))
      return (
        found?.data
          .filter(({ category }) => category === 'without_mirrors')
          .map(({ date, downloads }) => ({ date, downloads }))
          .toSorted((a, b) => a.date.localeCompare(b.date)) ?? null
      )
    },
  }),
})
