import { z } from 'zod'
import { whenAbsent } from '../core/failover.ts'
import { notFound } from '../core/fault.ts'
import { defineUpstream } from './define.ts'

const Recent = z.object({
  data: z.object({ last_day: z.int(), last_week: z.int(), last_month: z.int() }),
})

const DAY_MS = 86_400_000

/** Downloads without those of known mirrors, counted once a day. */
export const pypiStats = defineUpstream({
  name: 'pypi-stats',
  title: 'PyPI Stats',
  terms: 'https://pypistats.org/about',
  base: 'https://pypistats.org',
  limits: { timeoutMs: 5_000, bytesMax: 100_000, perSecond: 0.5 },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    /** Null for a project that it does not know. */
    async recent(name: string) {
      const refusals = { 404: () => notFound('Not counted.') }
      return http
        .json(`/api/packages/${name}/recent`, Recent, { refusals })
        .then(({ data }) => ({ week: data.last_week, month: data.last_month }))
        .catch(whenAbsent(null))
    },
  }),
})
