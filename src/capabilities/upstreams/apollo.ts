import { z } from 'zod'
import { badInput } from '../../base/core/fault.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()

const Organization = z.object({
  name: text,
  industry: text,
  estimated_num_employees: z.int().nullish(),
  founded_year: z.int().nullish(),
  annual_revenue_printed: text,
  total_funding: z.number().nullish(),
  total_funding_printed: text,
  latest_funding_stage: text,
  latest_funding_round_date: text,
  technology_names: z.array(z.string()).nullish(),
  linkedin_url: text,
  twitter_url: text,
  facebook_url: text,
  city: text,
  state: text,
  country: text,
})

/** The answer for an unknown domain is empty. */
const Enriched = z.union([
  z.object({ organization: Organization.nullable() }),
  z.strictObject({}).transform(() => ({ organization: null })),
])

const People = z.object({
  total_entries: z.int(),
  people: z.array(
    z.object({
      id: z.string(),
      first_name: text,
      last_name: text,
      last_name_obfuscated: text,
      title: text,
      seniority: text,
      city: text,
      state: text,
      country: text,
      linkedin_url: text,
      organization: z.object({ name: text }).nullish(),
    }),
  ),
})

export interface PeopleQuery {
  readonly domains?: readonly string[] | undefined
  readonly titles?: readonly string[] | undefined
  readonly seniorities?: readonly string[] | undefined
  readonly locations?: readonly string[] | undefined
  readonly keywords?: string | undefined
  readonly page: number
  readonly perPage: number
}

export const apollo = defineUpstream({
  name: 'apollo',
  title: 'Apollo',
  terms: 'https://www.apollo.io/terms',
  texts: 'public',
  base: 'https://api.apollo.io',
  asks: '$0.020',
  settings: [
    {
      name: 'APOLLO_API_KEY',
      description: 'Key of Apollo, whose owner consents to passing answers on to buyers.',
      need: 'required',
    },
  ],
  limits: { timeoutMs: 20_000, bytesMax: 5_000_000, perSecond: 2, among: 'replicas' },
  headers: (setting) => ({ 'x-api-key': setting('APOLLO_API_KEY') }),
  refusals: { 422: () => badInput('The combination of fields is one that Apollo refuses.') },
  api: (http) => ({
    /** The company behind a domain; null if nothing is known. */
    async organization(domain: string) {
      const path = '/api/v1/organizations/enrich'
      return (await http.json(path, Enriched, { query: { domain } })).organization
    },

    async people(asked: PeopleQuery) {
      const json = {
        q_organization_domains_list: asked.domains,
        person_titles: asked.titles,
        person_seniorities: asked.seniorities,
        person_locations: asked.locations,
        q_keywords: asked.keywords,
        page: asked.page,
        per_page: asked.perPage,
      }
      const path = '/api/v1/mixed_people/api_search'
      const { people, total_entries: total } = await http.json(path, People, { json })
      return { people: people.slice(0, asked.perPage), total }
    },
  }),
})
