import { z } from 'zod'
import {
  annualReport,
  companyOf,
  companyTicker,
  figuresSection,
  filingsSection,
  newsSources,
} from './_company.ts'
import { openDeskToAll, rowsOf, textOf } from './_desk.ts'
import { orNone, type Section } from './_document.ts'
import { Part, Rows } from './_fields.ts'
import { filingsOf, sentenceOf } from './_insider-prose.ts'
import { isOpenMarket, totalsOf } from './_insiders.ts'
import { defineReport, formatField } from './_report.ts'
import { focusField } from './_research.ts'
import { writer } from '../llm/report-writer.ts'
import { toldIn, writtenReport, type Outline } from './_written.ts'

interface Plan {
  readonly words: number
  readonly isMax: boolean
}

const PLAIN: Plan = { words: 500, isMax: false }
const MAX: Plan = { words: 800, isMax: true }
const TRADES_TOLD = 10

export default defineReport({
  body: z.object({
    ticker: companyTicker().describe('Ticker of a company that reports to the SEC, such as AAPL.'),
    focus: focusField,
    format: formatField,
  }),
  fields: {
    company: Part.describe('Its profile at the SEC.'),
    financials: Part.nullable().describe('Figures of its last fiscal years; null where it failed.'),
    filings: Rows.describe('Its newest filings.'),
    insiders: Part.describe('Bought and sold on the open market in 180 days.'),
    risks: Rows.describe('What its own report says of risks, sentence by sentence.'),
    peers: Rows.optional().describe('Companies like it; of max only.'),
    scenarios: Rows.optional().describe('What its report says may happen; of max only.'),
  },
  uses: { desk: openDeskToAll, writer },
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

  async gather({ ticker }, bench, { isMax }) {
    const company = await companyOf(ticker, bench)
    const hasPeers = isMax && (await bench.desk.has('similar-companies'))
    const [reports, peers] = await Promise.all([
      annualReport(company, bench),
      hasPeers ? bench.part('Peers', 'similar-companies', { description: company.name }) : null,
    ])
    if (isMax && !hasPeers)
      bench.missing.push({ part: 'Peers', why: 'no tool for companies alike is set up here.' })
    return { company, reports, peers }
  },

  async compose({ company, reports, peers }, { given: { focus }, bench, plan }, used) {
    const retrievedAt = new Date(bench.now()).toISOString()
    const { name, trades } = company
    const sources = [...reports, ...newsSources(company, retrievedAt)]
    const about = focus.join(' ')
    const parts: readonly (readonly [string, string, string, number])[] = [
      ['business', 'Business', 'business products services customers sells designs', 0.4],
      ['risks', 'Risks', 'risk adversely affect could harm competition depend', 0.4],
      ['scenarios', 'Scenarios', 'expect may could future growth decline outlook', 0.2],
    ]
    const outline: Outline[] = parts
      .filter(([id]) => plan.isMax || id !== 'scenarios')
      .map(([id, title, words, share]) => ({
        id,
        title,
        question: `${words} ${about}`,
        words: Math.round(plan.words * share),
      }))
    const open = trades.filter(isOpenMarket)
    const forms = filingsOf(open, retrievedAt)
    const insiderSection: Section = {
      id: 'insiders',
      title: 'Insiders',
      sentences: orNone(
        open.slice(0, TRADES_TOLD).map((trade) => sentenceOf(trade, forms)),
        'No open-market trade of insiders was reported in 180 days.',
      ),
    }
    const { draft, made } = await writtenReport(
      {
        subject: name,
        outline,
        sources,
        before: [
          figuresSection(company, retrievedAt),
          filingsSection(company, retrievedAt),
          insiderSection,
        ],
        // Figures, filings and trades stand there already, from the company's own forms.
        sourcesLeast: 0,
        wordsLeast: 0,
      },
      used.writer,
      bench,
    )
    const sold = totalsOf(open.filter(({ kind }) => kind === 'sell'))
    const bought = totalsOf(open.filter(({ kind }) => kind === 'buy'))
    const { profile, financials, filings } = company
    return {
      draft: { title: `${name}: dossier`, ...draft },
      fields: {
        company: { ...profile },
        financials: financials && { ...financials },
        filings: [...filings],
        insiders: { bought, sold, trades: open.map((trade) => ({ ...trade })) },
        risks: toldIn(draft, 'risks'),
        ...(plan.isMax && {
          peers: peersIn(peers),
          scenarios: toldIn(draft, 'scenarios'),
        }),
      },
      made: { ...made, sourcesConsulted: sources.length },
    }
  },
})

const peersIn = (answer: Parameters<typeof rowsOf>[0]) =>
  rowsOf(answer, 'companies').filter((row) => textOf(row, 'name') !== null)
