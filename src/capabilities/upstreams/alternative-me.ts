import { z } from 'zod'
import { defineUpstream } from './define.ts'

const Index = z.object({
  data: z.array(
    z.object({
      value: z.string().regex(/^\d{1,3}$/),
      value_classification: z.string(),
      timestamp: z.string().regex(/^\d{1,12}$/),
    }),
  ),
})

const HALF_HOUR_MS = 1_800_000

export const alternativeMe = defineUpstream({
  name: 'alternative-me',
  title: 'alternative.me',
  terms: 'https://alternative.me/crypto/fear-and-greed-index/#api',
  texts: 'own',
  base: 'https://api.alternative.me',
  limits: { timeoutMs: 10_000, bytesMax: 500_000, perSecond: 1 },
  cacheTtlMs: HALF_HOUR_MS,
  api: (http) => ({
    /** Newest first. */
    async fearAndGreed(days: number) {
      const { data } = await http.json('/fng/', Index, { query: { limit: days } })
      const [newest] = data
      if (newest) http.dated(Number(newest.timestamp) * 1_000)
      return data
    },
  }),
})
