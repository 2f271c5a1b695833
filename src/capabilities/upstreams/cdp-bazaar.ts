import { z } from 'zod'
import { rowsOf } from './_facts.ts'
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

const Found = z.object({ resources: rowsOf(Resource), partialResults: z.boolean().nullish() })

export interface BazaarQuery {
  readonly query: string
  readonly network: string | undefined
  readonly payTo: string | undefined
  readonly limit: number
}

const Page = z.object({
  items: z.array(Resource),
  pagination: z.object({ total: z.int().nullish() }).nullish(),
})

export interface BazaarListing extends Pick<BazaarQuery, 'payTo' | 'limit'> {
  isWanted(resource: BazaarResource): boolean
}

/** Without words to search for, the index has pages of all resources, or those of one wallet. */
const PAGE = 100
const PAGES_MAX = 5

const KEEP_MS = 5 * 60_000

/** The index of endpoints that were paid through the facilitator of Coinbase. */
export const cdpBazaar = defineUpstream({
  name: 'cdp-bazaar',
  title: 'Coinbase x402 Bazaar',
  terms: 'https://www.coinbase.com/legal/developer-platform/terms-of-service',
  texts: 'public',
  base: 'https://api.cdp.coinbase.com',
  limits: { timeoutMs: 15_000, bytesMax: 4_000_000, perSecond: 5 },
  cacheTtlMs: KEEP_MS,
  api: (http) => ({
    search({ query, network, payTo, limit }: BazaarQuery) {
      const asked = { query, network, payTo, limit }
      return http.json('/platform/v2/x402/discovery/search', Found, { query: asked })
    },

    /** Of one seller, or as the index lists them. */
    async listed({ payTo, limit, isWanted }: BazaarListing) {
      if (payTo !== undefined) {
        const query = { payTo, limit: PAGE }
        const found = await http.json('/platform/v2/x402/discovery/merchant', Found, { query })
        return { ...found, resources: found.resources.filter(isWanted) }
      }
      const resources: BazaarResource[] = []
      for (let page = 0; page < PAGES_MAX && resources.length < limit; page += 1) {
        const query = { limit: PAGE, offset: page * PAGE }
        const path = '/platform/v2/x402/discovery/resources'
        const { items } = await http.json(path, Page, { query })
        resources.push(...items.filter(isWanted))
        if (items.length < PAGE) return { resources, partialResults: false }
      }
      return { resources, partialResults: true }
    },
  }),
})
