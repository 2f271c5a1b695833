import { definePack } from './_runtime.ts'
import { z } from 'zod'
import { domain, siteOf } from './_domain.ts'
import { searchText } from '../../base/lib/fields.ts'

export default definePack({
  title: 'Company snapshot',
  tagline: 'A private company from public traces: registry, technology, rank, hiring, news.',
  asks: [
    'snapshot of a private company from its name and domain',
    'registry, hiring and news of a private company',
  ],
  input: z.object({
    name: searchText(100).min(2).describe('Name of the company.'),
    domain: domain().describe('Its domain, such as stripe.com.'),
  }),
  steps: [
    { tool: 'wikidata-entity', input: ({ name }) => ({ name }) },
    { tool: 'lei-lookup', input: ({ name }) => ({ name }) },
    { tool: 'tech-stack', input: ({ domain }) => ({ url: siteOf(domain) }) },
    { tool: 'domain-rank', input: ({ domain }) => ({ domain }) },
    { tool: 'company-jobs', input: ({ name }) => ({ company: name }) },
    { tool: 'search-news', input: ({ name }) => ({ q: name }) },
  ],
  examples: [{ input: { name: 'Stripe', domain: 'example.com' } }],
})
