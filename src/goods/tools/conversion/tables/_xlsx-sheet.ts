import { badInput } from '../../../../base/core/fault.ts'
import { exactOrText } from '../../../../engines/formats/exact-number.ts'
import { durationOf, isoOfSerial, type CellFormat } from './_cell-formats.ts'
import { parseXml, textCollector, unescaped, unreadable, type Attributes } from './_xlsx-xml.ts'

export type Cell = string | number | boolean | null

export interface Sheet {
  readonly rows: readonly (readonly Cell[])[]
  readonly width: number
  /** Cells that hold something that `rows` does not. */
  readonly warnings: readonly string[]
}

const COLUMNS_MAX = 16_384
const ROWS_MAX = 1_048_576
const WARNINGS_MAX = 100
interface Context {
  readonly strings: readonly string[]
  readonly formats: readonly CellFormat[]
  readonly is1904: boolean
  readonly cellsMax: number
}

interface Raw {
  readonly type: string
  readonly style: number
  readonly value: string | null
  readonly inline: string
}

/** A value, and a warning if it does not represent everything that is stored. */
type CellReading = readonly [cell: Cell, warning?: string]

export function sheetOf(xml: string, context: Context): Sheet {
  const rows: Cell[][] = []
  const warnings: string[] = []
  const text = textCollector()
  let [row, column, width, unnamed] = [0, 0, 0, 0]
  let attributes: Attributes | undefined
  let value: string | null = null
  let isValue = false
  let isFormula = false

  function place(cell: Cell): void {
    width = Math.max(width, column)
    if (width * row > context.cellsMax)
      throw badInput(`sheet: has more than ${context.cellsMax} cells`)
    while (rows.length < row) rows.push([])
    const line = rows[row - 1] ?? []
    while (line.length < column) line.push(null)
    line[column - 1] = cell
  }

  function finish({ t: type = 'n', s: style = '0', r: name }: Attributes): void {
    const raw = { type, style: Number(style), value, inline: text.end() }
    const [cell, warning] = readCell(raw, isFormula, context)
    if (cell === null && warning === undefined) return
    place(cell)
    if (warning === undefined) return
    if (warnings.length < WARNINGS_MAX) warnings.push(`${name ?? nameOf(row, column)} ${warning}`)
    else unnamed += 1
  }

  parseXml(xml, {
    open(tag, given) {
      if (tag === 'row') {
        row = given['r'] === undefined ? row + 1 : Number(given['r'])
        column = 0
        if (!(row >= 1 && row <= ROWS_MAX))
          throw unreadable(`a row has the invalid number ${given['r']}`)
      } else if (tag === 'c') {
        attributes = given
        column = given['r'] === undefined ? column + 1 : columnOf(given['r'])
        value = null
        isFormula = false
        text.begin()
      } else if (attributes && tag === 'v') {
        isValue = true
        value = ''
      } else if (attributes && tag === 'f') isFormula = true
      else if (attributes) text.open(tag)
    },
    close(tag) {
      if (tag === 'v') isValue = false
      text.close(tag)
      if (tag !== 'c' || !attributes) return
      finish(attributes)
      attributes = undefined
    },
    text(some) {
      if (isValue) value += some
      else text.add(some)
    },
  })
  return {
    rows,
    width,
    warnings: unnamed > 0 ? [...warnings, `and ${unnamed} more cells`] : warnings,
  }
}

function readCell(
  raw: Raw,
  isFormula: boolean,
  { strings, formats, is1904 }: Context,
): CellReading {
  const { type, style, value, inline } = raw
  if (type === 'inlineStr') return [inline || null]
  if (type === 'str' && value !== null) return [unescaped(value) || null]
  if (value === null || value === '')
    return isFormula ? [null, 'is a formula without a stored value'] : [null]
  if (type === 's') {
    const shared = strings[Number(value)]
    return shared === undefined ? [null, 'refers to a text that is missing'] : [shared || null]
  }
  if (type === 'b') return [value === '1' || value === 'true']
  if (type === 'e') return [null, `holds the error ${value.slice(0, 40)}`]
  if (type === 'd') return [value.replace(/(?:T00:00:00(?:\.0+)?)?Z?$/, '')]
  return readNumber(value, formats[style] ?? 'number', is1904)
}

/** A whole number keeps its digits; any other is the binary number that the workbook stores. */
function readNumber(literal: string, format: CellFormat, is1904: boolean): CellReading {
  const number = Number(literal)
  if (!Number.isFinite(number)) return [literal, 'holds a number out of range']
  if (format === 'number') return [/^-?\d+$/.test(literal) ? exactOrText(literal) : number]
  const iso = format === 'elapsed' ? durationOf(number) : isoOfSerial(number, format, is1904)
  return iso === null ? [number, `has the format of a ${format}, but holds another value`] : [iso]
}

function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}(?=\d)/i.exec(reference)?.[0].toUpperCase() ?? ''
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  if (column < 1 || column > COLUMNS_MAX)
    throw unreadable(`a cell has the invalid name ${reference.slice(0, 20)}`)
  return column
}

function nameOf(row: number, column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return `${letters}${row}`
}
