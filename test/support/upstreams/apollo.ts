import { standIn } from './define.ts'

/**
 * As https://docs.apollo.io/reference/organization-enrichment and
 * https://docs.apollo.io/reference/people-api-search describe them. The search tells last names in
 * part only.
 */
const STRIPE = {
  id: '5e66b6381e05b4008c8331b8',
  name: 'Stripe',
  website_url: 'http://www.stripe.com',
  linkedin_url: 'http://www.linkedin.com/company/stripe',
  twitter_url: null,
  facebook_url: '',
  primary_domain: 'stripe.com',
  industry: 'information technology & services',
  estimated_num_employees: 9500,
  founded_year: 2010,
  annual_revenue: 5_100_000_000,
  annual_revenue_printed: '5.1B',
  total_funding: 9_811_900_000,
  total_funding_printed: '9.8B',
  latest_funding_round_date: '2024-02-28T00:00:00.000+00:00',
  latest_funding_stage: 'Other',
  technology_names: ['Cloudflare DNS', 'Route 53'],
  city: 'South San Francisco',
  state: 'California',
  country: 'United States',
}

const PERSON = {
  id: '66f9e2a1c0de4b00010a0001',
  first_name: 'Ada',
  last_name_obfuscated: 'Lo***e',
  title: 'Head of Partnerships',
  last_refreshed_at: '2025-11-04T23:20:32.690+00:00',
  has_email: true,
  has_city: true,
  organization: { name: 'Stripe', has_industry: true },
}

interface Asked {
  readonly q_organization_domains_list?: readonly string[]
  readonly per_page: number
}

export default standIn({
  at: 'UPSTREAM_APOLLO_URL',
  settings: { APOLLO_API_KEY: 'apollo-key' },
  answer({ path, query, headers, body }) {
    if (headers['x-api-key'] !== 'apollo-key') return new Response('Invalid', { status: 401 })
    if (path === '/api/v1/organizations/enrich')
      return query.get('domain') === 'stripe.com' ? { organization: STRIPE } : {}
    if (path !== '/api/v1/mixed_people/api_search') return undefined
    const asked = JSON.parse(body) as Asked
    const people =
      (asked.q_organization_domains_list?.includes('stripe.com') ?? true) ? [PERSON] : []
    return { total_entries: people.length * 232, people: people.slice(0, asked.per_page) }
  },
})
