import { standIn } from './define.ts'

/**
 * Works as https://github.com/CrossRef/rest-api-doc/blob/master/api_format.md describes them, and
 * `updated-by` as https://crossref.gitlab.io/tutorials/get-rw-metadata/ shows it.
 */
const LEARNING = {
  DOI: '10.1038/nature14539',
  type: 'journal-article',
  title: ['Deep learning'],
  author: [
    { given: 'Yann', family: 'LeCun', sequence: 'first', affiliation: [] },
    { given: 'Yoshua', family: 'Bengio', sequence: 'additional', affiliation: [] },
    { given: 'Geoffrey', family: 'Hinton', sequence: 'additional', affiliation: [] },
  ],
  'container-title': ['Nature'],
  issued: { 'date-parts': [[2015, 5, 27]] },
  'is-referenced-by-count': 61234,
  publisher: 'Springer Science and Business Media LLC',
  URL: 'https://doi.org/10.1038/nature14539',
  score: 92.4,
}

const RETRACTED = {
  DOI: '10.1177/1758835920922055',
  type: 'journal-article',
  title: ['Effects of <i>miR-215</i> on\n   cell growth'],
  author: [
    { family: 'Li', given: 'Wei', sequence: 'first' },
    { name: 'Study Group', sequence: 'additional' },
  ],
  'container-title': ['Therapeutic Advances in Medical Oncology'],
  issued: { 'date-parts': [[2020, 1]] },
  'is-referenced-by-count': 24,
  publisher: 'SAGE Publications',
  URL: 'https://doi.org/10.1177/1758835920922055',
  score: 71.3,
  'updated-by': [
    {
      DOI: '10.1177/17588359221100000',
      type: 'correction',
      label: 'Correction',
      source: 'publisher',
      updated: { 'date-parts': [[2022, 5, 1]], 'date-time': '2022-05-01T00:00:00Z' },
    },
    {
      DOI: '10.1177/17588359211000001',
      type: 'retraction',
      label: 'Retraction',
      source: 'retraction-watch',
      updated: { 'date-parts': [[2021, 3, 9]], 'date-time': '2021-03-09T00:00:00Z' },
      'record-id': '28000',
    },
  ],
}

const UNDATED = {
  DOI: '10.5555/12345678',
  type: 'report',
  title: [],
  issued: { 'date-parts': [[null]] },
  publisher: 'Test accounts',
  score: 12.1,
}

const WORKS = [LEARNING, RETRACTED, UNDATED]

export default standIn({
  at: 'UPSTREAM_CROSSREF_URL',
  answer({ path, query }) {
    const doi = /^\/works\/(.+)$/.exec(path)?.[1]
    if (doi !== undefined) {
      const work = WORKS.find(({ DOI }) => DOI === doi)
      if (!work) return new Response('Resource not found.', { status: 404 })
      const { score: _, ...message } = work
      return { status: 'ok', 'message-type': 'work', 'message-version': '1.0.0', message }
    }
    if (path !== '/works') return undefined
    const words = (query.get('query.bibliographic') ?? '').toLowerCase()
    const items = words.includes('nothing')
      ? []
      : words.includes('mir-215')
        ? [RETRACTED, LEARNING]
        : words.includes('deep')
          ? [LEARNING, UNDATED]
          : [UNDATED]
    const message = { 'total-results': items.length, 'items-per-page': 20, items }
    return { status: 'ok', 'message-type': 'work-list', 'message-version': '1.0.0', message }
  },
})
