import { z } from 'zod'
import { companyTicker } from './_company.ts'
import { toolRunner } from './_report-tools.ts'
import { composeFiling, filingFields, gatherFiling } from './_filing.ts'
import { defineReport, formatField } from './_report.ts'
import { focusField } from './_research.ts'
import { writer } from '../../capabilities/llm/report-writer.ts'

const DOCUMENT = /^https:\/\/www\.sec\.gov\/Archives\/edgar\/data\/\S+$/

export default defineReport({
  body: z.object({
    ticker: companyTicker().optional().describe('Ticker such as AAPL; give it or `url`.'),
    url: z
      .string()
      .trim()
      .max(2_048)
      .regex(DOCUMENT, { error: 'must be under https://www.sec.gov/Archives/edgar/data/' })
      .optional()
      .describe('A document of EDGAR; wins over ticker.'),
    form: z
      .enum(['10-K', '10-Q', '8-K', 'S-1', 'DEF 14A', '20-F'])
      .default('10-K')
      .describe('Of the ticker, the newest filing on this form.'),
    focus: focusField,
    format: formatField,
  }),
  oneOf: ['ticker', 'url'],
  fields: filingFields,
  uses: { runner: toolRunner, writer },
  needs: ['edgar-filings', 'edgar-filing-text'],
  pace: 'slow',
  tiers: {
    'filing-report': {
      route: 'POST /v1/filing-report',
      price: '$0.85',
      name: 'Filing report',
      description:
        'One SEC filing read closely: what it is, figures, changes, red flags, each sentence with its quote.',
      asks: [
        'filing report: an SEC filing read closely for changes and red flags',
        'filing report with figures, changes and red flags of a 10-K',
        'explain the annual report to me',
      ],
      examples: [{ input: { ticker: 'AAPL' }, at: '2025-11-15T00:00:00Z' }],
      plan: null,
    },
  },

  gather: (asked, tools) => gatherFiling(asked, tools),

  compose: (gathered, { given: { focus, form }, tools }, used) =>
    composeFiling(gathered, { focus, form, tools }, used.writer),
})
