import { z } from 'zod'
import { badInput, Fault, notFound } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { plainText } from '../../engines/language/plain-text.ts'
import { rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()

const Summary = z.object({
  type: text,
  title: z.string(),
  description: text,
  extract: z.string(),
  timestamp: text,
  content_urls: z.object({ desktop: z.object({ page: z.string() }) }),
  thumbnail: z.object({ source: z.string() }).nullish(),
  coordinates: z.object({ lat: z.number(), lon: z.number() }).nullish(),
  wikibase_item: text,
})

export type Summary = z.output<typeof Summary>

const Found = z.object({
  query: z.object({
    searchinfo: z.object({ totalhits: z.int() }),
    search: rowsOf(
      z.object({ title: z.string(), snippet: z.string(), wordcount: z.int().nullish() }),
    ),
  }),
})

/** Errors of the search have status 200. */
const Problem = z.object({ error: z.object({ code: z.string() }) })

/** Every language has its own host. */
const hostOf = (language: string): string => `https://${language}.wikipedia.org`

const keyOf = (title: string): string => encodeURIComponent(title.replaceAll(' ', '_'))

export const wikipedia = defineUpstream({
  name: 'wikipedia',
  title: 'Wikipedia',
  attribution: 'Wikipedia (CC BY-SA 4.0)',
  terms: 'https://foundation.wikimedia.org/wiki/Policy:Terms_of_Use',
  texts: 'public',
  base: 'https://en.wikipedia.org',
  limits: { timeoutMs: 10_000, bytesMax: 2_000_000, perSecond: 10 },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    /** The summary of the article that the title leads to, after redirects. */
    async summary(title: string, language: string): Promise<Summary> {
      const refusals = {
        400: () => badInput('title: must be a title that an article can have.'),
        404: () => notFound(`Wikipedia (${language}) has no article ${title}.`),
      }
      const path = `${hostOf(language)}/api/rest_v1/page/summary/${keyOf(title)}`
      return http.json(path, Summary, { refusals })
    },

    async search(q: string, language: string, limit: number) {
      const found = await http.json(`${hostOf(language)}/w/api.php`, z.union([Problem, Found]), {
        query: {
          action: 'query',
          list: 'search',
          srsearch: q,
          srlimit: limit,
          format: 'json',
          formatversion: 2,
        },
      })
      if ('error' in found)
        throw new Fault('upstream_failed', `Wikipedia failed (${found.error.code}).`)
      const { searchinfo, search } = found.query
      return {
        total: searchinfo.totalhits,
        results: search.slice(0, limit).map(({ title, snippet, wordcount }) => ({
          title,
          snippet: plainText(snippet),
          wordCount: wordcount ?? null,
          url: `${hostOf(language)}/wiki/${keyOf(title)}`,
        })),
      }
    },
  }),
})
