import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText, nullableText } from '../../../../base/lib/fields.ts'
import { grantsGov } from '../../../../capabilities/upstreams/grants-gov.ts'
import { date } from './_fields.ts'

export default defineTool({
  route: 'GET /api/grants-search',
  name: 'US grants search',
  description: 'US federal grant opportunities that match a keyword, with their deadlines.',
  asks: [
    'which federal grants can a nonprofit apply for now',
    'funding opportunity for rural internet and its closing date',
    'money for my research project',
    'funding for a non-profit',
    'apply for federal support',
  ],
  price: '$0.002',
  uses: { grantsGov },
  input: z.object({
    q: searchText(200).describe('Keywords.'),
    status: z
      .enum(['posted', 'forecasted', 'closed'])
      .default('posted')
      .describe('`posted`: open for applications; `forecasted`: expected.'),
    limit: z.int().min(1).max(50).default(10).describe('Most opportunities, 1 to 50.'),
  }),
  output: z.object({
    opportunities: z.array(
      z.object({
        id: z.string(),
        number: nullableText().describe('Funding opportunity number.'),
        title: nullableText(),
        agency: nullableText(),
        status: nullableText(),
        openDate: date(),
        closeDate: date().describe('Last day to apply; null if none is given.'),
        cfda: z.array(z.string()).describe('Assistance listing numbers, formerly CFDA.'),
        url: z.string(),
      }),
    ),
    total: z.int().describe('Number of all matches.'),
  }),
  examples: [{ input: { q: 'rural broadband' } }],

  async run({ q, status, limit }, { grantsGov }) {
    const { hits, total } = await grantsGov.search(q, status, limit)
    const opportunities = hits.slice(0, limit).map((hit) => ({
      id: hit.id,
      number: hit.number,
      title: hit.title,
      agency: hit.agency ?? hit.agencyName ?? hit.agencyCode,
      status: hit.oppStatus,
      openDate: hit.openDate,
      closeDate: hit.closeDate,
      cfda: hit.cfdaList.length > 0 ? hit.cfdaList : hit.alnist,
      url: `https://www.grants.gov/search-results-detail/${hit.id}`,
    }))
    return { opportunities, total }
  },
})
