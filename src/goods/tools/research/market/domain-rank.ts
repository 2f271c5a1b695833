import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { majestic } from '../../../../capabilities/kept/majestic.ts'
import { registrable } from '../../../../base/lib/domain-name.ts'

export default defineTool({
  route: 'GET /api/domain-rank',
  name: 'Domain rank',
  description:
    'Rank of a domain among the million that most of the web links to, and how it has changed.',
  asks: [
    'popularity rank of a domain',
    'is this domain in the top million',
    'how popular is a website',
    'is it a big site',
  ],
  price: '$0.001',
  uses: { majestic },
  input: z.object({
    domain: registrable().describe('Domain such as example.com; a host or a URL is cut to it.'),
  }),
  output: z.object({
    domain: z.string().describe('The registrable domain.'),
    rank: z
      .int()
      .nullable()
      .describe('Rank from 1; null if the domain is not among the first million.'),
    refSubNets: z.int().nullable().describe('Networks of 256 addresses that link to it.'),
    refIps: z.int().nullable().describe('IP addresses that link to it.'),
    change: z
      .int()
      .nullable()
      .describe(
        'Places gained since the previous list, negative if lost; null if it was not on that list.',
      ),
    listDate: z.iso.date().describe('Day of the list.'),
  }),
  examples: [
    {
      input: { domain: 'stripe.com' },
      at: '2026-06-02T00:00:00Z',
      output: {
        domain: 'stripe.com',
        rank: 352,
        refSubNets: 98_911,
        refIps: 165_210,
        change: 3,
        listDate: '2026-06-01',
        source: 'The Majestic Million (CC BY 3.0)',
        asOf: '2026-06-01T06:00:00.000Z',
      },
    },
  ],

  async run({ domain }, { majestic }) {
    const list = await majestic.ranks()
    const [found] = await list.rowsOf(domain)
    const [rank = null, before = null, refSubNets = null, refIps = null] = found ?? []
    const change = rank === null || before === null ? null : before - rank
    const listDate = new Date(list.dataAtMs).toISOString().slice(0, 10)
    return { domain, rank, refSubNets, refIps, change, listDate }
  },
})
