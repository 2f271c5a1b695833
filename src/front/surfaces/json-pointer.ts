import type { JsonSchema } from '../../base/core/shape.ts'

/** A place in a document, as a `$ref` names it. */
export const pointerTo = (...steps: readonly (string | number)[]): string =>
  ['#', ...steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/')

/** Keywords whose values are data, and look like schemas only by chance. */
const DATA = new Set(['default', 'example', 'examples', 'enum', 'const'])

/** Rewrites the references of a recursive schema to its new place. */
export function placed(schema: JsonSchema, pointer: string): JsonSchema {
  return moved(schema) as JsonSchema

  function moved(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(moved)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, member(key, inner)]),
    )
  }

  function member(key: string, inner: unknown): unknown {
    if (key === '$ref' && typeof inner === 'string') return inner.replace(/^#/, () => pointer)
    return DATA.has(key) ? inner : moved(inner)
  }
}
