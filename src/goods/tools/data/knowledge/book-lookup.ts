import { parse as parseIsbn } from 'isbn3'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { openLibrary } from '../../../../capabilities/upstreams/open-library.ts'
import { limitOf, printedNumber } from './_fields.ts'

export default defineTool({
  route: 'GET /api/book-lookup',
  name: 'Book lookup',
  description: 'Book by ISBN or words, from Open Library: authors, publishers, pages, cover.',
  asks: [
    'which book has this ISBN',
    'find a book by title and author',
    'who wrote this book',
    'find a book by ISBN',
    'novels by an author',
  ],
  price: '$0.001',
  uses: { openLibrary },
  input: z.object({
    isbn: printedNumber().optional().describe('ISBN of 10 or 13 digits; or give `q`.'),
    q: searchText(300).optional().describe('Title, author or other words, instead of `isbn`.'),
    limit: limitOf(5, 20),
  }),
  output: z.object({
    books: z.array(
      z.object({
        title: z.string().nullable(),
        authors: z.array(z.string()),
        publishedDate: z
          .string()
          .nullable()
          .describe('Date as the edition states it; for a work, the year of its first edition.'),
        publishers: z.array(z.string()),
        isbn: z.string().nullable().describe('ISBN; for a work, that of one of its editions.'),
        pages: z.int().nullable().describe('Pages; for a work, the median of its editions.'),
        subjects: z.array(z.string()),
        coverUrl: z.string().nullable(),
        url: z.string().nullable().describe('Page in Open Library.'),
      }),
    ),
    kind: z
      .enum(['edition', 'work'])
      .describe('Kind of `books`: editions for a search by ISBN, else works.'),
    count: z.int(),
    total: z.int().describe('Number of all known matches.'),
  }),
  examples: [
    {
      input: { isbn: '9780262033848' },
      at: '2026-01-01T00:00:00Z',
      output: {
        books: [
          {
            title: 'Introduction to algorithms',
            authors: ['Thomas H. Cormen', 'Charles E. Leiserson'],
            publishedDate: '2009',
            publishers: ['MIT Press'],
            isbn: '9780262033848',
            pages: 1292,
            subjects: ['Computer programming'],
            coverUrl: 'https://covers.openlibrary.org/b/id/6559486-L.jpg',
            url: 'https://openlibrary.org/books/OL23170657M/Introduction_to_algorithms',
          },
        ],
        kind: 'edition',
        count: 1,
        total: 1,
        source: 'Open Library',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { q: 'lord of the rings', limit: 2 } },
  ],

  async run({ isbn, q, limit }, { openLibrary }) {
    if ((isbn === undefined) === (q === undefined)) throw badInput('isbn: give either isbn or q.')
    if (isbn === undefined) {
      const { books, total } = await openLibrary.search(q ?? '', limit)
      return { books, kind: 'work', count: books.length, total }
    }
    const read = parseIsbn(isbn.replaceAll(/[\s-]/g, ''))
    if (!read?.isValid || !read.isbn13)
      throw badInput('isbn: must be an ISBN of 10 or 13 digits with a right check digit.')
    const book = await openLibrary.byIsbn(read.isbn13)
    const books = book ? [book] : []
    return { books, kind: 'edition', count: books.length, total: books.length }
  },
})
