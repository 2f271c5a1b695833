import { exactOrText, isExact } from '../../../../engines/formats/exact-number.ts'
import { pointerTo } from '../../../../base/lib/json-guard.ts'
import { isObject } from '../../../../base/lib/json-object.ts'

/** Numbers of a text as they were written, until it is known what type is expected. */

const WRITTEN = Symbol('as it was written')

interface NumberLiteral {
  readonly [WRITTEN]: string
}

export const isLiteral = (value: unknown): value is NumberLiteral =>
  isObject(value) && Object.hasOwn(value, WRITTEN)

export const writtenOf = (literal: NumberLiteral): string => literal[WRITTEN]

/** The number; or its text if it would lose digits. */
export const numberOrText = (literal: NumberLiteral): number | string =>
  exactOrText(literal[WRITTEN])

/** Texts without these patterns hold no number that is written in an unusual way. */
const SUSPECT = /\d{16}|\d\.\d{14}|\.\d*0(?!\d)|\d[eE][+-]?\d|-0/

type Reviver = (this: unknown, key: string, value: unknown, at: { source?: string }) => unknown

const revive: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined && String(value) !== source
    ? { [WRITTEN]: source }
    : value

/** The value of JSON; undefined if the text is not valid JSON. */
export function parsedWithLiterals(json: string): { readonly data: unknown } | undefined {
  try {
    if (!SUSPECT.test(json)) return { data: JSON.parse(json) as unknown }
    return { data: JSON.parse(json, revive as (key: string, value: unknown) => unknown) as unknown }
  } catch {
    return undefined
  }
}

/** The value with numbers for literals; `lost` collects those that stay text. */
export function withNumbers(
  value: unknown,
  path: string,
  lost: (path: string, text: string) => void,
): unknown {
  if (isLiteral(value)) {
    if (!isExact(writtenOf(value))) lost(path, writtenOf(value))
    return numberOrText(value)
  }
  if (Array.isArray(value)) return value.map((item, at) => withNumbers(item, `${path}/${at}`, lost))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      withNumbers(inner, pointerTo(path, name), lost),
    ]),
  )
}
