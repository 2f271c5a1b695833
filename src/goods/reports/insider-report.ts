import { z } from 'zod'
import { companyTicker } from './_company.ts'
import { toolRunner } from './_report-tools.ts'
import { composeTrades, gatherTrades, insiderFields } from './_insider-study.ts'
import { defineReport, formatField } from './_report.ts'

export default defineReport({
  body: z.object({
    ticker: companyTicker().optional().describe('Ticker such as AAPL; give it or `cik`.'),
    cik: z
      .string()
      .max(13)
      .regex(/^(CIK)?\d{1,10}$/i, { error: 'must be up to 10 digits' })
      .optional()
      .describe('Central Index Key of the SEC; wins over ticker.'),
    days: z.int().min(7).max(365).default(180).describe('Filed in so many last days, 7 to 365.'),
    format: formatField,
  }),
  oneOf: ['ticker', 'cik'],
  fields: insiderFields,
  uses: { runner: toolRunner },
  needs: ['edgar-insider-trades'],
  pace: 'slow',
  tiers: {
    'insider-report': {
      route: 'POST /v1/insider-report',
      price: '$0.60',
      name: 'Insider report',
      description:
        'Report on insider buying and selling at a US company: totals, open market, clusters, ' +
        'every trade, each with its Form 4.',
      asks: [
        'insider report on buying and selling with totals and clusters',
        'insider report of a US company, every trade with its Form 4',
        'report on what managers bought and sold',
      ],
      examples: [{ input: { ticker: 'AAPL', days: 60 }, at: '2025-11-15T00:00:00Z' }],
      plan: null,
    },
  },

  gather: (asked, tools) => gatherTrades(asked, tools),

  compose: (gathered, { given: { days }, tools }) => composeTrades(gathered, days, tools),
})
