import { z } from 'zod'
import { Fault } from '../../base/core/fault.ts'
import { companyTicker } from './_company.ts'
import { toolRunner, type ReportTools } from './_report-tools.ts'
import type { Draft, Section, Source } from './_document.ts'
import { composeDossier, gatherDossier, PLAIN } from './_dossier.ts'
import { pagesOn } from './_evidence.ts'
import { Part } from './_fields.ts'
import { composeFiling, gatherFiling } from './_filing.ts'
import { composeTrades, gatherTrades } from './_insider-study.ts'
import { defineReport, formatField, type ReportOrigin } from './_report.ts'
import { writer, type Writer } from '../../capabilities/llm/report-writer.ts'
import { toldIn, writtenReport, type Outline } from './_written.ts'

const DAYS = 180
const FORM = '10-K'
const PAGES_MAX = 10

const MARKET: readonly (readonly [id: string, title: string, words: string])[] = [
  ['size', 'Size', 'market size revenue worth value billion million growth'],
  ['players', 'Players', 'companies competitors leading share vendors'],
  ['trends', 'Trends', 'trend rising demand shift adoption change'],
]
const MARKET_WORDS = 200

export default defineReport({
  body: z.object({
    ticker: companyTicker().describe('Ticker of a company that reports to the SEC, such as AAPL.'),
    format: formatField,
  }),
  fields: {
    dossier: Part.describe('As of the company dossier.'),
    filingReport: Part.nullable().describe('As of the filing report on its annual report.'),
    insiderReport: Part.nullable().describe(`As of the insider report, over ${DAYS} days.`),
    marketBrief: Part.nullable().describe('What pages say of its market; null without a search.'),
  },
  uses: { runner: toolRunner, writer },
  needs: ['edgar-company-lookup', 'edgar-filings', 'edgar-filing-text', 'edgar-insider-trades'],
  pace: 'slow',
  tiers: {
    'ticker-pack': {
      route: 'POST /v1/ticker-pack',
      price: '$2.00',
      name: 'Ticker pack',
      description:
        'All on one US listed company in a single cited report: profile, annual report read ' +
        'closely, insider trades, its market.',
      asks: [
        'everything on one ticker in a single bundle of reports',
        'one bundle of all reports that there are on a listed firm',
        'full report on a share',
      ],
      examples: [{ input: { ticker: 'AAPL' }, at: '2025-11-15T00:00:00Z' }],
      plan: null,
    },
  },

  async gather({ ticker }, tools) {
    const company = await gatherDossier(ticker, PLAIN, tools)
    const { name } = company.company
    const [filing, trades, pages] = await Promise.all([
      orMissing('Filing report', gatherFiling({ ticker, form: FORM }, tools), tools),
      orMissing('Insider report', gatherTrades({ ticker, days: DAYS }, tools), tools),
      pagesOn([`${name} market share competitors`, `${name} industry trends`], PAGES_MAX, tools),
    ])
    return { company, filing, trades, pages }
  },

  async compose({ company, filing, trades, pages }, { tools }, { writer: by }) {
    const { name } = company.company
    const focus: readonly string[] = []
    const [dossier, read, market] = await Promise.all([
      composeDossier(company, { focus, tools, plan: PLAIN }, by),
      filing &&
        orMissing('Filing report', composeFiling(filing, { focus, form: FORM, tools }, by), tools),
      pages.length > 0 ? marketOf(name, pages, by, tools) : null,
    ])
    const insiders = trades && composeTrades(trades, DAYS, tools)
    const drafts: readonly (readonly [string, Pick<Draft, 'lead' | 'sections'> | null])[] = [
      ['Dossier', dossier.draft],
      ['Annual report', read?.draft ?? null],
      ['Insiders', insiders?.draft ?? null],
      ['Market', market?.draft ?? null],
    ]
    const lead = drafts.find(([, draft]) => draft?.lead)?.[1]?.lead
    return {
      draft: {
        title: `${name}: pack of reports`,
        ...(lead !== undefined && { lead }),
        sections: drafts.flatMap(([title, draft]) => (draft ? chaptersOf(title, draft) : [])),
      },
      fields: {
        dossier: dossier.fields,
        filingReport: read?.fields ?? null,
        insiderReport: insiders?.fields ?? null,
        marketBrief: market?.fields ?? null,
      },
      made: sumOf([dossier.made, read?.made, market?.made], tools),
    }
  },
})

/** The sections of one report, titled so that they differ from those of the other reports. */
const chaptersOf = (title: string, { sections }: Pick<Draft, 'sections'>): readonly Section[] =>
  sections.map((section) => ({
    ...section,
    id: `${title.toLowerCase().replace(' ', '-')}-${section.id}`,
    title: `${title}: ${section.title}`,
  }))

/** A report that fails is reported as missing; the others are kept. */
async function orMissing<T>(
  part: string,
  going: Promise<T>,
  tools: ReportTools,
): Promise<T | null> {
  try {
    return await going
  } catch (thrown) {
    if (!(thrown instanceof Fault) || thrown.code === 'caller_gone') throw thrown
    tools.signal.throwIfAborted()
    tools.missing.push({ part, why: thrown.message })
    return null
  }
}

async function marketOf(name: string, pages: readonly Source[], by: Writer, tools: ReportTools) {
  const outline: Outline[] = MARKET.map(([id, title, words]) => ({
    id,
    title,
    question: `${name} ${words}`,
    words: MARKET_WORDS,
  }))
  const subject = `Market of ${name}`
  // The pack does not fail if there are no pages about the company.
  const writing = { subject, outline, sources: pages, sourcesLeast: 0, wordsLeast: 0 }
  const { draft, made } = await writtenReport(writing, by, tools)
  const fields = Object.fromEntries(MARKET.map(([id]) => [id, toldIn(draft, id)]))
  return { draft, made, fields }
}

/** The sums of the counts of all reports in the pack. */
function sumOf(all: readonly (ReportOrigin | undefined)[], tools: ReportTools): ReportOrigin {
  const made = all.filter((one) => one !== undefined)
  const total = (name: 'verified' | 'dropped' | 'repaired'): number =>
    made.reduce((sum, one) => sum + (one[name] ?? 0), 0)
  return {
    writer: [...new Set(made.map(({ writer: name }) => name))].join(', '),
    sourcesConsulted: tools.asked.good,
    verified: total('verified'),
    dropped: total('dropped'),
    repaired: total('repaired'),
  }
}
