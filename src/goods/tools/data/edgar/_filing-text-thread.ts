import { Parser } from 'htmlparser2'

export interface FilingTextRequest {
  readonly html: string
  readonly section: string | null
  readonly charactersMax: number
}

/** Elements whose text is not shown; the facts of inline XBRL are in such a header. */
const SILENT = new Set(['script', 'style', 'head', 'title', 'ix:header', 'noscript'])
const BLOCKS = new Set(
  'p div tr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table hr br pre blockquote section article'.split(
    ' ',
  ),
)
const CELLS = new Set(['td', 'th'])
const VOID = new Set(['br', 'hr', 'img', 'meta', 'link', 'input', 'col'])

/** A section: its heading, and where its text begins and ends. */
interface Section {
  /** Item, such as 1A, or II-1A in a form that numbers its parts. */
  readonly item: string
  readonly heading: string
  readonly from: number
  readonly to: number
}

/** The text of a filing, or of one of its items. */
export function work({ html, section, charactersMax }: FilingTextRequest) {
  const lines = linesOf(html)
  const sections = sectionsOf(lines)
  const wanted = section === null ? null : pick(sections, section)
  const named = sections.map(({ heading }) => heading)
  if (section !== null && !wanted)
    return { text: null, section: null, sections: named, wordCount: 0, isCut: false }
  const text = (wanted ? lines.slice(wanted.from, wanted.to) : lines)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return {
    text: text.slice(0, charactersMax).toWellFormed(),
    section: wanted?.heading ?? null,
    sections: named,
    wordCount: text.split(/\s+/).filter(Boolean).length,
    isCut: text.length > charactersMax,
  }
}

/** Reads the document as events: the tree of an annual report would take hundreds of megabytes. */
function linesOf(html: string): readonly string[] {
  if (!/<(html|body|div|p|table|font)\b/i.test(html)) return html.split(/\r?\n/)
  const lines: string[] = []
  let line = ''
  /** Number of open elements inside one that is not shown. */
  let hidden = 0
  const end = (): void => {
    lines.push(
      line
        .replaceAll(/[^\S\t\n]+/g, ' ')
        .replaceAll(/\s*\t\s*/g, '\t')
        .trim(),
    )
    line = ''
  }
  const parser = new Parser(
    {
      onopentag(name, { style = '' }) {
        const isSilent = SILENT.has(name) || /display:\s*none/i.test(style)
        if ((hidden > 0 || isSilent) && !VOID.has(name)) hidden += 1
        if (BLOCKS.has(name)) end()
        if (CELLS.has(name)) line += '\t'
      },
      ontext(text) {
        if (hidden === 0) line += text.replaceAll(/\s+/g, ' ')
      },
      onclosetag(name) {
        if (hidden > 0 && !VOID.has(name)) hidden -= 1
        if (BLOCKS.has(name)) end()
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  end()
  return lines
}

const ITEM = /^\s*item\s+(\d{1,2}(?:\.\d\d|[A-D])?)\s*[.:\u2013\u2014-]*\s*(.{0,200})$/i
const PART = /^\s*part\s+(IV|I{1,3})\b/i
const HEADING_CHARACTERS_MAX = 220

/**
 * The items of a form. Each also appears in the table of contents and in references. The one with
 * the most text up to the next item counts.
 */
function sectionsOf(lines: readonly string[]): readonly Section[] {
  const marks: { item: string; part: string; heading: string; at: number }[] = []
  let part = ''
  lines.forEach((line, at) => {
    if (line.length > HEADING_CHARACTERS_MAX) return
    part = PART.exec(line)?.[1]?.toUpperCase() ?? part
    const [, item, title = ''] = ITEM.exec(line.replaceAll('\t', ' ')) ?? []
    if (item === undefined) return
    const next = title.trim() === '' ? (lines.slice(at + 1, at + 4).find(Boolean) ?? '') : title
    const heading = `Item ${item.toUpperCase()}. ${next.trim()}`.slice(0, HEADING_CHARACTERS_MAX)
    marks.push({ item: item.toUpperCase(), part, heading, at })
  })
  const lengths = lines.map(({ length }) => length)
  const spans = marks.map((mark, n) => {
    const to = marks[n + 1]?.at ?? lines.length
    const size = lengths.slice(mark.at, to).reduce((sum, length) => sum + length, 0)
    return { ...mark, to, size }
  })
  const repeats = new Set(
    [...Map.groupBy(spans, ({ item }) => item)]
      .filter(([, all]) => new Set(all.map((one) => one.part).filter(Boolean)).size > 1)
      .map(([item]) => item),
  )
  const byItem = Map.groupBy(spans, (one) => nameOf(one, repeats))
  return [...byItem]
    .flatMap(([item, all]) => {
      const [longest] = all.toSorted((a, b) => b.size - a.size)
      if (!longest) return []
      const prefix = item.includes('-') ? `Part ${longest.part}, ` : ''
      const { heading, at: from, to } = longest
      return { item, heading: `${prefix}${heading}`, from, to }
    })
    .toSorted((a, b) => a.from - b.from)
}

const nameOf = (
  { item, part }: { readonly item: string; readonly part: string },
  repeats: ReadonlySet<string>,
): string => (repeats.has(item) && part !== '' ? `${part}-${item}` : item)

/** Finds it by its number, with or without its part; else by words of its heading. */
function pick(sections: readonly Section[], wanted: string): Section | undefined {
  const bare = wanted
    .toUpperCase()
    .replaceAll(/\b(ITEM|PART)\b/g, ' ')
    .trim()
    .replaceAll(/[\s,-]+(?=\d)/g, '-')
    .replace(/^-/, '')
    .replace(/[.:]$/, '')
  const words = wanted.toLowerCase()
  return (
    sections.find(({ item }) => item === bare) ??
    sections.find(({ item }) => item.split('-').at(-1) === bare) ??
    sections.find(({ heading }) => heading.toLowerCase().includes(words))
  )
}
