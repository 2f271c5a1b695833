import type { CheerioAPI } from 'cheerio'
import { badInput } from '../../base/core/fault.ts'
import { isElement, lineOf, type Element, type Node } from './text.ts'

/** A table as a rectangle: what spans several cells is said in each of them. */
export interface Grid {
  readonly headers: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const COLUMNS_MAX = 1_000
const CELLS_MAX = 200_000
const CHARACTERS_MAX = 4_000_000

interface Row {
  readonly cells: readonly Element[]
  readonly isHead: boolean
  /** Rows to the end of its group, itself included: no span goes further. */
  readonly left: number
}

export function gridOf($: CheerioAPI, table: Element): Grid {
  const rows = rowsOf($, table)
  const { texts, width } = spread(rows)
  const count = headsOf(rows)
  const wide = texts.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''))
  return { headers: namesOf(wide.slice(0, count), width), rows: wide.slice(count) }
}

/** Its own rows, and none of a table within it: head first, foot last, as browsers show them. */
function rowsOf($: CheerioAPI, table: Element): Row[] {
  const children = $(table).children().toArray()
  const childrenNamed = (name: string) => children.filter((child) => child.name === name)
  const groups = [...childrenNamed('thead'), ...childrenNamed('tbody'), ...childrenNamed('tfoot')]
  return groups.flatMap((group) => {
    const rows = elementsIn(group.children).filter(({ name }) => name === 'tr')
    return rows.map((row, at) => ({
      cells: elementsIn(row.children).filter(({ name }) => name === 'td' || name === 'th'),
      isHead: group.name === 'thead',
      left: rows.length - at,
    }))
  })
}

const elementsIn = (nodes: readonly Node[]): Element[] => nodes.filter(isElement)

function spread(rows: readonly Row[]) {
  const texts: string[][] = rows.map(() => [])
  const spent = { cells: 0, characters: 0 }
  for (const [y, { cells, left }] of rows.entries()) {
    let x = 0
    for (const cell of cells) {
      while (texts[y]![x] !== undefined) x += 1
      const text = lineOf(cell.children)
      const wide = Math.min(spanOf(cell, 'colspan') || 1, COLUMNS_MAX)
      const high = Math.min(spanOf(cell, 'rowspan') || left, left)
      spend(spent, wide * high, text.length)
      for (let down = 0; down < high; down++)
        for (let over = 0; over < wide; over++) texts[y + down]![x + over] ??= text
      x += wide
      if (x > COLUMNS_MAX) throw badInput(`html: the table has more than ${COLUMNS_MAX} columns`)
    }
  }
  const width = texts.reduce((most, row) => Math.max(most, row.length), 0)
  spend(spent, texts.length * width, 0)
  return { texts, width }
}

function spend(spent: { cells: number; characters: number }, cells: number, each: number): void {
  spent.cells += cells
  spent.characters += cells * each
  if (spent.cells > 2 * CELLS_MAX || spent.characters > CHARACTERS_MAX)
    throw badInput('html: the table is too large, or its spans make it so')
}

/** Zero for a span to the end. */
function spanOf({ attribs }: Element, name: 'colspan' | 'rowspan'): number {
  const span = Number.parseInt(attribs[name] ?? '1', 10)
  return Number.isFinite(span) && span >= 0 ? span : 1
}

/** How many rows at the top hold column names: those of `thead`, else a first row of only `th`. */
function headsOf(rows: readonly Row[]): number {
  const marked = rows.filter(({ isHead }) => isHead).length
  if (marked > 0) return marked
  const cells = rows[0]?.cells ?? []
  return cells.length > 0 && cells.every(({ name }) => name === 'th') ? 1 : 0
}

/** One name for each column, none twice, `column1` where there is none. */
function namesOf(heads: readonly (readonly string[])[], width: number): string[] {
  const taken = new Set<string>()
  return Array.from({ length: width }, (_, at) => {
    const parts = heads.map((row) => row[at] ?? '').filter((part) => part !== '')
    const name = [...new Set(parts)].join(' ') || `column${at + 1}`
    let unique = name
    for (let number = 2; taken.has(unique); number++) unique = `${name}_${number}`
    taken.add(unique)
    return unique
  })
}
