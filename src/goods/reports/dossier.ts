import { z } from 'zod'
import { companyTicker } from './_company.ts'
import { toolRunner } from './_report-tools.ts'
import { composeDossier, dossierFields, gatherDossier, MAX, PLAIN } from './_dossier.ts'
import { defineReport, formatField } from './_report.ts'
import { focusField } from './_research.ts'
import { writer } from '../../capabilities/llm/report-writer.ts'

export default defineReport({
  body: z.object({
    ticker: companyTicker().describe('Ticker of a company that reports to the SEC, such as AAPL.'),
    focus: focusField,
    format: formatField,
  }),
  fields: dossierFields,
  uses: { runner: toolRunner, writer },
  needs: ['edgar-company-lookup', 'edgar-filings', 'edgar-filing-text'],
  pace: 'slow',
  tiers: {
    dossier: {
      route: 'POST /v1/dossier',
      price: '$0.85',
      name: 'Company dossier',
      description:
        'Cited dossier of a US listed company: business, figures, filings, insiders, risks, news.',
      asks: [
        'cited company dossier with business, figures, insiders and risks',
        'company dossier of a stock by ticker',
      ],
      examples: [{ input: { ticker: 'AAPL' }, at: '2025-11-15T00:00:00Z' }],
      plan: PLAIN,
    },
    'dossier-max': {
      route: 'POST /v1/dossier/max',
      price: '$1.10',
      name: 'Company dossier, max',
      description:
        'Long cited dossier of a US listed company with its peers and with scenarios beside the plain one.',
      asks: [
        'long company dossier max with peers and scenarios',
        'dossier max: peers and scenarios of a listed company',
      ],
      examples: [{ input: { ticker: 'AAPL', focus: ['smartphones'] }, at: '2025-11-15T00:00:00Z' }],
      plan: MAX,
    },
  },

  gather: ({ ticker }, tools, plan) => gatherDossier(ticker, plan, tools),

  compose: (gathered, { given: { focus }, tools, plan }, used) =>
    composeDossier(gathered, { focus, tools, plan }, used.writer),
})
