import {
  annualReport,
  companyOf,
  figuresSection,
  filingsSection,
  type Company,
} from './_company.ts'
import { rowsOf, textOf, type ReportTools } from './_report-tools.ts'
import { orNone, type Section, type Source } from './_document.ts'
import { newsSources } from './_evidence.ts'
import { Part, Rows } from './_fields.ts'
import { filingsOf, sentenceOf } from './_insider-prose.ts'
import { isOpenMarket, totalsOf } from './_insiders.ts'
import { toldIn, writtenReport, type Outline } from './_written.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'
import type { Writer } from '../../capabilities/llm/report-writer.ts'

/** A dossier on a listed company, used by two reports. */

export interface DossierPlan {
  readonly words: number
  readonly isMax: boolean
}

export const PLAIN: DossierPlan = { words: 500, isMax: false }
export const MAX: DossierPlan = { words: 800, isMax: true }
const TRADES_TOLD = 10

export const dossierFields = {
  company: Part.describe('Its profile at the SEC.'),
  financials: Part.nullable().describe('Figures of its last fiscal years; null where it failed.'),
  filings: Rows.describe('Its newest filings.'),
  insiders: Part.describe('Bought and sold on the open market in 180 days.'),
  risks: Rows.describe('What its own report says of risks, sentence by sentence.'),
  peers: Rows.optional().describe('Companies like it; of max only.'),
  scenarios: Rows.optional().describe('What its report says may happen; of max only.'),
}

interface Gathered {
  readonly company: Company
  readonly reports: readonly Source[]
  readonly peers: JsonObject | null
}

export async function gatherDossier(
  ticker: string,
  { isMax }: DossierPlan,
  tools: ReportTools,
): Promise<Gathered> {
  const company = await companyOf(ticker, tools)
  const hasPeers = isMax && (await tools.runner.has('similar-companies'))
  const [reports, peers] = await Promise.all([
    annualReport(company, tools),
    hasPeers ? tools.part('Peers', 'similar-companies', { description: company.name }) : null,
  ])
  if (isMax && !hasPeers)
    tools.missing.push({ part: 'Peers', why: 'no tool for companies alike is set up here.' })
  return { company, reports, peers }
}

interface Making {
  readonly focus: readonly string[]
  readonly tools: ReportTools
  readonly plan: DossierPlan
}

export async function composeDossier(
  { company, reports, peers }: Gathered,
  { focus, tools, plan }: Making,
  writer: Writer,
) {
  const retrievedAt = new Date(tools.now()).toISOString()
  const { name, trades } = company
  const sources = [...reports, ...newsSources(company.news, retrievedAt)]
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
      // The report already has figures, filings and trades from the company's own forms.
      sourcesLeast: 0,
      wordsLeast: 0,
    },
    writer,
    tools,
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
}

const peersIn = (answer: Parameters<typeof rowsOf>[0]) =>
  rowsOf(answer, 'companies').filter((row) => textOf(row, 'name') !== null)
