import type { JsonSchema } from '../../src/base/core/shape.ts'

/** Where a value has fields that its schema does not name, such as `from.town`. */
export function unknownFields(value: unknown, schema: JsonSchema, at = ''): readonly string[] {
  const branches = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(branches)) {
    const found = (branches as JsonSchema[]).map((branch) => unknownFields(value, branch, at))
    return found.toSorted((a, b) => a.length - b.length)[0] ?? []
  }
  if (Array.isArray(value)) {
    const items = schema['items'] as JsonSchema | undefined
    return items ? value.flatMap((item, n) => unknownFields(item, items, `${at}[${n}]`)) : []
  }
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>> | undefined
  if (typeof value !== 'object' || value === null || !properties) return []
  return Object.entries(value).flatMap(([name, field]) => {
    const path = at === '' ? name : `${at}.${name}`
    const known = properties[name]
    return known ? unknownFields(field, known, path) : [path]
  })
}
