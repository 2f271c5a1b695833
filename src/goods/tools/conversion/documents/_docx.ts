import type { Token, Tokens } from 'marked'
import type * as Docx from 'docx'
import { badInput } from '../../../../base/core/fault.ts'
import { xmlText } from '../../../../engines/formats/xml-characters.ts'
import { headingsOf, shownText } from './_gfm.ts'

type Word = typeof Docx
type Block = Docx.Paragraph | Docx.Table
type Inline = Docx.ParagraphChild

/** What surrounds a block: the depth of lists and quotes. */
interface Around {
  readonly lists: number
  readonly quotes: number
}

/** The formatting of a run of text. */
type Look = Pick<Docx.IRunOptions, 'bold' | 'italics' | 'strike' | 'style'>

/** The levels that Word has. */
export const LEVELS = 9
const STARTS_MAX = 100
export const INDENT = 720
const MONO = { name: 'Courier New' }
const SHADED = { type: 'clear', fill: 'F2F2F2', color: 'auto' } as const
const RULE = { style: 'single', size: 6, color: 'BFBFBF', space: 4 } as const
const CODE_LINES_MAX = 50_000

/** The name under which other programs know code. */
export const CODE_STYLE = {
  id: 'SourceCode',
  name: 'Source Code',
  basedOn: 'Normal',
  run: { font: MONO, size: 20 },
  paragraph: { shading: SHADED, spacing: { after: 120 } },
} as const

