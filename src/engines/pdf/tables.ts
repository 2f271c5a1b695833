import type { Line } from './lines.ts'

export type Row = readonly Line[]

/** A line of text, or rows whose cells stand below each other. */
export type Part =
  | { readonly kind: 'line'; readonly line: Line }
  | {
      readonly kind: 'table'
      readonly cells: readonly (readonly string[])[]
      /** What the cells were made of. */
      readonly rows: readonly Row[]
      readonly size: number
    }

const ROWS_MIN = 2
const SAME_ROW = 0.4
/** Between rows of one table, in heights of its font. */
const ROW_GAP_MAX = 3.2

export function partsOf(lines: readonly Line[]): readonly Part[] {
  const parts: Part[] = []
  let table: Row[] = []
  for (const row of rowsOf(lines)) {
    if (table.length > 0 && !isNextRow(table.at(-1)!, row)) close()
    if (row.length > 1) table.push(row)
    else parts.push({ kind: 'line', line: row[0]! })
  }
  close()
  return parts

  function close(): void {
    if (table.length > 0) parts.push(...closed(table))
    table = []
  }
}

function rowsOf(lines: readonly Line[]): readonly Row[] {
  const rows: Line[][] = []
  for (const line of lines) {
    const first = rows.at(-1)?.[0]
    if (first && Math.abs(line.y - first.y) <= SAME_ROW * first.size) rows.at(-1)!.push(line)
    else rows.push([line])
  }
  return rows
}

function isNextRow([above]: Row, row: Row): boolean {
  const [below] = row
  return row.length > 1 && below!.y - above!.y <= ROW_GAP_MAX * above!.size
}

function closed(rows: readonly Row[]): readonly Part[] {
  const columns = columnsOf(rows)
  if (rows.length < ROWS_MIN || columns.length < 2)
    return rows.map((row) => ({ kind: 'line', line: oneLine(row) }))
  const cells = rows.map((row) => columns.map((column) => cellOf(row, column)))
  return [{ kind: 'table', cells, rows, size: rows[0]![0]!.size }]
}

interface Column {
  readonly x: number
  readonly right: number
}

/** Where no cell of any row stands, there is a gap between columns. */
function columnsOf(rows: readonly Row[]): readonly Column[] {
  const columns: Column[] = []
  for (const { x, right } of rows.flat().toSorted((a, b) => a.x - b.x)) {
    const last = columns.at(-1)
    if (last && x < last.right)
      columns[columns.length - 1] = { x: last.x, right: Math.max(last.right, right) }
    else columns.push({ x, right })
  }
  return columns
}

const cellOf = (row: Row, { x, right }: Column): string =>
  row
    .filter((line) => line.x >= x && line.right <= right)
    .map(({ text }) => text)
    .join(' ')

function oneLine(row: Row): Line {
  const text = row.map((line) => line.text).join(' ')
  return { ...row[0]!, text, right: Math.max(...row.map(({ right }) => right)) }
}
