import Papa from 'papaparse'
import { badInput } from '../../base/core/fault.ts'
import { excerpt } from '../../base/lib/bytes.ts'
import { exactOrText } from './exact-number.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'

/** Conversions between CSV text, rows of cells and arrays of objects. */

export interface CsvTable {
  readonly columns: readonly string[]
  /** The cells as written; a short row has fewer. */
  readonly rows: readonly (readonly string[])[]
  readonly delimiter: string
  /** Problems by data row, counted from 1. */
  readonly errors: readonly RowError[]
}

export interface RowError {
  readonly row: number
  readonly message: string
}

const CELLS_MAX = 1_000_000
const COLUMNS_MAX = 2_000
const ERRORS_MAX = 100
const NAMES_CHARACTERS_MAX = 8_000_000

const NAMED: Readonly<Record<string, string>> = { tab: '\t', '\\t': '\t', space: ' ' }

/** The delimiter: one character or its name; empty to detect it. */
export function delimiterOf(field: string, delimiter: string | undefined): string {
  const mark = NAMED[delimiter ?? ''] ?? delimiter ?? ''
  if (mark.length > 1 || /["\r\n\uFEFF\0]/.test(mark))
    throw badInput(`${field}: must be one character such as ; or the word tab`)
  return mark
}

/**
 * Reads CSV by RFC 4180 and the habits of spreadsheets: any delimiter, any line break, a byte order
 * mark.
 */
export function readCsv(csv: string, delimiter = '', hasHeader = true): CsvTable {
  const bare = csv.replace(/^\uFEFF/, '')
  // Excel may write the delimiter in the first line.
  const [line = '', named = ''] = /^sep=([;,|\t])\r?\n/i.exec(bare) ?? []
  const text = bare.slice(line.length)
  const parsed = Papa.parse<string[]>(text, {
    delimiter: delimiter || named || delimiterIn(text),
    skipEmptyLines: false,
  })
  const first = parsed.data[0] ?? []
  const isNarrow = parsed.data.every(({ length }) => length <= 1)
  const last = parsed.data.length - 1
  const lines = parsed.data.filter(
    (cells, at) => cells.length > 1 || cells[0] !== '' || (isNarrow && at < last && at > 0),
  )
  const rows = hasHeader ? lines.slice(1) : lines
  const width = rows.reduce((most, { length }) => Math.max(most, length), first.length)
  assertTable(rows, width)
  const shift = hasHeader ? 0 : 1
  const odd = parsed.errors
    .filter(({ type }) => type === 'Quotes')
    .map(({ row = 0, message }) => ({ row: row + shift, message }))
  const errors = [...odd, ...(hasHeader ? unevenRows(rows, first.length) : [])]
  const names = hasHeader ? (lines[0] ?? []) : []
  const columns = namesOf(names, text === '' ? 0 : width)
  const renamed = columns.flatMap((name, at) =>
    at < names.length && name !== names[at]
      ? [{ row: 0, message: `column ${at + 1} ${excerpt(names[at] ?? '')} is called ${name}` }]
      : [],
  )
  return {
    columns,
    rows,
    delimiter: parsed.meta.delimiter,
    errors: [...renamed, ...errors].slice(0, ERRORS_MAX),
  }
}

/** In order of preference. The comma is last, because it may be a decimal comma. */
const DELIMITERS = ['\t', ';', '|', ',']
const PREVIEW = { characters: 64_000, rows: 50 }

/** Detects the delimiter that splits most of the first rows into the same number of cells. */
function delimiterIn(text: string): string {
  const head = text.slice(0, PREVIEW.characters)
  const scored = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(head, { delimiter, preview: PREVIEW.rows })
    const rows = data.filter((cells) => cells.length > 1 || cells[0] !== '')
    const isCut = head.length < text.length && data.length < PREVIEW.rows
    const widths = (isCut ? rows.slice(0, -1) : rows).map(({ length }) => length)
    const same = widths.filter((width) => width === widths[0] && width > 1).length
    return { delimiter, score: widths.length === 0 ? 0 : same / widths.length }
  })
  const [best] = scored.toSorted((a, b) => b.score - a.score)
  return best && best.score > 0 ? best.delimiter : ','
}

function assertTable(rows: readonly (readonly string[])[], width: number): void {
  if (width > COLUMNS_MAX) throw badInput(`csv: must have at most ${COLUMNS_MAX} columns`)
  const cells = rows.reduce((sum, { length }) => sum + length, 0)
  if (cells > CELLS_MAX) throw badInput(`csv: must have at most ${CELLS_MAX} cells`)
}

