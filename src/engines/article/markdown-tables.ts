import type { Node } from '../html/document.ts'
import type { Rule } from './markdown-rule.ts'

const COLUMNS_MAX = 100
const ROWS_SPANNED_MAX = 1_000

interface Cell {
  readonly text: string
  readonly columns: number
  readonly rows: number
}

/** Rows with every span filled in, so that each reads without the others. */
function gridOf(rows: readonly (readonly Cell[])[]): string[][] {
  const held = new Map<number, { readonly text: string; readonly rows: number }>()
  return rows.map((cells) => {
    const row: string[] = []
    const fill = () => {
      for (let over = held.get(row.length); over; over = held.get(row.length)) {
        if (over.rows > 1) held.set(row.length, { text: over.text, rows: over.rows - 1 })
        else held.delete(row.length)
        row.push(over.text)
      }
    }
    for (const { text, columns, rows: deep } of cells) {
      fill()
      for (let at = 0; at < columns && row.length < COLUMNS_MAX; at++) {
        if (deep > 1) held.set(row.length, { text: at === 0 ? text : '', rows: deep - 1 })
        row.push(at === 0 ? text : '')
      }
    }
    fill()
    return row
  })
}

const spanOf = (cell: Node, name: string, most: number): number => {
  const span = Number.parseInt(cell.getAttribute(name) ?? '1', 10)
  return span > 1 ? Math.min(span, most) : 1
}

const childrenOf = (node: Node, names: RegExp): Node[] =>
  Array.from(node.children).filter(({ nodeName }) => names.test(nodeName))

const rowsOf = (table: Node): Node[] =>
  Array.from(table.children).flatMap((child) =>
    child.nodeName === 'TR' ? [child] : childrenOf(child, /^TR$/),
  )

const cellsOf = (row: Node): Node[] => childrenOf(row, /^T[DH]$/)

/** A table that says nothing by its columns: one column, or blocks laid out. */
const isLayout = (table: Node): boolean =>
  /^(presentation|none)$/.test(table.getAttribute('role') ?? '') ||
  table.querySelector('table,pre,h1,h2,h3,blockquote') !== null ||
  rowsOf(table).every((row) => cellsOf(row).length <= 1)

/** Rules for one document: cells are kept as they are written, for their table to lay out. */
export function tableRules(): Readonly<Record<string, Rule>> {
  const written = new Map<Node, string>()
  function cell(content: string, node: Node): string {
    const text = content.trim().replace(/\|/g, '\\|')
    written.set(node, text.replace(/[ \t]*\n\s*/g, '<br>'))
    return `\n\n${content.trim()}\n\n`
  }
  function table(content: string, node: Node): string {
    if (isLayout(node)) return `\n\n${content.trim()}\n\n`
    const rows = rowsOf(node).filter((row) => cellsOf(row).length > 0)
    const grid = gridOf(rows.map((row) => cellsOf(row).map((cell) => cellOf(cell, written))))
    const width = Math.max(...grid.map(({ length }) => length))
    const lines = grid.map((row) => `| ${[...row, ...blanks(width - row.length)].join(' | ')} |`)
    const head = isHead(rows[0]!) ? [] : [`| ${blanks(width).join(' | ')} |`]
    const [first, ...rest] = [...head, ...lines]
    const rule = `| ${Array.from({ length: width }, () => '---').join(' | ')} |`
    const title = childrenOf(node, /^CAPTION$/)[0]
      ?.textContent.trim()
      .replace(/\s+/g, ' ')
    return `\n\n${title ? `**${title}**\n\n` : ''}${[first, rule, ...rest].join('\n')}\n\n`
  }
  return {
    cell: { filter: ['td', 'th'], replacement: cell },
    row: { filter: ['tr', 'thead', 'tbody', 'tfoot'], replacement: (content) => content },
    tableCaption: {
      filter: 'caption',
      replacement: (content) => `\n\n**${content.trim()}**\n\n`,
    },
    table: { filter: 'table', replacement: table },
  }
}

const cellOf = (cell: Node, written: ReadonlyMap<Node, string>): Cell => ({
  text: written.get(cell) ?? '',
  columns: spanOf(cell, 'colspan', COLUMNS_MAX),
  rows: spanOf(cell, 'rowspan', ROWS_SPANNED_MAX),
})

const blanks = (count: number): string[] => Array.from({ length: count }, () => '')

const isHead = (row: Node): boolean =>
  row.parentNode?.nodeName === 'THEAD' || cellsOf(row).every(({ nodeName }) => nodeName === 'TH')
