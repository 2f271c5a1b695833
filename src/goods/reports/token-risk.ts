import { z } from 'zod'
import { toolRunner } from './_report-tools.ts'
import { defineReport, formatField } from './_report.ts'
import * as token from './_token.ts'

export default defineReport({
  body: z.object({ ...token.tokenFields, format: formatField }),
  fields: token.tokenRiskFields,
  uses: { runner: toolRunner },
  needs: ['contract-code', 'token-metadata'],
  pace: 'slow',
  tiers: {
    'token-risk': {
      route: 'POST /v1/token-risk',
      price: '$0.60',
      name: 'Token risk report',
      description:
        'Risk report of a token contract by evidence: code, owner, holders, liquidity, ' +
        'with findings and no verdict.',
      asks: [
        'report on the dangers of a token contract with evidence',
        'token risk report: who owns it, who holds it, can it be sold',
        'how dangerous is a coin',
      ],
      examples: [
        {
          input: { address: '0x4200000000000000000000000000000000000006' },
          at: '2026-01-01T00:10:00Z',
        },
      ],
      plan: null,
    },
  },

  gather: (asked, tools) => token.tokenOf(asked, tools),

  compose(seen, { tools }) {
    return {
      draft: {
        title: `Risks of ${seen.symbol}`,
        sections: [token.findingsSection(seen, tools), ...token.partSections(seen)],
      },
      fields: token.riskFieldsOf(seen),
    }
  },
})
