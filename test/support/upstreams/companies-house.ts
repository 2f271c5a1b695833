import { standIn } from './define.ts'

/** developer-specs.company-information.service.gov.uk: `GET /search/companies`. */
const item = (company_number: string, company_status: string) => ({
  kind: 'searchresults#company',
  company_number,
  company_status,
  company_type: 'ltd',
  title: 'MARINE AND GENERAL MUTUAL LIFE ASSURANCE SOCIETY',
  address_snippet: 'Cannon Place, 78 Cannon Street, London, EC4N 6AF',
  date_of_creation: '1852-07-01',
  links: { self: `/company/${company_number}` },
})

export default standIn({
  at: 'UPSTREAM_COMPANIES_HOUSE_URL',
  settings: { COMPANIES_HOUSE_API_KEY: 'house-key' },
  answer({ path, query, headers }) {
    if (path !== '/search/companies') return undefined
    if (headers.authorization !== `Basic ${btoa('house-key:')}`)
      return Response.json({ error: 'Invalid Authorization' }, { status: 401 })
    const isKnown = query.get('q')?.startsWith('Marine') ?? false
    const items = isKnown ? [item('00000006', 'liquidation'), item('00000007', 'dissolved')] : []
    return { kind: 'search#companies', items, total_results: items.length, items_per_page: 5 }
  },
})
