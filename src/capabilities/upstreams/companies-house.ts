import { z } from 'zod'
import { Fault } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { day, fact, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Found = z.object({
  total_results: z.int(),
  items: rowsOf(
    z.object({
      company_number: z.string(),
      title: z.string(),
      company_status: fact,
      company_type: fact,
      date_of_creation: day,
      address_snippet: fact,
    }),
  ),
})

export type BritishCompany = z.output<typeof Found>['items'][number]

const KEY = {
  name: 'COMPANIES_HOUSE_API_KEY',
  description: 'Key of Companies House, which is free. Without it there is no data of the UK.',
} as const

export const companiesHouse = defineUpstream({
  name: 'companies-house',
  title: 'Companies House',
  terms: 'https://developer.company-information.service.gov.uk/developer-guidelines',
  texts: 'public',
  base: 'https://api.company-information.service.gov.uk',
  asks: '$0',
  settings: [KEY],
  // 600 requests in five minutes.
  limits: { timeoutMs: 12_000, bytesMax: 2_000_000, perSecond: 2, among: 'replicas' },
  cacheTtlMs: HOUR_MS,
  headers: (setting) => ({
    authorization: `Basic ${Buffer.from(`${setting(KEY.name)}:`).toString('base64')}`,
  }),
  api: (http) => ({
    async named(q: string, limit: number) {
      if (!http.setting(KEY.name)) throw new Fault('not_configured', `${KEY.name} is not set.`)
      const query = { q, items_per_page: limit }
      return http.json('/search/companies', Found, { query })
    },
  }),
})
