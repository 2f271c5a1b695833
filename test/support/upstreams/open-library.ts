import { standIn } from './define.ts'

/**
 * An edition as https://openlibrary.org/dev/docs/api/books shows it with `jscmd=data`, a work as
 * https://openlibrary.org/dev/docs/api/search does.
 */
const ALGORITHMS = {
  url: 'https://openlibrary.org/books/OL23170657M/Introduction_to_algorithms',
  key: '/books/OL23170657M',
  title: 'Introduction to algorithms',
  authors: [
    { url: 'https://openlibrary.org/authors/OL225552A', name: 'Thomas H. Cormen' },
    { url: 'https://openlibrary.org/authors/OL2648754A', name: 'Charles E. Leiserson' },
  ],
  number_of_pages: 1292,
  identifiers: { isbn_10: ['0262033844'], isbn_13: ['9780262033848'], lccn: ['2009008593'] },
  publishers: [{ name: 'MIT Press' }],
  publish_date: '2009',
  subjects: [{ name: 'Computer programming', url: 'https://openlibrary.org/subjects/x' }],
  cover: {
    small: 'https://covers.openlibrary.org/b/id/6559486-S.jpg',
    large: 'https://covers.openlibrary.org/b/id/6559486-L.jpg',
  },
}

const RINGS = {
  key: '/works/OL27448W',
  title: 'The Lord of the Rings',
  author_name: ['J.R.R. Tolkien'],
  first_publish_year: 1954,
  isbn: ['0618346252', '9780618346257'],
  number_of_pages_median: 1193,
  subject: ['Fantasy fiction', 'Middle Earth (Imaginary place)'],
  publisher: ['Houghton Mifflin'],
  cover_i: 14625765,
}

export default standIn({
  at: 'UPSTREAM_OPEN_LIBRARY_URL',
  answer({ path, query }) {
    if (path === '/api/books') {
      const key = query.get('bibkeys') ?? ''
      const isData = query.get('jscmd') === 'data' && query.get('format') === 'json'
      return isData && key === 'ISBN:9780262033848' ? { [key]: ALGORITHMS } : {}
    }
    if (path !== '/search.json') return undefined
    const docs = query.get('q')?.includes('rings')
      ? [RINGS, { key: '/works/OL1W', title: 'X' }]
      : []
    return { numFound: docs.length * 400, start: 0, numFoundExact: true, docs }
  },
})
