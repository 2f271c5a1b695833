import { z } from 'zod'
import { badInput } from '../../base/core/fault.ts'
import type { Setting } from '../../base/core/setting.ts'
import { braveRefusals } from './_brave.ts'
import { membersOf, momentOf, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()

const Result = z.object({
  title: z.string(),
  url: z.string(),
  description: text,
  age: text,
  page_age: text,
  meta_url: z.object({ hostname: text }).nullish(),
})

/** `web` is left out if nothing was found. */
const WebAnswer = z.object({
  type: z.literal('search'),
  web: z.object({ results: rowsOf(Result) }).nullish(),
})

const NewsAnswer = z.object({ type: z.literal('news'), results: rowsOf(Result) })

const ImagesAnswer = z.object({
  type: z.literal('images'),
  results: rowsOf(
    z.object({
      title: text,
      url: text,
      source: text,
      thumbnail: z.object({ src: text }).nullish(),
      properties: z
        .object({ url: text, width: z.int().nullish(), height: z.int().nullish() })
        .nullish(),
    }),
  ),
})

const VideosAnswer = z.object({
  type: z.literal('videos'),
  results: rowsOf(
    z.object({
      title: z.string(),
      url: z.string(),
      description: text,
      page_age: text,
      video: z.object({ duration: text, publisher: text }).nullish(),
      thumbnail: z.object({ src: text }).nullish(),
    }),
  ),
})

const Passage = z.object({ url: z.string(), title: text, snippets: z.array(z.string()) })

const PageSource = z.object({ title: text, hostname: text, age: z.array(z.string()).nullish() })

const ContextAnswer = z.object({
  grounding: z.object({ generic: z.array(Passage).nullish() }),
  sources: membersOf(PageSource),
})

export type ImageResult = z.output<typeof ImagesAnswer>['results'][number]

export interface Hit {
  readonly title: string
  readonly url: string
  readonly description: string
  /** Age in words, such as `3 hours ago`. */
  readonly age: string | null
  readonly publishedAt: string | null
  readonly publisher: string | null
}

export interface WebQuery {
  readonly q: string
  readonly count: number
  readonly freshness?: string | undefined
  readonly countryCode?: string | undefined
}

export interface Video {
  readonly title: string
  readonly url: string
  readonly description: string
  /** Duration in the form of the site, such as `03:45`. */
  readonly durationText: string | null
  readonly publisher: string | null
  readonly publishedAt: string | null
  readonly thumbnailUrl: string | null
}

export interface ImageQuery {
  readonly q: string
  readonly count: number
  readonly safeSearch: 'off' | 'strict'
}

export interface ContextQuery {
  readonly q: string
  readonly count: number
  readonly maxTokens: number
}

const WORDS = 'q: must be at most 400 characters and 50 words'
const TITLE = 'Brave Search'
const REFUSALS = braveRefusals(TITLE, () => badInput(`${WORDS}.`))
const NEWS_REFUSALS = braveRefusals(TITLE, () =>
  badInput(`${WORDS}; countryCode: must be a country with news.`),
)

export const BRAVE_SEARCH_API_KEY = {
  name: 'BRAVE_SEARCH_API_KEY',
  description: 'Key of the Search plan of the Brave Search API.',
  need: 'required',
} as const satisfies Setting

export const braveSearch = defineUpstream({
  name: 'brave-search',
  title: TITLE,
  terms: 'https://api-dashboard.search.brave.com/terms-of-service',
  texts: 'public',
  base: 'https://api.search.brave.com',
  asks: '$0.005',
  settings: [BRAVE_SEARCH_API_KEY],
  limits: { timeoutMs: 10_000, bytesMax: 3_000_000, perSecond: 20 },
  headers: (setting) => ({ 'x-subscription-token': setting('BRAVE_SEARCH_API_KEY') }),
  refusals: REFUSALS,
  api: (http) => ({
    async web({ q, count, freshness }: WebQuery): Promise<readonly Hit[]> {
      const query = { q, count, freshness, text_decorations: false, result_filter: 'web' }
      const { web } = await http.json('/res/v1/web/search', WebAnswer, { query })
      return (web?.results ?? []).slice(0, count).map(hitOf)
    },

    async news({ q, count, freshness, countryCode }: WebQuery): Promise<readonly Hit[]> {
      const query = { q, count, freshness, country: countryCode, text_decorations: false }
      const ask = { query, refusals: NEWS_REFUSALS }
      const { results } = await http.json('/res/v1/news/search', NewsAnswer, ask)
      return results.slice(0, count).map(hitOf)
    },

    async images({ q, count, safeSearch }: ImageQuery): Promise<readonly ImageResult[]> {
      const query = { q, count, safesearch: safeSearch }
      const { results } = await http.json('/res/v1/images/search', ImagesAnswer, { query })
      return results.slice(0, count)
    },

    async videos({ q, count, freshness }: WebQuery): Promise<readonly Video[]> {
      const query = { q, count, freshness }
      const { results } = await http.json('/res/v1/videos/search', VideosAnswer, { query })
      return results.slice(0, count).map(({ title, url, description, page_age, ...rest }) => ({
        title: plain(title),
        url,
        description: plain(description ?? ''),
        durationText: rest.video?.duration || null,
        publisher: rest.video?.publisher || null,
        publishedAt: momentOf(page_age),
        thumbnailUrl: rest.thumbnail?.src ?? null,
      }))
    },

    /** Passages of pages, best first, and facts about each page by its address. */
    async context({ q, count, maxTokens }: ContextQuery) {
      const query = {
        q,
        count,
        maximum_number_of_urls: count,
        maximum_number_of_tokens: maxTokens,
      }
      const { grounding, sources } = await http.json('/res/v1/llm/context', ContextAnswer, {
        query,
      })
      return { passages: (grounding.generic ?? []).slice(0, count), sources }
    },
  }),
})

function hitOf({ title, url, description, age, page_age, meta_url }: z.output<typeof Result>): Hit {
  return {
    title: plain(title),
    url,
    description: plain(description ?? ''),
    age: age ?? null,
    publishedAt: momentOf(page_age),
    publisher: meta_url?.hostname ?? null,
  }
}

/** Times have no offset, and mean UTC. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
}

/** Removes the marks of matches, and decodes the few entities that occur. */
const plain = (html: string): string =>
  html
    .replaceAll(/<\/?strong>/g, '')
    .replaceAll(/&(?:lt|gt|quot|#39|#x27|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity)
