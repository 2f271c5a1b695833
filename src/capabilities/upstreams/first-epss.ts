import { z } from 'zod'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream } from './define.ts'

const share = z.string().transform(Number).pipe(z.number().min(0).max(1))

const Scores = z.object({
  data: z.array(z.object({ cve: z.string(), epss: share, percentile: share, date: z.string() })),
})

/** Exploit Prediction Scoring System. */
export const firstEpss = defineUpstream({
  name: 'first-epss',
  title: 'FIRST EPSS',
  terms: 'https://www.first.org/epss/data_stats',
  texts: 'own',
  base: 'https://api.first.org',
  limits: { timeoutMs: 8_000, bytesMax: 200_000, perSecond: 5 },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    /** Null for a vulnerability without a score. */
    async scoreOf(cve: string) {
      const { data } = await http.json('/data/v1/epss', Scores, { query: { cve } })
      return data.find((row) => row.cve === cve) ?? null
    },
  }),
})
