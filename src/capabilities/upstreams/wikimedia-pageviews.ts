import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream } from './define.ts'

const Views = z.object({
  items: z.array(
    z.object({
      article: z.string(),
      timestamp: z.string().regex(/^\d{10}$/),
      views: z.int(),
    }),
  ),
})

export interface ViewsQuery {
  readonly article: string
  readonly language: string
  /** ISO 8601 days, both included. */
  readonly from: string
  readonly to: string
}

export const wikimediaPageviews = defineUpstream({
  name: 'wikimedia-pageviews',
  title: 'Wikimedia page views',
  attribution: 'Wikimedia page views (CC0)',
  terms: 'https://foundation.wikimedia.org/wiki/Policy:Terms_of_Use',
  texts: 'own',
  base: 'https://wikimedia.org',
  limits: { timeoutMs: 10_000, bytesMax: 1_000_000, perSecond: 10 },
  cacheTtlMs: 6 * HOUR_MS,
  api: (http) => ({
    /** Views by people, not by robots; days without any are left out. */
    async daily({ article, language, from, to }: ViewsQuery) {
      const refusals = {
        404: () =>
          notFound(
            `article: must be the exact title of an article; no views of ${article} are known in ${language}.wikipedia.`,
          ),
      }
      const title = encodeURIComponent(article.replaceAll(' ', '_'))
      const days = [from, to].map((day) => day.replaceAll('-', '')).join('/')
      const { items } = await http.json(
        `/api/rest_v1/metrics/pageviews/per-article/${language}.wikipedia/all-access/user/${title}/daily/${days}`,
        Views,
        { refusals },
      )
      const points = items.map(({ timestamp, views }) => ({
        date: timestamp.replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3'),
        views,
      }))
      const last = points.at(-1)
      if (last) http.dated(Date.parse(last.date))
      return points
    },
  }),
})
