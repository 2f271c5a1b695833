import { z } from 'zod'
import { defineUpstream } from './define.ts'

const value = z.number().nullish()

const Rates = z.object({
  refRates: z.array(
    z.object({
      effectiveDate: z.string(),
      type: z.string(),
      percentRate: z.number(),
      percentPercentile1: value,
      percentPercentile25: value,
      percentPercentile75: value,
      percentPercentile99: value,
      targetRateFrom: value,
      targetRateTo: value,
      volumeInBillions: value,
      revisionIndicator: z.string().nullish(),
    }),
  ),
})

const KINDS = {
  sofr: 'secured',
  tgcr: 'secured',
  bgcr: 'secured',
  effr: 'unsecured',
  obfr: 'unsecured',
} as const

const HALF_HOUR_MS = 1_800_000

export const nyFed = defineUpstream({
  name: 'ny-fed',
  title: 'Federal Reserve Bank of New York',
  terms: 'https://www.newyorkfed.org/privacy/termsofuse',
  texts: 'own',
  base: 'https://markets.newyorkfed.org',
  limits: { timeoutMs: 15_000, bytesMax: 1_000_000, perSecond: 5 },
  cacheTtlMs: HALF_HOUR_MS,
  api: (http) => ({
    /** The last business days of a rate, newest first. */
    async last(rate: keyof typeof KINDS, days: number) {
      const path = `/api/rates/${KINDS[rate]}/${rate}/last/${days}.json`
      return (await http.json(path, Rates)).refRates
    },
  }),
})
