/** Reads statistics in the formats of statistical offices as one series of observations. */

export interface Observation {
  /** A day, week, month, quarter, half-year or year: `YYYY-MM`, `YYYY-Q3`, `YYYY`. */
  readonly period: string
  /** Null if there is no value for the period. */
  readonly value: number | null
}

export const FREQUENCIES = [
  'daily',
  'weekly',
  'monthly',
  'quarterly',
  'half-yearly',
  'yearly',
] as const
export type Frequency = (typeof FREQUENCIES)[number]

const FORMS: readonly (readonly [form: RegExp, frequency: Frequency])[] = [
  [/^\d{4}-\d\d-\d\d$/, 'daily'],
  [/^\d{4}-W\d\d$/, 'weekly'],
  [/^\d{4}-\d\d$/, 'monthly'],
  [/^\d{4}-Q[1-4]$/, 'quarterly'],
  [/^\d{4}-[SHB][12]$/, 'half-yearly'],
  [/^\d{4}$/, 'yearly'],
]

/** The frequency of a series, by the format of its periods. */
export const frequencyOf = (period: string | undefined): Frequency | null =>
  FORMS.find(([form]) => form.test(period ?? ''))?.[1] ?? null

/** The last observation with a value. */
export const latestOf = <Point extends Observation>(
  points: readonly Point[],
): (Point & { readonly value: number }) | null => {
  const last = points.findLast(({ value }) => value !== null)
  return last && last.value !== null ? { ...last, value: last.value } : null
}

/** Parses a number; null for the marks of a missing value: empty text, a dot, a dash. */
export function statisticIn(text: string): number | null {
  const bare = text.trim().replaceAll(',', '')
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(bare)) return null
  return Number(bare)
}

/** A cube of values: JSON-stat 2.0, class `dataset`. */
export interface JsonStat {
  /** Dimensions in the order of `size`; the last one changes fastest. */
  readonly id: readonly string[]
  readonly size: readonly number[]
  readonly dimension: Readonly<Record<string, JsonStatDimension>>
  /** By position: a list with a null for each gap, or an object without the gaps. */
  readonly value: readonly (number | null)[] | Readonly<Record<string, number | null>>
  readonly status?:
    | string
    | readonly (string | null)[]
    | Readonly<Record<string, string>>
    | undefined
}

export interface JsonStatDimension {
  readonly label?: string | undefined
  readonly category: {
    /** The codes in order, or the index of each; optional for a single code. */
    readonly index?: readonly string[] | Readonly<Record<string, number>> | undefined
    readonly label?: Readonly<Record<string, string>> | undefined
  }
}

export interface Cell {
  /** The code of each dimension. */
  readonly codes: Readonly<Record<string, string>>
  readonly value: number | null
  /** Such as p for provisional and e for estimated. */
  readonly status: string | null
}

/** The codes of a dimension in order. */
export function codesOf({ category }: JsonStatDimension): readonly string[] {
  const { index, label } = category
  if (Array.isArray(index)) return index as readonly string[]
  if (index)
    return Object.entries(index)
      .toSorted(([, a], [, b]) => a - b)
      .map(([code]) => code)
  return Object.keys(label ?? {})
}

/** Whether the sizes of all dimensions agree with their codes and with the number of values. */
export function addsUp(cube: JsonStat): boolean {
  const { id, size, dimension } = cube
  const cells = size.reduce((product, codes) => product * codes, 1)
  return (
    id.length === size.length &&
    id.every((name, at) => codesOf(dimension[name] ?? { category: {} }).length === size[at]) &&
    [cube.value, cube.status ?? {}].every(
      (told) =>
        typeof told === 'string' ||
        (Array.isArray(told)
          ? told.length <= cells
          : Object.keys(told).every((place) => Number(place) < cells)),
    )
  )
}

/** The cells with a value or a status, in order. The cube must pass `addsUp`. */
export function* cellsOf(cube: JsonStat): Generator<Cell, void> {
  const { id, dimension, value, status } = cube
  const axes = id
    .map((name) => ({ name, known: codesOf(dimension[name] ?? { category: {} }) }))
    .toReversed()
  for (const place of placesOf(cube)) {
    const codes: Record<string, string> = {}
    let rest = place
    for (const { name, known } of axes) {
      codes[name] = known[rest % known.length] ?? ''
      rest = Math.floor(rest / known.length)
    }
    yield {
      codes,
      value: valueAt(value, place),
      status: typeof status === 'string' ? status : valueAt(status ?? {}, place),
    }
  }
}

const valueAt = <T>(values: readonly T[] | Readonly<Record<string, T>>, place: number): T | null =>
  (Array.isArray(values) ? values[place] : Reflect.get(values, String(place))) ?? null

/** The indexes of cells with a value or a status, in order. */
function placesOf({ value, status }: JsonStat): readonly number[] {
  if (Array.isArray(value)) return [...value.keys()]
  const told = typeof status === 'object' && !Array.isArray(status) ? Object.keys(status) : []
  return [...new Set([...Object.keys(value), ...told])].map(Number).toSorted((a, b) => a - b)
}
