import { createHash } from 'node:crypto'
import { markdownCell } from '../../base/lib/markdown-text.ts'
import type { TableChart } from './_fields.ts'

/** A source of a report with the text as it was read. Quotes are checked against this text. */
export interface Source {
  readonly title: string
  readonly url: string
  readonly publisher?: string | null
  readonly publishedAt?: string | null
  readonly retrievedAt: string
  readonly text: string
  /** The text is a short record without an author. The answer contains all of it. */
  readonly isRecord?: true
}

/** A quote: words exactly as in the text of a source. */
export interface QuotedWords {
  readonly source: Source
  readonly text: string
}

export interface Sentence {
  readonly text: string
  readonly quotes: readonly QuotedWords[]
}

export type Cell = string | number | null

export interface Table {
  readonly name: string
  readonly label: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  readonly chart?: TableChart
}

export interface Section {
  readonly id: string
  readonly title: string
  readonly sentences: readonly Sentence[]
  /** Shown after the sentences. */
  readonly table?: Table
}

/** A report before its citations are numbered. */
export interface Draft {
  readonly title: string
  /** The first line: the most important result. */
  readonly lead?: string
  readonly sections: readonly Section[]
}

export interface NumberedSentence {
  readonly text: string
  readonly citations: readonly number[]
}

export interface NumberedSection {
  readonly id: string
  readonly title: string
  readonly sentences: readonly NumberedSentence[]
  /** The name of the table after the sentences. */
  readonly table?: string
}

export interface NumberedSource {
  readonly n: number
  readonly title: string
  readonly url: string
  readonly publisher: string | null
  readonly publishedAt: string | null
  readonly retrievedAt: string
  readonly sha256: string
  readonly quotes: readonly { readonly id: string; readonly text: string }[]
  readonly record?: string
}

/**
 * Numbers citations in the order of their first use, so that every number has a source. Sources
 * without a citation are left out. A quote that is not in its source is a bug, and throws.
 */
export function assembled(draft: Draft) {
  const numbers = new Map<Source, number>()
  const quotes = new Map<Source, Set<string>>()
  // Parts that read the same text share one source.
  const same = new Map<string, Source>()
  function cite({ source: read, text }: QuotedWords): number {
    if (!read.text.includes(text)) throw new Error(`a quote is not in ${read.url}`)
    const key = `${read.url}\n${read.text}`
    const source = same.get(key) ?? read
    same.set(key, source)
    const n = numbers.get(source) ?? numbers.size + 1
    numbers.set(source, n)
    const of = quotes.get(source) ?? new Set()
    quotes.set(source, of.add(text))
    return n
  }
  const sections: NumberedSection[] = draft.sections.map(({ id, title, sentences, table }) => ({
    id,
    title,
    sentences: sentences.map((sentence) => ({
      text: sentence.text,
      citations: [...new Set(sentence.quotes.map(cite))].toSorted((a, b) => a - b),
    })),
    ...(table && { table: table.name }),
  }))
  const sources: NumberedSource[] = Array.from(numbers, ([source, n]) => ({
    n,
    title: source.title,
    url: source.url,
    publisher: source.publisher ?? null,
    publishedAt: source.publishedAt ?? null,
    retrievedAt: source.retrievedAt,
    sha256: createHash('sha256').update(source.text).digest('hex'),
    quotes: Array.from(quotes.get(source) ?? [], (text, at) => ({ id: `q${n}.${at + 1}`, text })),
    ...(source.isRecord && { record: source.text }),
  }))
  const tables = draft.sections.flatMap(({ table }) => table ?? [])
  const { title, lead } = draft
  const report = markdownOf({ title, lead, sections, sources, tables })
  return { sections, sources, tables, report, wordCount: wordsIn(sections) }
}

const wordsIn = (sections: readonly NumberedSection[]): number =>
  sections
    .flatMap(({ title, sentences }) => [title, ...sentences.map(({ text }) => text)])
    .reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0)

/** A record: a short text written by this service. */
export const recordOf = (source: Omit<Source, 'isRecord'>): Source => ({
  ...source,
  isRecord: true,
})

/** A sentence that cites lines of a record. */
export const citing = (text: string, source: Source, ...lines: readonly string[]): Sentence => ({
  text,
  quotes: (lines.length > 0 ? lines : [source.text]).map((line) => ({ source, text: line })),
})

interface Printed {
  readonly title: string
  readonly lead: string | undefined
  readonly sections: readonly NumberedSection[]
  readonly sources: readonly NumberedSource[]
  readonly tables: readonly Table[]
}

/** The report as Markdown. Text of strangers is escaped, so it adds no link, image or table. */
function markdownOf({ title, lead, sections, sources, tables }: Printed): string {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const parts = sections.map(({ title: heading, sentences, table: name }) => {
    const table = name === undefined ? undefined : byName.get(name)
    return [
      `## ${markdownCell(heading)}`,
      sentences.map(lineOf).join('\n'),
      ...(table ? [tableOf(table)] : []),
    ].join('\n\n')
  })
  return [
    ...(lead === undefined ? [] : [`*${markdownCell(lead)}*`]),
    `# ${markdownCell(title)}`,
    ...parts,
    `## Sources\n\n${sources.map(sourceLine).join('\n')}`,
  ].join('\n\n')
}

const lineOf = ({ text, citations }: NumberedSection['sentences'][number]): string =>
  `- ${[markdownCell(text), ...citations.map((n) => `[${n}]`)].join(' ')}`

function tableOf({ label, columns, rows }: Table): string {
  const rule = `| ${columns.map(() => '---').join(' | ')} |`
  return [`**${markdownCell(label)}**`, [rowOf(columns), rule, ...rows.map(rowOf)].join('\n')].join(
    '\n\n',
  )
}

const rowOf = (cells: readonly Cell[]): string => `| ${cells.map(cellOf).join(' | ')} |`

const cellOf = (cell: Cell): string => (cell === null ? '' : markdownCell(String(cell)))

function sourceLine({ n, title, url, publishedAt, retrievedAt, sha256 }: NumberedSource): string {
  const published = publishedAt === null ? '' : `, published ${publishedAt.slice(0, 10)}`
  const read = `read ${retrievedAt}, SHA-256 ${sha256}`
  return `${n}. ${markdownCell(title)}${published}, ${read}: ${linkTo(url)}`
}

/** Encodes characters that would end the angle brackets; an address of another kind is no link. */
const linkTo = (url: string): string =>
  /^https?:/i.test(url) ? `<${url.replaceAll(/[\s<>]/g, encodeURIComponent)}>` : markdownCell(url)

/** The sentences, or one that says that there is nothing. */
export const orNone = (sentences: readonly Sentence[], none: string): readonly Sentence[] =>
  sentences.length > 0 ? sentences : [{ text: none, quotes: [] }]
