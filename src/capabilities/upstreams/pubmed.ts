import { z } from 'zod'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { numeric } from './_facts.ts'
import { defineUpstream } from './define.ts'

const phrases = z.array(z.string()).nullish()

const Found = z.object({
  esearchresult: z.object({
    count: numeric.pipe(z.int()),
    idlist: z.array(z.string().regex(/^\d{1,10}$/)),
    errorlist: z.object({ phrasesnotfound: phrases }).nullish(),
    warninglist: z.object({ phrasesignored: phrases, quotedphrasesnotfound: phrases }).nullish(),
  }),
})

/** Both ends of a range are required; no article is from this year. */
const LAST_YEAR = 3000

export const pubmed = defineUpstream({
  name: 'pubmed',
  title: 'PubMed',
  terms: 'https://www.ncbi.nlm.nih.gov/home/about/policies/',
  texts: 'public',
  base: 'https://eutils.ncbi.nlm.nih.gov',
  asks: '$0',
  settings: [
    { name: 'NCBI_API_KEY', description: 'Key of NCBI, which raises the rate limit of PubMed.' },
  ],
  limits: { timeoutMs: 20_000, bytesMax: 10_000_000, perSecond: 3, among: 'replicas' },
  cacheTtlMs: HOUR_MS,
  api: (http) => {
    const own = { db: 'pubmed', tool: 'farebox', api_key: http.setting('NCBI_API_KEY') }
    return {
      /** Numbers of articles, best first, and the words that the search did not understand. */
      async search(term: string, sinceYear: number | undefined, limit: number) {
        const dates =
          sinceYear === undefined
            ? {}
            : { datetype: 'pdat', mindate: sinceYear, maxdate: LAST_YEAR }
        const query = { ...own, term, retmode: 'json', retmax: limit, sort: 'relevance', ...dates }
        const { esearchresult: found } = await http.json('/entrez/eutils/esearch.fcgi', Found, {
          query,
        })
        return {
          ids: found.idlist.slice(0, limit),
          total: found.count,
          notUnderstood: [
            ...(found.errorlist?.phrasesnotfound ?? []),
            ...(found.warninglist?.phrasesignored ?? []),
            ...(found.warninglist?.quotedphrasesnotfound ?? []),
          ],
        }
      },

      /** A PubmedArticleSet in XML. */
      articles: async (ids: readonly string[]): Promise<string> =>
        http.text('/entrez/eutils/efetch.fcgi', {
          query: { ...own, id: ids.join(','), retmode: 'xml' },
          headers: { accept: 'text/xml' },
        }),
    }
  },
})
