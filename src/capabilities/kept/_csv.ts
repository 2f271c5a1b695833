import { linesOf, unknownShape } from './_blocks.ts'

const QUOTED = /"((?:[^"]|"")*)"(?:,|$)|([^,]*)(?:,|$)/y
const RECORD_LENGTH_MAX = 100_000

/** Records that stand before the columns, at most so many. */
interface Preface {
  readonly max: number
  readonly lines: string[]
}

/**
 * The records of a CSV file, as its cells under these columns, or under one of `a|b`; other columns
 * may come and go.
 */
export async function* csvCells<Column extends string>(
  path: string,
  columns: readonly Column[],
  preface: Preface = { max: 0, lines: [] },
): AsyncGenerator<readonly string[]> {
  let places: readonly number[] | null = null
  for await (const record of records(path)) {
    const cells = cellsOf(record)
    if (places !== null) {
      yield places.map((at) => cells[at] ?? '')
      continue
    }
    const found = columns.map((column) => placeOf(column, cells))
    const missing = columns.filter((_, at) => found[at] === -1)
    if (missing.length === 0) places = found
    else if (preface.lines.push(record) > preface.max)
      throw unknownShape(`it has no column ${missing.join(', ')}`)
  }
}

const placeOf = (column: string, cells: readonly string[]): number =>
  cells.findIndex((cell) => column.split('|').includes(cell.replace(/^\ufeff/, '').trim()))

/** A quoted cell may hold line breaks: a record ends where its quotes are even. */
async function* records(path: string): AsyncGenerator<string> {
  let open = ''
  for await (const line of linesOf(path)) {
    const record = open === '' ? line : `${open}\n${line}`
    if (record.includes('"') && (record.split('"').length - 1) % 2 === 1) open = record
    else {
      open = ''
      if (record !== '') yield record
    }
    if (open.length > RECORD_LENGTH_MAX) throw unknownShape('a quoted cell does not end')
  }
  if (open !== '') throw unknownShape('its last cell does not end')
}

function cellsOf(record: string): readonly string[] {
  if (!record.includes('"')) return record.split(',')
  const cells: string[] = []
  QUOTED.lastIndex = 0
  while (QUOTED.lastIndex < record.length) {
    const [whole, quoted, plain] = QUOTED.exec(record) ?? []
    if (whole === undefined) throw unknownShape(`the record ${record.slice(0, 80)}`)
    cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
  }
  return cells
}