const unevenRows = (rows: readonly (readonly string[])[], width: number): RowError[] =>
  rows.flatMap(({ length }, at) =>
    length === width ? [] : [{ row: at + 1, message: `has ${length} cells, not ${width}` }],
  )

/** Gives every column a unique name. */
export function namesOf(names: readonly string[], width: number): readonly string[] {
  const taken = new Set(names.map((name) => name.trim()))
  const used = new Set<string>()
  return Array.from({ length: width }, (_, at) => {
    const given = names[at]?.trim()
    const wanted = given || `column${at + 1}`
    let name = wanted
    const isTaken = () => used.has(name) || (taken.has(name) && name !== given)
    for (let next = 2; isTaken(); next += 1) name = `${wanted}_${next}`
    used.add(name)
    return name
  })
}

/**
 * Converts a cell to a number or boolean if it would be written the same; null for an empty cell.
 */
export function typedCell(cell: string): string | number | boolean | null {
  if (cell === '') return null
  if (cell === 'true') return true
  if (cell === 'false') return false
  if (!/^-?\d/.test(cell) || cell.length > 24) return cell
  const value = Number(cell)
  return String(value) === cell && Number.isFinite(value) && !Object.is(value, -0) ? value : cell
}

/** Objects by column; a cell that a row does not have is null. */
export function objectsOf(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  read: (cell: string) => unknown,
): JsonObject[] {
  assertModest(columns, rows.length)
  return rows.map((cells) =>
    Object.fromEntries(
      columns.map((name, at) => [name, cells[at] === undefined ? null : read(cells[at])]),
    ),
  )
}

/** Refuses a table whose names, repeated in every row, would make the answer too large. */
export function assertModest(columns: readonly string[], rowCount: number): void {
  const length = columns.reduce((sum, name) => sum + name.length + 8, 0)
  if (length * rowCount > NAMES_CHARACTERS_MAX * 2)
    throw badInput('csv: has too many columns, or too long names, to be written out for each row')
}

/** Every key of the rows, in the order of first appearance. */
export const columnsOf = (rows: readonly JsonObject[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row))),
]

export function assertColumns(
  field: string,
  wanted: readonly string[],
  rows: readonly JsonObject[],
) {
  const known = columnsOf(rows)
  const missing = wanted.find((name) => !known.includes(name))
  if (missing === undefined || rows.length === 0) return
  const there = known.slice(0, 20).join(', ')
  throw badInput(`${field}: there is no column ${excerpt(missing)}; the rows have ${there}`)
}

export const valueIn = (row: JsonObject, column: string): unknown =>
  Object.hasOwn(row, column) ? row[column] : undefined

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === ''

/** A value as the text of a cell; lists and objects are JSON. */
export const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The number in a cell, also if it is text. */
export function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/.test(value))
    return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** RFC 4180: lines end with CR LF, quotes where they are needed. */
export const csvOf = (lines: readonly (readonly string[])[], delimiter = ','): string => {
  const special = new RegExp(`["\\r\\n${delimiter.replace(/[\\\]^-]/, '\\$&')}]|^\\s|\\s$`)
  const quoted = (cell: string, alone: boolean): string =>
    special.test(cell) || (alone && cell === '') ? `"${cell.replaceAll('"', '""')}"` : cell
  return lines
    .map((cells) => `${cells.map((cell) => quoted(cell, cells.length === 1)).join(delimiter)}\r\n`)
    .join('')
}

/**
 * The sum of numbers as their decimals stand, so that 0.1 and 0.2 are 0.3; text where a whole sum
 * would lose digits.
 */
export function sumOf(values: readonly number[]): number | string {
  const parts = values.map(decimalParts)
  const places = parts.reduce((most, [, scale]) => Math.max(most, scale), 0)
  const total = parts.reduce(
    (sum, [digits, scale]) => sum + digits * 10n ** BigInt(places - scale),
    0n,
  )
  if (places === 0) return exactOrText(String(total))
  const digits = String(total < 0n ? -total : total).padStart(places + 1, '0')
  const text = `${total < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
  return Number(text)
}

/** Digits and how many of them stand behind the point. */
function decimalParts(value: number): readonly [digits: bigint, scale: number] {
  const [mantissa = '0', power = '0'] = String(value).split('e')
  const [whole = '0', part = ''] = mantissa.split('.')
  const scale = part.length - Number(power)
  const digits = BigInt(whole + part)
  return scale >= 0 ? [digits, scale] : [digits * 10n ** BigInt(-scale), 0]
}

/** For an even number of values, the mean of the two in the middle. Null without values. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  const lower = sorted[middle - 1]
  if (upper === undefined) return null
  return sorted.length % 2 === 1 || lower === undefined ? upper : meanOf([lower, upper])
}

export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Number(sumOf(values)) / values.length
