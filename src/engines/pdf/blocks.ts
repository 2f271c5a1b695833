import type { Region } from './columns.ts'
import type { Line } from './lines.ts'
import { ENDED } from './paragraphs.ts'
import type { Style } from './style.ts'
import { partsOf } from './tables.ts'

export type Block = TextBlock | TableBlock

export interface TableBlock {
  readonly kind: 'table'
  readonly cells: readonly (readonly string[])[]
}

export interface TextBlock {
  readonly kind: 'heading' | 'item' | 'paragraph'
  readonly lines: readonly string[]
  readonly size: number
  /** Of an item. */
  readonly mark?: string
  /** From the left end of its column, in points. */
  readonly x: number
  /** Begins a column, so that it may go on with what the column before ended with. */
  readonly isFirst: boolean
}

const BULLET = /^([•‣◦▪▫●○■□∙·➢➤✓✔])\s*(?=\S)/u
const DASH = /^([*–—-])\s+(?=\S)/u
const NUMBER = /^(\[\d{1,3}\]|\(?\d{1,3}[.)]|\(?[a-z]\)|\(?[ivx]{1,5}\))\s+(?=\S)/u
const NUMBERED_HEADING = /^(\d{1,2}(\.\d{1,2}){0,3}\.?|[A-Z]\.|[IVX]{1,5}\.)\s+\p{Lu}/u

/** From a title to its page in a table of contents. */
const LEADERS = /(\s?\.){4,}\s*(?=\S{0,7}$)/
const LEADERS_WITHIN = 300

const HEADING_LINES_MAX = 4
const HEADING_CHARACTERS_MAX = 250
/** Larger than the body by so much, text is a heading. */
const HEADING_RATIO = 1.12
const SAME_SIZE = 0.07
/** In heights of the font. */
const INDENT_MIN = 0.8
const INDENT_MAX = 6
/** A last line of a paragraph is shorter than this share of its column. */
const SHORT = 0.78

export function blocksOf(region: Region, style: Style): readonly Block[] {
  const left = Math.min(...region.map(({ x }) => x))
  const right = Math.max(...region.map((line) => line.right))
  const column = { left, right, style }
  const drafts: (Draft | TableBlock)[] = []
  for (const part of partsOf(region)) {
    if (part.kind === 'table') {
      drafts.push({ kind: 'table', cells: part.cells })
      continue
    }
    const last = drafts.at(-1)
    const draft = last && last.kind !== 'table' ? last : null
    if (draft && goesOn(draft, part.line, column)) draft.lines.push(part.line)
    else drafts.push(begun(part.line, draft, style))
  }
  return drafts.map((draft, at) =>
    draft.kind === 'table' ? draft : finished(draft, left, at === 0),
  )
}

/** A block to which lines are still added. */
interface Draft {
  readonly kind: TextBlock['kind']
  readonly lines: Line[]
  readonly mark?: string
}

interface Column {
  readonly left: number
  readonly right: number
  readonly style: Style
}

function begun(line: Line, before: Draft | null, style: Style): Draft {
  if (hasLeaders(line)) {
    const text = line.text.replace(LEADERS, ' … ')
    return { kind: 'item', lines: [{ ...line, text }], mark: '•' }
  }
  if (isHeading(line, style)) return { kind: 'heading', lines: [line] }
  const mark = markOf(line, before)
  if (mark === null) return { kind: 'paragraph', lines: [line] }
  const text = line.text.slice(mark.length).trim()
  return { kind: 'item', lines: [{ ...line, text }], mark: mark.trim() }
}

const hasLeaders = ({ text }: Line): boolean => text.length < LEADERS_WITHIN && LEADERS.test(text)

function isHeading({ text, size, font }: Line, style: Style): boolean {
  if (!/\p{L}{2}/u.test(text) || text.length > HEADING_CHARACTERS_MAX) return false
  if (size >= style.bodySize * HEADING_RATIO) return true
  const isSetApart = font !== null && font !== style.bodyFont && size >= style.bodySize * 0.95
  return isSetApart && NUMBERED_HEADING.test(text) && !/[.,;]$/.test(text) && text.length < 100
}

/** The mark of a list with the space after it; a dash or a number may stand in a sentence, too. */
function markOf({ text }: Line, before: Draft | null): string | null {
  const bullet = BULLET.exec(text)
  if (bullet) return bullet[0]
  const isFree = !before || before.kind !== 'paragraph' || ENDED.test(before.lines.at(-1)!.text)
  return isFree ? ((DASH.exec(text) ?? NUMBER.exec(text))?.[0] ?? null) : null
}

function goesOn(draft: Draft, line: Line, { left, right, style }: Column): boolean {
  const last = draft.lines.at(-1)!
  const [first] = draft.lines
  const gap = (line.y - last.y) / last.size
  if (Math.abs(line.size - last.size) > SAME_SIZE * last.size) return false
  if (gap < 0 || gap > style.gapMax || hasLeaders(line)) return false
  if (isHeading(line, style) !== (draft.kind === 'heading')) return false
  if (draft.kind === 'heading')
    return line.font === last.font && draft.lines.length < HEADING_LINES_MAX
  if (markOf(line, draft) !== null) return false
  const indent = (line.x - last.x) / last.size
  const isNewByIndent = indent > INDENT_MIN && indent < INDENT_MAX && last.x - left < last.size
  if (draft.kind === 'item') return line.x >= first!.x - last.size * INDENT_MIN
  const isShort = last.right - left < SHORT * (right - left)
  const isLabel = last.font !== null && last.font !== style.bodyFont && line.font !== last.font
  return !isNewByIndent && !(isShort && (isLabel || ENDED.test(last.text)))
}

function finished({ kind, lines, mark }: Draft, left: number, isFirst: boolean): TextBlock {
  const [{ size, x }] = lines as [Line]
  const texts = lines.map(({ text }) => text)
  return { kind, lines: texts, size, x: x - left, isFirst, ...(mark ? { mark } : {}) }
}
