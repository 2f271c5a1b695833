import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line, searchText } from '../../../../base/lib/fields.ts'
import { apollo } from '../../../../capabilities/upstreams/apollo.ts'
import { companyDomain } from './_fields.ts'

const SENIORITIES = [
  'owner',
  'founder',
  'c_suite',
  'partner',
  'vp',
  'head',
  'director',
  'manager',
  'senior',
  'entry',
  'intern',
] as const

/** One of them, at least, says whom to look for. */
const NARROWING = ['domains', 'titles', 'seniorities', 'locations', 'keywords'] as const

const fact = () => z.string().nullable()
const words = (what: string) => z.array(line(100).min(1)).max(20).optional().describe(what)

export default defineTool({
  route: 'POST /api/people-search',
  name: 'People search',
  description: 'People by company, job title, seniority and place.',
  asks: [
    'people at a company by job title',
    'directors and managers who work at a company, by seniority',
    'who is the marketing boss of a company',
    'find managers in Berlin',
    'sales leads',
  ],
  price: '$0.030',
  uses: { apollo },
  input: z
    .object({
      domains: z
        .array(companyDomain())
        .min(1)
        .max(20)
        .optional()
        .describe('Domains of 1 to 20 companies; any company without it.'),
      titles: words('People with any of these job titles, in full or in part.'),
      seniorities: z
        .array(z.enum(SENIORITIES))
        .max(SENIORITIES.length)
        .optional()
        .describe('People with any of these ranks.'),
      locations: words('People who live in any of these cities, states or countries.'),
      keywords: searchText(200).optional().describe('Other words that the profile contains.'),
      page: z.int().min(1).max(500).default(1).describe('Page of the results, 1 to 500.'),
      perPage: z.int().min(1).max(25).default(10).describe('People on a page, 1 to 25.'),
    })
    .refine((asked) => NARROWING.some((name) => asked[name] !== undefined), {
      path: ['domains'],
      error: 'is required, or titles, seniorities, locations or keywords',
    }),
  output: z.object({
    people: z.array(
      z.object({
        id: z.string().describe('Id of the person at Apollo.'),
        name: fact().describe('Name; Apollo shows only a part of the last name.'),
        title: fact(),
        seniority: fact(),
        organization: fact(),
        location: fact(),
        profileUrl: fact(),
      }),
    ),
    total: z.int().describe('Number of people that match.'),
    page: z.int(),
  }),
  examples: [
    {
      input: { domains: ['stripe.com'], titles: ['head of partnerships'] },
      at: '2026-01-01T00:00:00Z',
      output: {
        people: [
          {
            id: '66f9e2a1c0de4b00010a0001',
            name: 'Ada Lo***e',
            title: 'Head of Partnerships',
            seniority: null,
            organization: 'Stripe',
            location: null,
            profileUrl: null,
          },
        ],
        total: 232,
        page: 1,
        source: 'Apollo',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run(asked, { apollo }) {
    const { people, total } = await apollo.people(asked)
    const shown = people.map((person) => ({
      id: person.id,
      name:
        [person.first_name, person.last_name ?? person.last_name_obfuscated]
          .filter(Boolean)
          .join(' ') || null,
      title: person.title ?? null,
      seniority: person.seniority ?? null,
      organization: person.organization?.name ?? null,
      location: [person.city, person.state, person.country].filter(Boolean).join(', ') || null,
      profileUrl: person.linkedin_url ?? null,
    }))
    return { people: shown, total, page: asked.page }
  },
})
