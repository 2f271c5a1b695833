import { z } from 'zod'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()

const Found = z.object({
  meta: z.object({ count: z.int() }),
  results: rowsOf(
    z.object({
      id: z.string(),
      doi: text,
      display_name: text,
      publication_year: z.int().nullish(),
      cited_by_count: z.int(),
      open_access: z.object({ oa_url: text }).nullish(),
      primary_location: z.object({ source: z.object({ display_name: text }).nullish() }).nullish(),
      authorships: z.array(z.object({ author: z.object({ display_name: text }) })),
      topics: z.array(z.object({ display_name: z.string() })).nullish(),
    }),
  ),
})

export interface WorksQuery {
  readonly q: string
  readonly fromYear?: number | undefined
  readonly openAccess: boolean
  readonly sort: keyof typeof SORTS
  readonly limit: number
}

const SORTS = {
  relevance: 'relevance_score:desc',
  citations: 'cited_by_count:desc',
  date: 'publication_date:desc',
} as const

export const openalex = defineUpstream({
  name: 'openalex',
  title: 'OpenAlex',
  terms: 'https://docs.openalex.org/additional-help/faq',
  texts: 'public',
  base: 'https://api.openalex.org',
  asks: '$0',
  settings: [
    {
      name: 'OPENALEX_API_KEY',
      description: 'Key of the OpenAlex API, which is free.',
      need: 'required',
    },
  ],
  limits: { timeoutMs: 15_000, bytesMax: 10_000_000, perSecond: 5, among: 'replicas' },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    async works({ q, fromYear, openAccess, sort, limit }: WorksQuery) {
      const filters = [
        ...(fromYear === undefined ? [] : [`from_publication_date:${fromYear}-01-01`]),
        ...(openAccess ? ['is_oa:true'] : []),
      ]
      const query = {
        search: q,
        filter: filters.length > 0 ? filters.join(',') : undefined,
        sort: SORTS[sort],
        per_page: limit,
        select:
          'id,doi,display_name,publication_year,cited_by_count,open_access,primary_location,authorships,topics',
        api_key: http.setting('OPENALEX_API_KEY'),
      }
      const { meta, results } = await http.json('/works', Found, { query })
      return { results: results.slice(0, limit), total: meta.count }
    },
  }),
})
