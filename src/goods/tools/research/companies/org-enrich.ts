import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { apollo } from '../../../../capabilities/upstreams/apollo.ts'
import { companyDomain } from './_fields.ts'

const fact = () => z.string().nullable()

export default defineTool({
  route: 'GET /api/org-enrich',
  name: 'Company enrichment',
  description:
    'Company facts by domain: employees, headcount, industry, revenue, funding and technology.',
  asks: [
    'how many employees does a company have',
    'headcount, industry and funding of a company by domain',
    'how many employees has a firm',
    'what does a company do, by its website',
    'funding and industry',
  ],
  price: '$0.030',
  uses: { apollo },
  input: z.object({ domain: companyDomain() }),
  output: z.object({
    name: fact(),
    industry: fact(),
    employees: z.int().nullable().describe('Estimated number of employees.'),
    foundedYear: z.int().nullable(),
    revenueText: fact().describe('Estimated revenue of a year in dollars, such as 5.1B.'),
    funding: z
      .object({
        totalUsd: z.number().nullable().describe('Sum of all rounds in US dollars.'),
        latestStage: fact(),
        latestDate: fact(),
      })
      .nullable(),
    technologies: z.array(z.string()),
    socials: z.object({ linkedin: fact(), twitter: fact(), facebook: fact() }),
    location: z.object({ city: fact(), state: fact(), country: fact() }),
  }),
  examples: [
    {
      input: { domain: 'stripe.com' },
      at: '2026-01-01T00:00:00Z',
      output: {
        name: 'Stripe',
        industry: 'information technology & services',
        employees: 9500,
        foundedYear: 2010,
        revenueText: '5.1B',
        funding: { totalUsd: 9_811_900_000, latestStage: 'Other', latestDate: '2024-02-28' },
        technologies: ['Cloudflare DNS', 'Route 53'],
        socials: {
          linkedin: 'http://www.linkedin.com/company/stripe',
          twitter: null,
          facebook: null,
        },
        location: { city: 'South San Francisco', state: 'California', country: 'United States' },
        source: 'Apollo',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ domain }, { apollo }) {
    const found = await apollo.organization(domain)
    if (!found) throw notFound(`Apollo does not know a company with the domain ${domain}.`)
    const latestDate = found.latest_funding_round_date?.slice(0, 10) || null
    const funding = {
      totalUsd: found.total_funding ?? null,
      latestStage: found.latest_funding_stage || null,
      latestDate,
    }
    return {
      name: found.name || null,
      industry: found.industry || null,
      employees: found.estimated_num_employees ?? null,
      foundedYear: found.founded_year ?? null,
      revenueText: found.annual_revenue_printed || null,
      funding: Object.values(funding).some((value) => value !== null) ? funding : null,
      technologies: found.technology_names ?? [],
      socials: {
        linkedin: found.linkedin_url || null,
        twitter: found.twitter_url || null,
        facebook: found.facebook_url || null,
      },
      location: {
        city: found.city || null,
        state: found.state || null,
        country: found.country || null,
      },
    }
  },
})
