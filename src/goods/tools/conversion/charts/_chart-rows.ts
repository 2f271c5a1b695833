import { badInput } from '../../../../base/core/fault.ts'
import type { JsonObject } from '../../../../base/lib/json-object.ts'
import { xmlText } from '../../../../engines/formats/xml-characters.ts'

export type Kind = (typeof KINDS)[number]
export const KINDS = [
  'bar',
  'line',
  'area',
  'scatter',
  'pie',
  'histogram',
  'heatmap',
  'candlestick',
] as const

export interface Chart {
  readonly kind: Kind
  readonly rows: readonly JsonObject[]
  readonly x: string
  readonly y: string | undefined
  readonly color: string | undefined
  readonly title: string | undefined
  readonly widthPx: number
  readonly heightPx: number
}

/** The kind of axis on which the values of a column are drawn. */
export type Scale = 'quantitative' | 'temporal' | 'nominal'

/** No axis can show more names legibly. */
const NAMES_MAX = 500
const COLORS_MAX = 50
const NAME_CHARACTERS_MAX = 200
const DATE =
  /^\d{4}-\d{2}(?:-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?)?$/

export type Row = Readonly<Record<string, string | number>>

/**
 * A name as the chart shows it. The library looks titles up in plain objects, which have inherited
 * members.
 */
export function label(name: string): string {
  const text = xmlText(name.slice(0, NAME_CHARACTERS_MAX))
  return text in {} ? `${text} ` : text
}

/** Numbers, ISO 8601 dates or names, depending on what fits all rows. */
export function scaleOf(rows: readonly JsonObject[], column: string): Scale {
  const values = rows
    .map((row) => ownOf(row, column) ?? null)
    .filter((value) => value !== null && value !== '')
  if (values.every((value) => typeof value === 'number')) return 'quantitative'
  return values.every((value) => typeof value === 'string' && isDate(value))
    ? 'temporal'
    : 'nominal'
}

const isDate = (text: string): boolean => DATE.test(text) && !Number.isNaN(timeOf(text))

/** A time without an offset counts as UTC. */
const timeOf = (text: string): number =>
  Date.parse(
    /T| /.test(text) && !/(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? `${text.replace(' ', 'T')}Z` : text,
  )

/** The rows that have a value in each column, with renamed columns. */
export function valuesOf(
  chart: Chart,
  scales: Readonly<Record<string, Scale>>,
  names: Readonly<Record<string, string | undefined>> = {},
): readonly Row[] {
  const all = {
    ...scales,
    ...(chart.color !== undefined && !scales['color'] && { color: 'nominal' as const }),
  }
  const columns = Object.entries(all).map(([to, scale]) => {
    const from = names[to] ?? (to === 'x' ? chart.x : chart[to as 'y' | 'color']) ?? to
    if (!chart.rows.some((row) => Object.hasOwn(row, from)))
      throw badInput(
        `${names[to] ? 'rows' : to}: no row has a column ${JSON.stringify(from.slice(0, 60))}`,
      )
    return { to, from, scale }
  })
  const values = chart.rows.flatMap((row, at): Row[] => {
    const cells = columns.map(
      ({ to, from, scale }) => [to, cellOf(ownOf(row, from), { scale, from, at })] as const,
    )
    if (cells.some(([, value]) => value === null)) return []
    return [{ ...(Object.fromEntries(cells) as Row), at }]
  })
  for (const { to, scale } of columns)
    if (scale === 'nominal') assertFew(to, new Set(values.map((row) => row[to])).size)
  return values
}

function assertFew(to: string, names: number): void {
  const most = to === 'color' ? COLORS_MAX : NAMES_MAX
  if (names > most)
    throw badInput(`${to}: has ${names} different values, but must have at most ${most}`)
}

const ownOf = (row: JsonObject, name: string): unknown =>
  Object.hasOwn(row, name) ? row[name] : undefined

interface Cell {
  readonly scale: Scale
  readonly from: string
  readonly at: number
}

/** Null if there is no value. */
function cellOf(value: unknown, { scale, from, at }: Cell): string | number | null {
  if (value === null || value === undefined || value === '') return null
  if (scale === 'temporal') return typeof value === 'string' ? timeOf(value) : null
  if (scale === 'nominal')
    return xmlText(
      (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, NAME_CHARACTERS_MAX),
    )
  if (typeof value === 'number') return value
  throw badInput(`rows.${at}: ${from.slice(0, 60)} must be a number, or null`)
}
