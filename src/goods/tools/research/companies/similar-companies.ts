import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { exa } from '../../../../capabilities/upstreams/exa.ts'

export default defineTool({
  route: 'POST /api/similar-companies',
  name: 'Similar companies',
  description: 'Companies like a given site or description, each with a short summary.',
  asks: [
    'companies similar to this company',
    'companies like a description, with a summary of each',
    'who are the competitors',
    'firms like Stripe',
    'alternatives to a company',
  ],
  price: '$0.015',
  uses: { exa },
  input: z.object({
    url: webUrl().optional().describe('Site of the company to find similar ones for.'),
    description: searchText(500).optional().describe('What the companies do, instead of `url`.'),
    limit: z.int().min(1).max(10).default(10).describe('Most companies, 1 to 10.'),
  }),
  output: z.object({
    companies: z.array(
      z.object({
        name: z.string().nullable().describe('Title of the page.'),
        url: z.string(),
        summary: z
          .string()
          .nullable()
          .describe('Summary of the page, written by a language model.'),
        score: z.number().nullable().describe('Similarity, if Exa states it.'),
      }),
    ),
    count: z.int(),
  }),
  examples: [
    {
      input: { url: 'https://stripe.com' },
      at: '2026-01-01T00:00:00Z',
      output: {
        companies: [
          {
            name: 'Adyen',
            url: 'https://www.adyen.example/',
            summary: 'Payments for businesses.',
            score: 0.81,
          },
          { name: null, url: 'https://pay.example/', summary: null, score: null },
        ],
        count: 2,
        source: 'Exa',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { description: 'payment platforms for online marketplaces', limit: 1 } },
  ],

  async run({ url, description, limit }, { exa }) {
    if ((url === undefined) === (description === undefined))
      throw badInput('url: is required unless description is given; give exactly one of them.')
    const found = await exa.companies({ url, query: description, limit })
    const companies = found.map((company) => ({
      name: company.title ?? null,
      url: company.url,
      summary: company.summary || null,
      score: company.score ?? null,
    }))
    return { companies, count: companies.length }
  },
})
