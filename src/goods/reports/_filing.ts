import type { JsonObject } from '../../base/lib/json-object.ts'
import type { Writer } from '../../capabilities/llm/report-writer.ts'
import { filingText } from './_company.ts'
import { rowsOf, textOf, type ReportTools } from './_report-tools.ts'
import { citing, recordOf, type Source } from './_document.ts'
import { Part, Rows } from './_fields.ts'
import { nothingFound, refuseIfAllFailed } from './_report.ts'
import { toldIn, writtenReport, type Outline } from './_written.ts'

/** The analysis of one filing, used by two reports. */

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

export const filingFields = {
  filing: Part.describe('Which document was read.'),
  keyFigures: Rows.describe('Sentences of the report with figures.'),
  changes: Rows.describe('Sentences of the report on what changed.'),
  redFlags: Rows.describe('Sentences of the report on dangers.'),
  quotes: Rows.describe('The words of the filing that are cited.'),
}

export interface FilingAsked {
  readonly ticker?: string | undefined
  readonly url?: string | undefined
  readonly form: string
}

interface Gathered {
  readonly source: Source
  readonly filing: JsonObject | undefined
  readonly title: string
}

export async function gatherFiling(
  { ticker, url, form }: FilingAsked,
  tools: ReportTools,
): Promise<Gathered> {
  const filed =
    url === undefined ? await tools.must('edgar-filings', { ticker, form, limit: 1 }) : null
  const [filing] = rowsOf(filed, 'filings')
  const address = url ?? textOf(filing, 'documentUrl')
  if (address === null)
    throw nothingFound(`${ticker} has filed no ${form} that can be read.`, { filings: 0 })
  const source = await filingText(tools, address)
  refuseIfAllFailed(tools)
  if (!source) throw nothingFound('The document has no text that can be read.', { filings: 1 })
  const name = textOf(filed, 'name') ?? new URL(address).pathname
  const title = filing ? `${textOf(filing, 'form')} of ${name}` : name
  return { source: { ...source, title, publishedAt: textOf(filing, 'filedDate') }, filing, title }
}

interface Making {
  readonly focus: readonly string[]
  readonly form: string
  readonly tools: ReportTools
}

export async function composeFiling(
  { source, filing, title }: Gathered,
  { focus, form, tools }: Making,
  writer: Writer,
) {
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
    writer,
    tools,
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
}
