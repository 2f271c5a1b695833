import { z } from 'zod'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()

/** A payment option. Rows of version 1 have `maxAmountRequired` instead of `amount`. */
const Accept = z.object({
  scheme: text,
  network: text,
  asset: text,
  amount: text,
  maxAmountRequired: text,
  payTo: text,
})

const Resource = z.object({
  resource: z.string(),
  description: text,
  serviceName: text,
  accepts: z.array(Accept).default([]),
  lastUpdated: text,
  quality: z
    .object({
      l30DaysTotalCalls: z.number().nullish(),
      l30DaysUniquePayers: z.number().nullish(),
      lastCalledAt: text,
    })
    .nullish(),
})

export type BazaarResource = z.output<typeof Resource>

const Found = z.object({ resources: z.array(Resource), partialResults: z.boolean().nullish() })

export interface BazaarQuery {
  readonly query: string
  readonly network: string | undefined
  readonly payTo: string | undefined
  readonly limit: number
}

const KEEP_MS = 5 * 60_000

/** The index of endpoints that were paid through the facilitator of Coinbase. */
export const cdpBazaar = defineUpstream({
  name: 'cdp-bazaar',
  title: 'Coinbase x402 Bazaar',
  terms: 'https://www.coinbase.com/legal/developer-platform/terms-of-service',
  base: 'https://api.cdp.coinbase.com',
  untrusted: true,
  limits: { timeoutMs: 15_000, bytesMax: 4_000_000, perSecond: 5 },
  cacheTtlMs: KEEP_MS,
  api: (http) => ({
    search({ query, network, payTo, limit }: BazaarQuery) {
      const asked = { query, network, payTo, limit }
      return http.json('/platform/v2/x402/discovery/search', Found, { query: asked })
    },
  }),
})
