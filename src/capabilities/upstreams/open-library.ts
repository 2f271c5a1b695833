import { z } from 'zod'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { membersOf, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()
const texts = z.array(z.string()).nullish()
const Named = z.array(z.object({ name: z.string() })).nullish()

const Edition = z.object({
  title: z.string(),
  authors: Named,
  publish_date: text,
  publishers: Named,
  identifiers: z.object({ isbn_13: texts, isbn_10: texts }).nullish(),
  number_of_pages: z.int().nullish(),
  subjects: Named,
  cover: z.object({ large: text }).nullish(),
  url: text,
})

const Editions = membersOf(Edition)

const Found = z.object({
  numFound: z.int(),
  docs: rowsOf(
    z.object({
      key: z.string(),
      title: text,
      author_name: texts,
      first_publish_year: z.int().nullish(),
      publisher: texts,
      isbn: texts,
      number_of_pages_median: z.int().nullish(),
      subject: texts,
      cover_i: z.int().nullish(),
    }),
  ),
})

export interface Book {
  readonly title: string | null
  readonly authors: readonly string[]
  readonly publishedDate: string | null
  readonly publishers: readonly string[]
  readonly isbn: string | null
  readonly pages: number | null
  readonly subjects: readonly string[]
  readonly coverUrl: string | null
  readonly url: string | null
}

const LIST_MAX = 10
const FIELDS =
  'key,title,author_name,first_publish_year,publisher,isbn,number_of_pages_median,subject,cover_i'

export const openLibrary = defineUpstream({
  name: 'open-library',
  title: 'Open Library',
  terms: 'https://openlibrary.org/developers/api',
  texts: 'public',
  base: 'https://openlibrary.org',
  limits: { timeoutMs: 15_000, bytesMax: 8_000_000, perSecond: 1, among: 'replicas' },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    /** The edition with this number; null if it is unknown. */
    async byIsbn(isbn: string): Promise<Book | null> {
      const query = { bibkeys: `ISBN:${isbn}`, jscmd: 'data', format: 'json' }
      const [edition] = Object.values(await http.json('/api/books', Editions, { query }))
      return edition ? bookOf(edition, isbn) : null
    },

    /** Works, each with the common facts of its editions. */
    async search(q: string, limit: number) {
      const found = await http.json('/search.json', Found, { query: { q, limit, fields: FIELDS } })
      const books = found.docs.slice(0, limit).map((work): Book => ({
        title: work.title ?? null,
        authors: work.author_name ?? [],
        publishedDate: work.first_publish_year ? String(work.first_publish_year) : null,
        publishers: (work.publisher ?? []).slice(0, LIST_MAX),
        isbn: (work.isbn ?? []).find((isbn) => isbn.length === 13) ?? work.isbn?.[0] ?? null,
        pages: work.number_of_pages_median ?? null,
        subjects: (work.subject ?? []).slice(0, LIST_MAX),
        coverUrl: work.cover_i ? `https://covers.openlibrary.org/b/id/${work.cover_i}-L.jpg` : null,
        url: `https://openlibrary.org${work.key}`,
      }))
      return { books, total: found.numFound }
    },
  }),
})

const namesOf = (named: z.output<typeof Named>): readonly string[] =>
  (named ?? []).slice(0, LIST_MAX).map(({ name }) => name)

const bookOf = (edition: z.output<typeof Edition>, isbn: string): Book => ({
  title: edition.title,
  authors: namesOf(edition.authors),
  publishedDate: edition.publish_date ?? null,
  publishers: namesOf(edition.publishers),
  isbn: edition.identifiers?.isbn_13?.[0] ?? isbn,
  pages: edition.number_of_pages ?? null,
  subjects: namesOf(edition.subjects),
  coverUrl: edition.cover?.large ?? null,
  url: edition.url ?? null,
})
