import { z } from 'zod'
import { badInput } from '../../base/core/fault.ts'
import { orNull } from '../../base/core/failover.ts'
import { notFound } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { day, fact, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const levels = z.object({
  title: fact,
  subtitle: fact,
  chapter: fact,
  subchapter: fact,
  part: fact,
  subpart: fact,
  subject_group: fact,
  section: fact,
  appendix: fact,
})

const Found = z.object({
  results: rowsOf(
    z.object({
      starts_on: day,
      ends_on: day,
      hierarchy: levels,
      headings: levels,
      full_text_excerpt: fact,
      score: z.number(),
    }),
  ),
  meta: z.object({ total_count: z.int() }),
})

export type CfrHit = z.output<typeof Found>['results'][number]

const Titles = z.object({
  titles: z.array(z.object({ number: z.int(), up_to_date_as_of: day })).min(1),
})

const XML = { accept: 'application/xml' }

/** The US Code of Federal Regulations, in its current text and in its texts since 2017. */
export const ecfr = defineUpstream({
  name: 'ecfr',
  title: 'eCFR',
  attribution: 'eCFR (Office of the Federal Register, GPO; not an official legal edition)',
  terms: 'https://www.ecfr.gov/developers/documentation/api/v1',
  texts: 'own',
  base: 'https://www.ecfr.gov',
  limits: { timeoutMs: 25_000, bytesMax: 4_000_000, perSecond: 1.5, among: 'replicas' },
  cacheTtlMs: HOUR_MS,
  refusals: { 400: () => badInput('The eCFR refuses this; its days begin in January 2017.') },
  api: (http) => ({
    async search(words: string, title: number | undefined, date: string | undefined, n: number) {
      const query = { query: words, 'hierarchy[title]': title, date, per_page: n, page: 1 }
      return http.json('/api/search/v1/results', Found, { query })
    },

    /** The last known day of a title; null if there is no such title. */
    async upToDate(title: number): Promise<string | null> {
      const { titles } = await http.json('/api/versioner/v1/titles.json', Titles)
      const found = titles.find(({ number }) => number === title)?.up_to_date_as_of ?? null
      if (found) http.dated(Date.parse(found))
      return found
    },

    /** A section as XML, on a day; null if there was none. */
    async section(title: number, section: string, date: string): Promise<string | null> {
      const part = section.split('.')[0]
      const path = `/api/versioner/v1/full/${date}/title-${title}.xml`
      const refusals = { 404: () => notFound('There is no such section.') }
      return orNull(http.text(path, { query: { part, section }, headers: XML, refusals }))
    },
  }),
})
