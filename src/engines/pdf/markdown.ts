import type { Block, TableBlock, TextBlock } from './blocks.ts'
import { compoundsOf, ENDED, textOf } from './paragraphs.ts'

const LEVELS_MAX = 6
const SAME_LEVEL = 0.05
/** An item that stands so many points further in is inside the one before. */
const NESTED_PT = 6
const DEPTH_MAX = 5

/** The blocks of a whole document as markdown. */
export function markdownOf(blocks: readonly Block[]): string {
  const whole = joinedOverColumns(blocks)
  const compounds = compoundsOf(
    whole.flatMap((block) => (block.kind === 'table' ? [] : block.lines)),
  )
  const levels = levelsOf(whole)
  let places: readonly number[] = []
  const parts = whole.map((block, at) => {
    places = block.kind === 'item' ? placesWith(places, block.x) : []
    const isInList = block.kind === 'item' && whole[at - 1]?.kind === 'item'
    const gap = at === 0 ? '' : isInList ? '\n' : '\n\n'
    if (block.kind === 'table') return gap + tableOf(block)
    const text = escaped(textOf(block.lines, compounds))
    if (block.kind === 'heading') return `${gap}${'#'.repeat(levels(block.size))} ${text}`
    return gap + (block.kind === 'item' ? itemOf(block, text, places.length - 1) : unmarked(text))
  })
  return parts.join('')
}

/** A paragraph that the end of a column cut in two. */
function joinedOverColumns(blocks: readonly Block[]): readonly Block[] {
  const whole: Block[] = []
  for (const block of blocks) {
    const last = whole.at(-1)
    if (last?.kind === 'paragraph' && block.kind === 'paragraph' && isRest(last, block))
      whole[whole.length - 1] = { ...last, lines: [...last.lines, ...block.lines] }
    else whole.push(block)
  }
  return whole
}

const isRest = (before: TextBlock, { isFirst, lines }: TextBlock): boolean =>
  isFirst && /^\p{Ll}/u.test(lines[0] ?? '') && !ENDED.test(before.lines.at(-1) ?? '')

/** The largest type is of level 1. */
function levelsOf(blocks: readonly Block[]): (size: number) => number {
  const sizes = blocks.flatMap((block) => (block.kind === 'heading' ? [block.size] : []))
  const steps: number[] = []
  for (const size of sizes.toSorted((a, b) => b - a))
    if (steps.length === 0 || size < steps.at(-1)! * (1 - SAME_LEVEL)) steps.push(size)
  return (size) => {
    const level = steps.findIndex((step) => size >= step * (1 - SAME_LEVEL)) + 1
    return Math.min(Math.max(level, 1), LEVELS_MAX)
  }
}

/** Where the items stand that an item is inside of, and its own place. */
const placesWith = (places: readonly number[], x: number): readonly number[] =>
  [...places.filter((place) => place < x - NESTED_PT), x].slice(-DEPTH_MAX)

function itemOf({ mark = '' }: TextBlock, text: string, depth: number): string {
  const indent = '   '.repeat(depth)
  if (/^\d+[.)]$/.test(mark)) return `${indent}${mark} ${text}`
  return /[a-z0-9]/i.test(mark) ? `${indent}- ${mark} ${text}` : `${indent}- ${text}`
}

function tableOf({ cells }: TableBlock): string {
  const rows = cells.map(
    (row) => `| ${row.map((cell) => escaped(cell).replaceAll('|', '\\|')).join(' | ')} |`,
  )
  const line = `|${' --- |'.repeat(cells[0]?.length ?? 0)}`
  return [rows[0], line, ...rows.slice(1)].join('\n')
}

const escaped = (text: string): string =>
  text.replace(/[\\`*<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')

/** Text that would read as a heading, a quotation or a list at the start of a line. */
const unmarked = (text: string): string =>
  text.replace(/^(#{1,6}(?=\s)|[>+-](?=\s)|[=-]+$)/, '\\$&').replace(/^(\d+)([.)]\s)/, '$1\\$2')
