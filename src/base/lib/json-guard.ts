import { z } from 'zod'
import { KB, MB } from './fields.ts'
import { isObject, type JsonObject } from './json-object.ts'

/** Fields that accept any JSON. The limits are checked before any other code walks the value. */

export const DEPTH_MAX = 64
export const VALUES_MAX = 100_000
const KEY_CHARACTERS_MAX = 1_000

export interface JsonLimits {
  readonly bytesMax?: number
  readonly valuesMax?: number
}

/** Metadata for `bodyBounds`, which cannot read refinements. It is in no public document. */
export const sizesOf = ({ bytesMax = MB, valuesMax = VALUES_MAX }: JsonLimits = {}) => ({
  bytesMax,
  valuesMax,
})

/** Any JSON value: at most 1 MB as text, 64 levels, 100,000 values, keys of 1,000 characters. */
export const json = (limits: JsonLimits = {}) =>
  z
    .unknown()
    .superRefine((value, context) => {
      const flaw = value === undefined ? 'is required' : jsonFlaw(value, limits)
      if (flaw) context.addIssue(flaw)
    })
    .meta(sizesOf(limits))

/** A JSON object. */
export const jsonObject = (limits: JsonLimits = {}) =>
  z
    .custom<JsonObject>(isObject, { error: expecting('a JSON object'), abort: true })
    .superRefine((value, context) => {
      const flaw = jsonFlaw(value, limits)
      if (flaw) context.addIssue(flaw)
    })
    .meta({ type: 'object', ...sizesOf(limits) })

export const ROWS_MAX = 10_000
const ROW_LIMITS: JsonLimits = { bytesMax: 2 * MB, valuesMax: 200_000 }

/** A table: an array of objects, each a row. */
export const jsonRows = (rowsMax = ROWS_MAX, limits = ROW_LIMITS) =>
  z
    .custom<readonly JsonObject[]>((value) => Array.isArray(value) && value.every(isObject), {
      error: expecting('an array of objects'),
      abort: true,
    })
    .superRefine((rows, context) => {
      const flaw =
        rows.length > rowsMax ? `must hold at most ${rowsMax} rows` : jsonFlaw(rows, limits)
      if (flaw) context.addIssue(flaw)
    })
    .meta({ type: 'array', items: { type: 'object' }, ...sizesOf(limits) })

const expecting =
  (what: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? 'is required' : `must be ${what}`

/** The limit that a value exceeds; null if it exceeds none. */
export function jsonFlaw(
  value: unknown,
  { bytesMax = MB, valuesMax = VALUES_MAX }: JsonLimits = {},
): string | null {
  let left = valuesMax
  const flawIn = (inner: unknown, depth: number): string | null => {
    left -= 1
    if (left < 0) return `must hold at most ${valuesMax} values`
    if (typeof inner === 'number' && !Number.isFinite(inner)) return 'has a number out of range'
    if (typeof inner !== 'object' || inner === null) return null
    if (depth === DEPTH_MAX) return `must be nested at most ${DEPTH_MAX} levels deep`
    if (Array.isArray(inner)) return firstFlaw(inner, (item) => flawIn(item, depth + 1))
    return firstFlaw(Object.keys(inner), (key) => {
      if (key.length > KEY_CHARACTERS_MAX)
        return `must have no key longer than ${KEY_CHARACTERS_MAX} characters`
      return flawIn((inner as JsonObject)[key], depth + 1)
    })
  }
  return flawIn(value, 0) ?? sizeFlaw(value, bytesMax)
}

function sizeFlaw(value: unknown, bytesMax: number): string | null {
  const bytes = Buffer.byteLength(JSON.stringify(value))
  const most = bytesMax >= MB ? `${bytesMax / MB} MB` : `${bytesMax / KB} KB`
  return bytes > bytesMax ? `must be at most ${most} as JSON` : null
}

function firstFlaw<T>(items: readonly T[], look: (item: T) => string | null): string | null {
  for (const item of items) {
    const flaw = look(item)
    if (flaw) return flaw
  }
  return null
}

/** The JSON Schema type of a value; whole numbers are `integer`. */
export function jsonType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

/** RFC 6901. */
export const pointerTo = (path: string, key: string | number): string =>
  `${path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
