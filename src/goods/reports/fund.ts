import { z } from 'zod'
import { toolRunner } from './_report-tools.ts'
import { Part, Rows } from './_fields.ts'
import { filingOf, sectionsOf } from './_holdings-prose.ts'
import { changesOf, concentrationOf, managerFields, quarterOf } from './_holdings.ts'
import { defineReport, formatField } from './_report.ts'

export default defineReport({
  body: z.object({
    ...managerFields,
    format: formatField,
  }),
  oneOf: ['manager', 'cik'],
  fields: {
    manager: Part.describe('Who filed, and for which quarter.'),
    holdings: Rows.describe('The largest first.'),
    changes: Rows.describe('New, added, reduced and gone, against the quarter before.'),
    concentration: Part.describe('Shares of the largest one, five and ten, in percent.'),
  },
  uses: { runner: toolRunner },
  needs: ['edgar-13f-holdings'],
  pace: 'slow',
  tiers: {
    fund: {
      route: 'POST /v1/fund',
      price: '$0.60',
      name: 'Fund report',
      description:
        'Report on what an investment manager holds and changed last quarter by its 13F filing: ' +
        'holdings, bought, sold, concentration.',
      asks: [
        'fund report: what a manager holds, bought and sold last quarter',
        'fund report by 13F with holdings and concentration',
        "report on a hedge fund's holdings",
      ],
      examples: [{ input: { cik: '1067983' }, at: '2025-12-01T00:00:00Z' }],
      plan: null,
    },
  },

  async gather(asked, tools) {
    const quarter = await quarterOf(asked, tools)
    const { holdings, total } = quarter
    if (total > holdings.length)
      tools.missing.push({
        part: 'Smaller positions',
        why: `${total - holdings.length} positions beyond the largest ${holdings.length}.`,
      })
    tools.missing.push({
      part: 'What no 13F tells',
      why: 'short positions, cash, most bonds and holdings outside the United States.',
    })
    return quarter
  },

  compose(quarter, { tools }) {
    const { manager, cik, reportDate, filedDate, previousDate, totalUsd, accessions } = quarter
    const source = filingOf(quarter, new Date(tools.now()).toISOString())
    return {
      draft: {
        title: `Holdings of ${manager} on ${reportDate}`,
        sections: sectionsOf(quarter, source),
      },
      fields: {
        manager: { name: manager, cik, reportDate, filedDate, previousDate, totalUsd, accessions },
        holdings: [...quarter.holdings],
        changes: changesOf(quarter),
        concentration: concentrationOf(quarter),
      },
    }
  },
})
