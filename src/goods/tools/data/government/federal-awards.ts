import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText, nullableText } from '../../../../base/lib/fields.ts'
import { usaspending } from '../../../../capabilities/upstreams/usaspending.ts'
import { date, since } from './_fields.ts'

export default defineTool({
  route: 'GET /api/federal-awards',
  name: 'US federal awards',
  description: 'US federal contracts, grants or loans that match a keyword, the largest first.',
  asks: [
    'who won federal contracts for cybersecurity',
    'largest US government loans or grants awarded for a subject',
    'which companies get money from the US government',
    'federal contracts',
  ],
  price: '$0.003',
  uses: { usaspending },
  input: z.object({
    q: searchText(200)
      .refine((text) => text.length >= 3, { error: 'must have at least 3 characters' })
      .describe('A word or phrase of at least 3 letters.'),
    kind: z.enum(['contracts', 'grants', 'loans']).default('contracts').describe('Kind of award.'),
    since: since('awards with an action'),
    limit: z.int().min(1).max(50).default(10).describe('Most awards, 1 to 50.'),
  }),
  output: z.object({
    awards: z
      .array(
        z.object({
          awardId: nullableText(),
          recipient: nullableText(),
          amountUsd: z
            .number()
            .nullable()
            .describe('Total obligated amount in US dollars; for a loan its face value.'),
          agency: nullableText().describe('Agency that gives the award.'),
          description: nullableText(),
          startDate: date().describe('First day; for a loan the day of issue.'),
          endDate: date().describe('Last day; null for loans.'),
          url: nullableText(),
        }),
      )
      .describe('Largest amount first.'),
    count: z.int(),
    more: z.boolean().describe('Whether there are more matches than are listed.'),
  }),
  examples: [
    { input: { q: 'cybersecurity', kind: 'contracts' } },
    { input: { q: 'broadband', kind: 'loans' } },
  ],

  async run({ q, kind, since, limit }, { usaspending, now }) {
    const to = new Date(now()).toISOString().slice(0, 10)
    const days = { to, ...(since !== undefined && { from: since }) }
    const found = await usaspending.awards(q, kind, days, limit)
    const awards = found.awards.slice(0, limit).map((award) => ({
      awardId: award['Award ID'],
      recipient: award['Recipient Name'],
      amountUsd: kind === 'loans' ? award['Loan Value'] : award['Award Amount'],
      agency: award['Awarding Agency'],
      description: award.Description,
      startDate: kind === 'loans' ? award['Issued Date'] : award['Start Date'],
      endDate: award['End Date'],
      url: award.generated_internal_id && `${AWARD_PAGE}${award.generated_internal_id}`,
    }))
    return { awards, count: awards.length, more: found.more }
  },
})

const AWARD_PAGE = 'https://www.usaspending.gov/award/'
