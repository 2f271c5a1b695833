import { standIn } from './define.ts'

/** As https://hunter.io/api-documentation/v2 shows domain searches, finds and verifications. */
const PATRICK = {
  value: 'patrick@stripe.com',
  type: 'personal',
  confidence: 92,
  sources: [
    {
      domain: 'press.example',
      uri: 'https://press.example/contacts',
      extracted_on: '2025-02-16',
      last_seen_on: '2025-11-08',
      still_on_page: true,
    },
  ],
  first_name: 'Patrick',
  last_name: 'Example',
  position: 'Partnerships',
  seniority: 'senior',
  department: 'sales',
  verification: { date: '2025-12-06', status: 'valid' },
}

const INFO = {
  value: 'info@stripe.com',
  type: 'generic',
  confidence: 60,
  sources: [],
  first_name: null,
  last_name: null,
  position: null,
  department: null,
  verification: { date: null, status: null },
}

const refusal = (status: number, details: string) =>
  Response.json({ errors: [{ id: 'x', code: status, details }] }, { status })

export default standIn({
  at: 'UPSTREAM_HUNTER_URL',
  settings: { HUNTER_API_KEY: 'hunter-key' },
  answer({ path, query, headers }) {
    if (headers['x-api-key'] !== 'hunter-key') return refusal(401, 'No user found for the key')
    const domain = query.get('domain')
    if (path === '/v2/domain-search') {
      if (domain === 'wrong.example') return refusal(400, 'The domain is invalid')
      const emails = domain === 'stripe.com' ? [PATRICK, INFO] : []
      const pattern = domain === 'stripe.com' ? '{first}' : null
      return { data: { domain, disposable: false, pattern, emails }, meta: { results: 2 } }
    }
    if (path === '/v2/email-finder') {
      const isKnown = query.get('first_name') === 'Patrick' && query.get('last_name') === 'Example'
      const found = isKnown ? { ...PATRICK, email: PATRICK.value, score: 97 } : { email: null }
      return { data: { first_name: null, last_name: null, domain, ...found }, meta: {} }
    }
    if (path !== '/v2/email-verifier') return undefined
    if (query.get('email') === 'claimed@example.com') return refusal(451, 'claimed')
    return {
      data: {
        status: 'accept_all',
        result: 'risky',
        score: 64,
        email: query.get('email'),
        regexp: true,
        mx_records: true,
        smtp_server: true,
        smtp_check: true,
        accept_all: true,
        block: false,
        sources: [],
      },
    }
  },
})
