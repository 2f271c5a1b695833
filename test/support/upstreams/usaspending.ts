import { standIn } from './define.ts'

interface Asked {
  readonly filters: { readonly keywords: string[]; readonly award_type_codes: string[] }
  readonly sort: string
  readonly fields: string[]
}

/** fedspendingtransparency/usaspending-api: contracts/v2/search/spending_by_award.md. */
const CONTRACT = {
  internal_id: 1,
  'Award ID': '70RCSA20FR0000001',
  'Recipient Name': 'A CONTRACTOR LLC',
  'Award Amount': 1234567.89,
  'Awarding Agency': 'Department of Homeland Security',
  Description: 'CYBERSECURITY SERVICES',
  'Start Date': '2020-01-31',
  'End Date': '2026-09-29',
  generated_internal_id: 'CONT_AWD_70RCSA20FR0000001_7001_-NONE-_-NONE-',
  awarding_agency_id: 766,
  agency_slug: 'department-of-homeland-security',
}
const LOAN = {
  internal_id: 2,
  'Award ID': 'L-1',
  'Recipient Name': 'A TELEPHONE COMPANY',
  'Loan Value': 5000000,
  'Awarding Agency': 'Department of Agriculture',
  Description: null,
  'Issued Date': '2024-03-01',
  generated_internal_id: 'ASST_NON_L-1_12C3',
}

export default standIn({
  at: 'UPSTREAM_USASPENDING_URL',
  answer({ path, method, body }) {
    if (path !== '/api/v2/search/spending_by_award/' || method !== 'POST') return undefined
    const { filters, sort, fields } = JSON.parse(body) as Asked
    if (!fields.includes(sort)) return new Response('{}', { status: 400 })
    const [word = ''] = filters.keywords
    const isLoan = filters.award_type_codes.includes('07')
    const results = word === 'nothing' ? [] : isLoan ? [LOAN] : [CONTRACT]
    return {
      limit: 10,
      results,
      page_metadata: { page: 1, hasNext: !isLoan && word !== 'nothing' },
    }
  },
})
