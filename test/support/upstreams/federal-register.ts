import { standIn } from './define.ts'

/** federalregister.gov/developers/documentation/api/v1: `GET /documents.json`. */
const document = (document_number: string, type: string, effective_on: string | null) => ({
  document_number,
  title: 'Implementing the GENIUS Act for Payment Stablecoins',
  type,
  abstract: effective_on ? 'The agency issues a rule.' : null,
  agencies: [
    { raw_name: 'DEPARTMENT OF THE TREASURY', name: 'Treasury Department', id: 497 },
    { raw_name: 'An Office Without A Page' },
  ],
  publication_date: '2026-05-04',
  effective_on,
  html_url: `https://www.federalregister.gov/documents/2026/05/04/${document_number}/x`,
})

export default standIn({
  at: 'UPSTREAM_FEDERAL_REGISTER_URL',
  answer({ path, query }) {
    if (path !== '/api/v1/documents.json') return undefined
    const term = query.get('conditions[term]') ?? ''
    if (query.getAll('fields[]').length !== 8) return new Response('{}', { status: 400 })
    if (term.includes('nothing')) return { count: 0, description: 'x' }
    const all = [
      document('2026-08001', 'Rule', '2026-07-03'),
      document('2026-08002', 'Notice', null),
    ]
    const results = query.get('conditions[type][]') === 'RULE' ? all.slice(0, 1) : all
    return { count: results.length, description: 'x', total_pages: 1, results }
  },
})
