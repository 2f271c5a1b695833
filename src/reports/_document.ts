import { createHash } from 'node:crypto'
import type { TableChart } from './_fields.ts'

/** What a report stands on: a text as it was read, which quotes are checked against. */
export interface Source {
  readonly title: string
  readonly url: string
  readonly publisher?: string | null
  readonly publishedAt?: string | null
  readonly retrievedAt: string
  readonly text: string
  /** The text is a record, short and without an author: the answer holds all of it. */
  readonly isRecord?: true
}

/** Words of a source, as they stand in its text. */
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
  /** Stands after the sentences. */
  readonly table?: Table
}

/** A report before its citations are numbered. */
export interface Draft {
  readonly title: string
  /** What the reader is to know before all else: the first line. */
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
  /** Name of the table that stands after the sentences. */
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
 * Numbers citations in the order of their first use, so that none can point to nothing. Sources
 * that nothing cites are left out. A quote that does not stand in its source is a bug of ours.
 */
export function assembled(draft: Draft) {
  const numbers = new Map<Source, number>()
  const quotes = new Map<Source, Set<string>>()
  // Two parts of a report may have read the same text: it is one source.
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

/** A short text of ours about one thing, which is its own source. */
export const recordOf = (source: Omit<Source, 'isRecord'>): Source => ({
  ...source,
  isRecord: true,
})

/** A sentence that says what a line of a record says. */
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

/** The report as Markdown. Words of strangers cannot become links, images, tables or headings. */
function markdownOf({ title, lead, sections, sources, tables }: Printed): string {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const parts = sections.map(({ title: heading, sentences, table: name }) => {
    const table = name === undefined ? undefined : byName.get(name)
    return [
      `## ${plain(heading)}`,
      sentences.map(lineOf).join('\n'),
      ...(table ? [tableOf(table)] : []),
    ].join('\n\n')
  })
  return [
    ...(lead === undefined ? [] : [`*${plain(lead)}*`]),
    `# ${plain(title)}`,
    ...parts,
    `## Sources\n\n${sources.map(sourceLine).join('\n')}`,
  ].join('\n\n')
}

const lineOf = ({ text, citations }: NumberedSection['sentences'][number]): string =>
  `- ${[plain(text), ...citations.map((n) => `[${n}]`)].join(' ')}`

function tableOf({ label, columns, rows }: Table): string {
  const rule = `| ${columns.map(() => '---').join(' | ')} |`
  return [`**${plain(label)}**`, [rowOf(columns), rule, ...rows.map(rowOf)].join('\n')].join('\n\n')
}

const rowOf = (cells: readonly Cell[]): string => `| ${cells.map(cellOf).join(' | ')} |`

const cellOf = (cell: Cell): string => (cell === null ? '' : plain(String(cell)))

function sourceLine({ n, title, url, publishedAt, retrievedAt, sha256 }: NumberedSource): string {
  const published = publishedAt === null ? '' : `, published ${publishedAt.slice(0, 10)}`
  return `${n}. ${plain(title)}${published}, read ${retrievedAt}, SHA-256 ${sha256}: <${safe(url)}>`
}

const MARKS = /[\\`*_[\]<>|#~]/g

const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(MARKS, String.raw`\$&`)

/** Nothing in an address ends the brackets around it. */
const safe = (url: string): string => url.replaceAll(/[\s<>]/g, encodeURIComponent)

/** What a section says where it has nothing to say. */
export const orNone = (sentences: readonly Sentence[], none: string): readonly Sentence[] =>
  sentences.length > 0 ? sentences : [{ text: none, quotes: [] }]
