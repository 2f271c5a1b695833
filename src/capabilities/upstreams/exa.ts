import { z } from 'zod'
import { badInput } from '../../base/core/fault.ts'
import { rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'
import { objectIn } from '../../base/lib/json-object.ts'

const SearchResults = z.object({
  results: rowsOf(
    z.object({
      title: z.string().nullish(),
      url: z.string(),
      publishedDate: z.string().nullish(),
      author: z.string().nullish(),
    }),
  ),
})

export interface ExaPage {
  readonly title: string | null
  readonly url: string
  readonly publishedDate: string | null
  readonly author: string | null
}

/** Fields by the names of the provider; undefined ones are not sent. */
export interface ExaQuery {
  readonly query: string
  readonly numResults: number
  /** `keyword` means `auto`: Exa no longer has a search by words alone. */
  readonly type: string
  readonly category?: string | undefined
  readonly includeDomains?: readonly string[] | undefined
  readonly excludeDomains?: readonly string[] | undefined
  readonly startPublishedDate?: string | undefined
  readonly endPublishedDate?: string | undefined
}

export interface SimilarQuery {
  readonly url: string
  readonly numResults: number
  readonly excludeSourceDomain: boolean
}

const Companies = z.object({
  results: rowsOf(
    z.object({
      title: z.string().nullish(),
      url: z.string(),
      summary: z.string().nullish(),
      score: z.number().nullish(),
    }),
  ),
})

export interface CompanyQuery {
  /** Either a description of the company, or the site of a similar one. */
  readonly query?: string | undefined
  readonly url?: string | undefined
  readonly limit: number
}

const Refusal = z.object({ error: z.string().max(300) })

export const exa = defineUpstream({
  name: 'exa',
  title: 'Exa',
  terms: 'https://exa.ai/terms',
  texts: 'public',
  base: 'https://api.exa.ai',
  asks: '$0.007',
  settings: [{ name: 'EXA_API_KEY', description: 'Key of the Exa API.', need: 'required' }],
  limits: { timeoutMs: 20_000, bytesMax: 3_000_000, perSecond: 5 },
  headers: (setting) => ({ 'x-api-key': setting('EXA_API_KEY') }),
  refusals: { 400: refusalOf, 422: refusalOf },
  api: (http) => ({
    async search(query: ExaQuery): Promise<readonly ExaPage[]> {
      const json = { ...query, type: query.type === 'keyword' ? 'auto' : query.type }
      return pagesOf(await http.json('/search', SearchResults, { json }), query.numResults)
    },

    async similar(query: SimilarQuery): Promise<readonly ExaPage[]> {
      const refusals = { 400: unknownPage, 422: unknownPage }
      const found = await http.json('/findSimilar', SearchResults, { json: query, refusals })
      return pagesOf(found, query.numResults)
    },

    /** Home pages of companies, each with a summary. */
    async companies({ query, url, limit }: CompanyQuery) {
      const common = { numResults: limit, category: 'company', contents: { summary: true } }
      const refusals = { 400: unknownPage, 422: unknownPage }
      const { results } = url
        ? await http.json('/findSimilar', Companies, {
            json: { ...common, url, excludeSourceDomain: true },
            refusals,
          })
        : await http.json('/search', Companies, { json: { ...common, query, type: 'auto' } })
      return results.slice(0, limit)
    },
  }),
})

const pagesOf = ({ results }: z.output<typeof SearchResults>, most: number): ExaPage[] =>
  results.slice(0, most).map(({ title, url, publishedDate, author }) => ({
    title: title ?? null,
    url,
    publishedDate: publishedDate ?? null,
    author: author || null,
  }))

/** Some filters exclude each other, by rules that only the provider knows. */
function refusalOf(body: string) {
  return badInput(`The combination of fields is one that Exa refuses${saidIn(body)}`)
}

const unknownPage = (body: string) => badInput(`url: Exa finds nothing for it${saidIn(body)}`)

function saidIn(body: string): string {
  const said = Refusal.safeParse(objectIn(body)).data?.error
  return said ? `: ${said}` : '.'
}
