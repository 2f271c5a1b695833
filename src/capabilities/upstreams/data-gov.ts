import { z } from 'zod'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { fact, listOf, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const named = z
  .union([z.string(), z.object({ name: fact })])
  .nullish()
  .transform((value) => (typeof value === 'string' ? value : value?.name) || null)

const Found = z.object({
  after: fact,
  results: rowsOf(
    z.object({
      title: z.string(),
      description: fact,
      slug: fact,
      publisher: named,
      organization: named,
      dcat: z
        .object({
          modified: fact,
          landingPage: fact,
          distribution: listOf(
            z.object({ format: fact, mediaType: fact, downloadURL: fact, accessURL: fact }),
          ),
        })
        .nullish(),
    }),
  ),
})

export type Dataset = z.output<typeof Found>['results'][number]

export const dataGov = defineUpstream({
  name: 'data-gov',
  title: 'Data.gov',
  terms: 'https://data.gov/privacy-policy/',
  texts: 'public',
  base: 'https://catalog.data.gov',
  limits: { timeoutMs: 15_000, bytesMax: 8_000_000, perSecond: 2 },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    async search(q: string, limit: number, after: string | undefined) {
      // It ignores parameters that it does not know, so it may answer more than was requested.
      const query = { q, per_page: limit, after }
      return http.json('/search', Found, { query })
    },
  }),
})
