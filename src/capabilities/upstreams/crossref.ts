import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { plainText } from '../../engines/language/plain-text.ts'
import { rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()
const texts = z.array(z.string()).nullish()

/** `[[2015, 5, 27]]`, as far as it is known; `[[null]]` if unknown. */
const Dated = z.object({ 'date-parts': z.array(z.array(z.int().nullable())) }).nullish()

const Update = z.object({ DOI: z.string(), type: z.string(), updated: Dated })

const Item = z.object({
  DOI: z.string(),
  title: texts,
  author: z.array(z.object({ given: text, family: text, name: text })).nullish(),
  'container-title': texts,
  issued: Dated,
  type: text,
  'is-referenced-by-count': z.int().nullish(),
  publisher: text,
  URL: text,
  'updated-by': z.array(Update).nullish(),
})

const Single = z.object({ message: Item })
const Many = z.object({ message: z.object({ 'total-results': z.int(), items: rowsOf(Item) }) })

export interface Work {
  readonly doi: string
  readonly title: string | null
  readonly authors: readonly string[]
  readonly journal: string | null
  /** Date as far as it is known: a year, a month or a day. */
  readonly publishedDate: string | null
  readonly type: string | null
  readonly citations: number | null
  readonly publisher: string | null
  readonly url: string | null
  readonly retracted: boolean
  /** The newest retraction, correction or expression of concern about it. */
  readonly notice: Notice | null
}

/** A work that a citation may mean. */
export interface Candidate {
  readonly work: Work
  /** Family name of the first author, in the form of citations. */
  readonly firstFamily: string | null
}

export interface Notice {
  readonly kind: string
  readonly doi: string
  readonly date: string | null
}

const AUTHORS_MAX = 50

export const crossref = defineUpstream({
  name: 'crossref',
  title: 'Crossref',
  terms: 'https://www.crossref.org/documentation/retrieve-metadata/rest-api/',
  texts: 'public',
  base: 'https://api.crossref.org',
  limits: { timeoutMs: 15_000, bytesMax: 8_000_000, perSecond: 3, among: 'replicas' },
  cacheTtlMs: 24 * HOUR_MS,
  api: (http) => ({
    async work(doi: string): Promise<Work> {
      const refusals = { 404: () => notFound(`Crossref has no work with the DOI ${doi}.`) }
      const path = `/works/${encodeURIComponent(doi)}`
      return workOf((await http.json(path, Single, { refusals })).message)
    },

    /** Works that match a free-form citation, best first. */
    async cited(citation: string, limit: number) {
      const query = { 'query.bibliographic': citation, rows: limit }
      const { message } = await http.json('/works', Many, { query })
      const candidates = message.items.slice(0, limit).map((item): Candidate => ({
        work: workOf(item),
        firstFamily: item.author?.[0]?.family ?? item.author?.[0]?.name ?? null,
      }))
      return { candidates, total: message['total-results'] }
    },
  }),
})

function workOf(item: z.output<typeof Item>): Work {
  const authors = item.author ?? []
  const notices = (item['updated-by'] ?? []).map(({ DOI, type, updated }) => ({
    kind: type,
    doi: DOI.toLowerCase(),
    date: dateOf(updated),
  }))
  // A retraction has priority over a correction, whichever is newer.
  const ranked = notices.toSorted(
    (a, b) =>
      Number(isRetraction(b)) - Number(isRetraction(a)) ||
      (b.date ?? '').localeCompare(a.date ?? ''),
  )
  return {
    doi: item.DOI.toLowerCase(),
    title: item.title?.[0] ? plainText(item.title[0]).replaceAll(/\s+/g, ' ') : null,
    authors: authors.slice(0, AUTHORS_MAX).flatMap((author) => nameOf(author) ?? []),
    journal: item['container-title']?.[0] ? plainText(item['container-title'][0]) : null,
    publishedDate: dateOf(item.issued),
    type: item.type ?? null,
    citations: item['is-referenced-by-count'] ?? null,
    publisher: item.publisher ?? null,
    url: item.URL ?? null,
    retracted: notices.some(isRetraction),
    notice: ranked[0] ?? null,
  }
}

const isRetraction = ({ kind }: Notice): boolean =>
  ['retraction', 'withdrawal', 'removal'].includes(kind)

interface Author {
  readonly given?: string | null | undefined
  readonly family?: string | null | undefined
  readonly name?: string | null | undefined
}

const nameOf = ({ given, family, name }: Author): string | null =>
  [given, family].filter(Boolean).join(' ') || name || null

function dateOf(dated: z.output<typeof Dated>): string | null {
  const [year, ...rest] = dated?.['date-parts'][0] ?? []
  if (!year) return null
  const parts = rest.flatMap((part) => part ?? []).map((part) => String(part).padStart(2, '0'))
  return [String(year).padStart(4, '0'), ...parts].join('-')
}