/** The blocks of a Word document. Raw HTML is dropped, and pictures become their text. */
export function createWriter(word: Word, tokens: readonly Token[]) {
  const headings = headingsOf(tokens)
  // Word allows 40 letters, digits and underscores, and no two names that differ only by case.
  const bookmarks = new Map(headings.map(({ id }, at) => [id, `heading_${at + 1}`]))
  const starts = new Set<number>()
  let headingsDone = 0
  let lists = 0
  let tables = 0
  let codeLines = 0

  function blocks(all: readonly Token[], around: Around): Block[] {
    return all.flatMap((token) => block(token, around))
  }

  function block(token: Token, around: Around): readonly Block[] {
    switch (token.type) {
      case 'heading':
        return [heading(token as Tokens.Heading, around)]
      case 'paragraph':
      case 'text':
        return [paragraph(inlines(tokensOf(token)), around)]
      case 'code':
        return code(token as Tokens.Code, around)
      case 'blockquote':
        return blocks(tokensOf(token), { ...around, quotes: around.quotes + 1 })
      case 'list':
        return list(token as Tokens.List, around)
      case 'table':
        return table(token as Tokens.Table)
      case 'hr':
        return [new word.Paragraph({ border: { bottom: RULE } })]
      default:
        return []
    }
  }

  function heading({ depth, tokens: inner }: Tokens.Heading, around: Around): Block {
    headingsDone += 1
    const mark = new word.Bookmark({ id: `heading_${headingsDone}`, children: inlines(inner) })
    return new word.Paragraph({
      heading: `Heading${depth as 1 | 2 | 3 | 4 | 5 | 6}`,
      children: [mark],
      ...placed(around),
    })
  }

  const paragraph = (children: readonly Inline[], around: Around): Block =>
    new word.Paragraph({ children: [...children], ...placed(around), spacing: { after: 120 } })

  function code({ text }: Tokens.Code, around: Around): readonly Block[] {
    const rows = text.split('\n')
    codeLines += rows.length
    if (codeLines > CODE_LINES_MAX)
      throw badInput(`markdown: has more than ${CODE_LINES_MAX} lines of code`)
    const children = rows.map(
      (row, at) => new word.TextRun({ text: xmlText(row), ...(at > 0 && { break: 1 }) }),
    )
    return [new word.Paragraph({ children, style: CODE_STYLE.id, ...placed(around) })]
  }

  function list({ ordered, start, items }: Tokens.List, around: Around): readonly Block[] {
    const level = Math.min(around.lists, LEVELS - 1)
    const from = ordered && typeof start === 'number' ? start : 1
    if (ordered) starts.add(from)
    if (starts.size > STARTS_MAX)
      throw badInput(
        `markdown: has lists that begin with more than ${STARTS_MAX} different numbers`,
      )
    lists += 1
    const mark = ordered
      ? { numbering: { reference: startingAt(from), level, instance: lists } }
      : { bullet: { level } }
    const inside = { ...around, lists: around.lists + 1 }
    return items.flatMap(({ task, checked, tokens: all }) => {
      const [first, ...rest] = all.filter(({ type }) => type !== 'checkbox')
      const isText = first?.type === 'text' || first?.type === 'paragraph'
      const box = task ? [new word.TextRun(checked ? '\u2611 ' : '\u2610 ')] : []
      const children = [...box, ...(isText ? inlines(tokensOf(first)) : [])]
      const marked = new word.Paragraph({ children, ...mark })
      return [marked, ...blocks(isText || !first ? rest : [first, ...rest], inside)]
    })
  }

  function table({ header, rows, align }: Tokens.Table): readonly Block[] {
    tables += 1
    const row = (cells: readonly Tokens.TableCell[], isHead: boolean) =>
      new word.TableRow({
        ...(isHead && { tableHeader: true }),
        children: cells.map(({ tokens: inner }, at) => {
          const alignment = align[at]
          const children = inlines(inner, isHead ? { bold: true } : {})
          const cell = new word.Paragraph({ children, ...(alignment && { alignment }) })
          return new word.TableCell({ children: [cell] })
        }),
      })
    const all = [row(header, true), ...rows.map((cells) => row(cells, false))]
    const width = { size: 100, type: 'pct' } as const
    // Two adjacent tables would become one.
    return [new word.Table({ rows: all, width }), new word.Paragraph({})]
  }

  function inlines(all: readonly Token[], look: Look = {}): Inline[] {
    return all.flatMap((token): Inline[] => {
      switch (token.type) {
        case 'strong':
          return inlines(tokensOf(token), { ...look, bold: true })
        case 'em':
          return inlines(tokensOf(token), { ...look, italics: true })
        case 'del':
          return inlines(tokensOf(token), { ...look, strike: true })
        case 'codespan':
          return [new word.TextRun({ ...look, ...textNodeOf(token), font: MONO, shading: SHADED })]
        case 'br':
          return [new word.TextRun({ break: 1 })]
        case 'link':
          return link(token as Tokens.Link, look)
        case 'html':
        case 'checkbox':
          return []
        default:
          return tokensOf(token).length > 0 && token.type !== 'image'
            ? inlines(tokensOf(token), look)
            : [new word.TextRun({ ...look, ...textNodeOf(token) })]
      }
    })
  }

  function link({ href, tokens: inner }: Tokens.Link, look: Look): Inline[] {
    const children = inlines(inner, { ...look, style: 'Hyperlink' })
    const anchor = href.startsWith('#') ? bookmarks.get(href.slice(1)) : undefined
    if (anchor !== undefined) return [new word.InternalHyperlink({ anchor, children })]
    if (!/^(?:https?:\/\/|mailto:)/i.test(href) || !URL.canParse(href)) return inlines(inner, look)
    return [new word.ExternalHyperlink({ link: new URL(href).href, children })]
  }

  return {
    blocks: () => blocks(tokens, { lists: 0, quotes: 0 }),
    /** The first numbers of its ordered lists. */
    starts: (): readonly number[] => [...starts],
    counted: () => ({ headings: headings.length, tables }),
  }
}

function placed({ lists: depth, quotes }: Around) {
  const left = INDENT * (depth + quotes)
  return {
    ...(left > 0 && { indent: { left } }),
    ...(quotes > 0 && { border: { left: { ...RULE, size: 18 } } }),
  }
}

/** The name of the numbering that begins with this number. */
export const startingAt = (start: number): string => `from-${start}`

const tokensOf = (token: Token): readonly Token[] =>
  'tokens' in token && token.tokens ? token.tokens : []

const textNodeOf = (token: Token) => ({
  text: xmlText(shownText([token])).replaceAll(/\s*\n\s*/g, ' '),
})
