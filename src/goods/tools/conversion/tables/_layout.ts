import { escapedMarkup } from '../../../../base/lib/escaped-markup.ts'

/** A table drawn with characters; every cell is already text. */
export interface TextTable {
  readonly head: readonly string[]
  readonly lines: readonly (readonly string[])[]
  readonly isRight: readonly boolean[]
}

/** Wider cells are not aligned, or one of them would widen all rows. */
const WIDTH_MAX = 80

export function markdownTable({ head, lines, isRight }: TextTable): string {
  const [first = [], ...rest] = [head, ...lines].map((cells) => cells.map(inMarkdown))
  const widths = widthsOf([first, ...rest], 3)
  const rule = widths.map((width, at) =>
    isRight[at] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => padded(cell, widths[at], isRight[at])).join(' | ')} |`
  return [line(first), `| ${rule.join(' | ')} |`, ...rest.map(line)].join('\n')
}

export function asciiTable({ head, lines, isRight }: TextTable): string {
  const [first = [], ...rest] = [head, ...lines].map((cells) => cells.map(onOneLine))
  const widths = widthsOf([first, ...rest], 1)
  const rule = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+`
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => padded(cell, widths[at], isRight[at])).join(' | ')} |`
  return [rule, line(first), rule, ...rest.map(line), rule].join('\n')
}

export function htmlTable({ head, lines, isRight }: TextTable): string {
  const cellsOf = (cells: readonly string[], tag: string) =>
    cells
      .map(
        (cell, at) =>
          `<${tag}${isRight[at] ? ' style="text-align:right"' : ''}>${inHtml(cell)}</${tag}>`,
      )
      .join('')
  const rows = lines.map((cells) => `<tr>${cellsOf(cells, 'td')}</tr>`)
  return [
    '<table>',
    `<thead><tr>${cellsOf(head, 'th')}</tr></thead>`,
    `<tbody>`,
    ...rows,
    '</tbody>',
    '</table>',
  ].join('\n')
}

const inMarkdown = (cell: string): string =>
  cell
    .replace(/\\(?=\|)/g, '\\\\')
    .replaceAll('|', '\\|')
    .trim()
    .replaceAll(/\r\n|\n|\r/g, '<br>')

const onOneLine = (cell: string): string => cell.replaceAll(/\s*[\r\n]+\s*/g, ' ')

const inHtml = (cell: string): string => escapedMarkup(cell).replaceAll(/\r\n|\n|\r/g, '<br>')

const widthsOf = (lines: readonly (readonly string[])[], least: number): readonly number[] => {
  const widths = (lines[0] ?? []).map(() => least)
  for (const cells of lines)
    for (const [at, cell] of cells.entries())
      widths[at] = Math.max(widths[at] ?? least, Math.min(WIDTH_MAX, widthOf(cell)))
  return widths
}

function padded(cell: string, width = 0, isRight = false): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(cell)))
  return isRight ? space + cell : cell + space
}

const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/gu
const WITHOUT_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/gu

/** Width in terminal columns: East Asian letters and emoji take two. */
function widthOf(text: string): number {
  if (/^[\x20-\x7E]*$/.test(text)) return text.length
  const bare = text.replaceAll(WITHOUT_WIDTH, '')
  return (bare.match(/./gsu)?.length ?? 0) + (bare.match(WIDE)?.length ?? 0)
}
