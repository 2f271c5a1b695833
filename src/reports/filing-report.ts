import { z } from 'zod'
import { badInput } from '../core/fault.ts'
import { companyTicker, filingText } from './_company.ts'
import { openDeskToAll, rowsOf, textOf } from './_desk.ts'
import { citing, recordOf } from './_document.ts'
import { Part, Rows } from './_fields.ts'
import { defineReport, formatField, nothingFound, refuseIfAllFailed } from './_report.ts'
import { focusField } from './_research.ts'
import { writer } from '../llm/report-writer.ts'
import { toldIn, writtenReport, type Outline } from './_written.ts'

const DOCUMENT = /^https:\/\/www\.sec\.gov\/Archives\/edgar\/data\/\S+$/
const FLAGS =
  /\b(going concern|material weakness|restat\w+|default|impairment|investigation|subpoena|litigation|delist\w*|substantial doubt|covenant|cyber\w* (?:incident|attack)|resign\w*)\b/i
const FIGURE = /(?:[$€£]\s?\d|\d\s?%|\bmillion\b|\bbillion\b)/
const PARTS = [
  ['about', 'What it is', 'company business report fiscal year segment', 0.2],
  ['figures', 'Figures', 'revenue net sales income cash dollars million billion percent', 0.3],
  ['changes', 'What changed', 'increased decreased compared prior year change higher lower', 0.25],
  ['flags', 'Red flags', 'risk litigation impairment weakness default investigation doubt', 0.25],
] as const
const WORDS = 500

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
  fields: {
    filing: Part.describe('Which document was read.'),
    keyFigures: Rows.describe('Sentences of the report with figures.'),
    changes: Rows.describe('Sentences of the report on what changed.'),
    redFlags: Rows.describe('Sentences of the report on dangers.'),
    quotes: Rows.describe('The words of the filing that are cited.'),
  },
  uses: { desk: openDeskToAll, writer },
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
      ],
      examples: [{ input: { ticker: 'AAPL' }, at: '2025-11-15T00:00:00Z' }],
      plan: null,
    },
  },

  async gather({ ticker, url, form }, bench) {
    if (url === undefined && ticker === undefined) throw badInput('ticker: give a ticker or a url.')
    const filed =
      url === undefined ? await bench.must('edgar-filings', { ticker, form, limit: 1 }) : null
    const [filing] = rowsOf(filed, 'filings')
    const address = url ?? textOf(filing, 'documentUrl')
    if (address === null)
      throw nothingFound(`${ticker} has filed no ${form} that can be read.`, { filings: 0 })
    const source = await filingText(bench, address)
    refuseIfAllFailed(bench)
    if (!source) throw nothingFound('The document has no text that can be read.', { filings: 1 })
    const name = textOf(filed, 'name') ?? new URL(address).pathname
    const title = filing ? `${textOf(filing, 'form')} of ${name}` : name
    return { source: { ...source, title, publishedAt: textOf(filing, 'filedDate') }, filing, title }
  },

  async compose({ source, filing, title }, { given: { focus, form }, bench }, used) {
    const outline: Outline[] = PARTS.map(([id, heading, words, share]) => ({
      id,
      title: heading,
      question: `${words} ${focus.join(' ')}`,
      words: Math.round(WORDS * share),
    }))
    const { retrievedAt, url, publishedAt } = source
    const line = `${title}, filed ${publishedAt ?? 'on a day not told'}.`
    const record = recordOf({ title: 'Listing of the filing', url, retrievedAt, text: line })
    const before = [{ id: 'filing', title: 'The filing', sentences: [citing(line, record)] }]
    const { draft, made } = await writtenReport(
      { subject: title, outline, sources: [source], before, sourcesLeast: 1, wordsLeast: 10 },
      used.writer,
      bench,
    )
    const all = PARTS.flatMap(([id]) => toldIn(draft, id))
    const quotes = draft.sections.flatMap(({ id, sentences }) =>
      sentences.flatMap((sentence) => sentence.quotes.map(({ text }) => ({ section: id, text }))),
    )
    return {
      draft: { title: `${title}, read closely`, ...draft },
      fields: {
        filing: { url, title, form: textOf(filing, 'form') ?? form, filedDate: publishedAt },
        keyFigures: all.filter(({ text }) => FIGURE.test(text)),
        changes: toldIn(draft, 'changes'),
        redFlags: all.filter(({ text }) => FLAGS.test(text)),
        quotes,
      },
      made: { ...made, sourcesConsulted: 1 },
    }
  },
})
