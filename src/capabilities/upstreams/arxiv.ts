import { badInput } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream } from './define.ts'

export interface PapersQuery {
  /** In the query syntax of arXiv. */
  readonly search: string
  readonly sort: 'relevance' | 'date'
  readonly limit: number
}

const SORTS = { relevance: 'relevance', date: 'submittedDate' } as const

/** One request in three seconds. */
const PER_SECOND = 1 / 3

export const arxiv = defineUpstream({
  name: 'arxiv',
  title: 'arXiv',
  attribution: 'arXiv (thank you to arXiv for use of its open access interoperability)',
  terms: 'https://info.arxiv.org/help/api/tou.html',
  texts: 'public',
  base: 'https://export.arxiv.org',
  limits: { timeoutMs: 20_000, bytesMax: 3_000_000, perSecond: PER_SECOND, among: 'replicas' },
  cacheTtlMs: HOUR_MS,
  headers: () => ({ accept: 'application/atom+xml' }),
  refusals: { 400: () => badInput('q: must be plain words; arXiv does not understand this.') },
  api: (http) => ({
    /** An Atom feed. */
    papers: async ({ search, sort, limit }: PapersQuery): Promise<string> =>
      http.text('/api/query', {
        query: {
          search_query: search,
          sortBy: SORTS[sort],
          sortOrder: 'descending',
          start: 0,
          max_results: limit,
        },
      }),
  }),
})
