import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { orNull } from '../../base/core/failover.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream } from './define.ts'

const Range = z.object({
  downloads: z.array(z.object({ day: z.string(), downloads: z.int() })),
})

export interface DayDownloads {
  readonly date: string
  readonly downloads: number
}

export const npmDownloads = defineUpstream({
  name: 'npm-downloads',
  title: 'npm downloads',
  terms: 'https://docs.npmjs.com/policies/terms',
  texts: 'own',
  base: 'https://api.npmjs.org',
  limits: { timeoutMs: 10_000, bytesMax: 1_000_000, perSecond: 5, among: 'replicas' },
  cacheTtlMs: 6 * HOUR_MS,
  api: (http) => ({
    /** Downloads per day, both ends included; null for an unknown package. */
    async daily(name: string, from: string, to: string): Promise<readonly DayDownloads[] | null> {
      const refusals = { 404: () => notFound(`npm has no counts of a package ${name}.`) }
      const path = `/downloads/range/${from}:${to}/${name}`
      const found = await orNull(http.json(path, Range, { refusals }))
      return found?.downloads.map(({ day, downloads }) => ({ date: day, downloads })) ?? null
    },
  }),
})
