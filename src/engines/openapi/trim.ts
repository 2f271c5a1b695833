import { badInput } from '../../base/core/fault.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { keysOf, pointerOf, referenceOf, resolved, valueAt, type ApiDocument } from './document.ts'
import { entriesOf, listOf, type Operation } from './operations.ts'
import { securitySchemes } from './choose.ts'

/** Reduces a document to some of its operations and the components that they need. */

export interface TrimChoice {
  readonly resolveRefs: boolean
  readonly dropExamples: boolean
  readonly dropInternal: boolean
}

const VALUES_MAX = 200_000
const OF_ITEM = new Set(['summary', 'description', 'servers', 'parameters'])
const EXAMPLES = new Set(['example', 'examples', 'x-example', 'x-examples'])
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'schemas'])

export function trimmed(
  document: ApiDocument,
  operations: readonly Operation[],
  choice: TrimChoice,
): JsonObject {
  const { root, version } = document
  let left = VALUES_MAX
  const needed = new Set<string>()
  const head = Object.entries(root).filter(([key]) => !NOT_COPIED.has(key))
  const paths = pathsOf(root, operations)
  const body = { ...Object.fromEntries(head), paths: cleaned(paths, [], false) }
  // The set grows during the loop, so indirect references are included.
  const parts: (readonly [string, unknown])[] = []
  for (const pointer of needed)
    parts.push([pointer, cleaned(valueAt(root, pointer), [pointer], false)])
  const schemes = schemesOf(document, operations)
  const holder = version === '2.0' ? 'securityDefinitions' : 'components/securitySchemes'
  const tags = listOf(root['tags']).filter(
    (tag) => isObject(tag) && operations.some((one) => one.tags.includes(String(tag['name']))),
  )
  const whole: Record<string, unknown> = { ...body, ...(tags.length > 0 && { tags }) }
  for (const [name, scheme] of schemes) put(whole, [...holder.split('/'), name], scheme)
  for (const [pointer, value] of parts) put(whole, keysOf(pointer), value)
  return whole

  function cleaned(value: unknown, open: readonly string[], areNames: boolean): unknown {
    left -= 1
    if (left < 0)
      throw badInput(`resolveRefs: makes more than ${VALUES_MAX} values; keep fewer operations`)
    if (Array.isArray(value)) return value.map((one) => cleaned(one, open, false))
    if (!isObject(value)) return value
    const reference = referenceOf(value)
    const pointer = reference === undefined ? undefined : pointerOf(reference)
    if (pointer !== undefined) {
      const { value: target, flaw } = resolved(root, value)
      // A circular reference is kept, and its target stays in the document.
      if (choice.resolveRefs && flaw === undefined && !open.includes(pointer))
        return cleaned(target, [...open, pointer], false)
      if (valueAt(root, pointer) !== undefined && isPart(pointer)) needed.add(pointer)
    }
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
        if (!areNames && isDropped(key, inner)) return []
        return [[key, cleaned(inner, open, !areNames && NAMED.has(key))]]
      }),
    )
  }

  function isDropped(key: string, inner: unknown): boolean {
    if (choice.dropExamples && EXAMPLES.has(key)) return true
    return choice.dropInternal && isObject(inner) && inner['x-internal'] === true
  }
}

const NOT_COPIED = new Set([
  'paths',
  'components',
  'definitions',
  'parameters',
  'responses',
  'securityDefinitions',
  'tags',
  'webhooks',
])

/** Anything below `/paths` is kept anyway. */
const isPart = (pointer: string): boolean => !pointer.startsWith('/paths/') && pointer !== ''

/** Keeps the chosen operations, and the members of each path that apply to all of them. */
function pathsOf(root: JsonObject, operations: readonly Operation[]): JsonObject {
  const byPath = Map.groupBy(operations, ({ path }) => path)
  return Object.fromEntries(
    [...byPath].map(([path, all]) => {
      const given = isObject(root['paths']) ? root['paths'][path] : {}
      const { value } = resolved(root, given)
      const kept = entriesOf(value).filter(([key]) => OF_ITEM.has(key))
      const own = all.map(({ raw, pointer }) => [keysOf(pointer).slice(2), raw] as const)
      const item: Record<string, unknown> = Object.fromEntries(kept)
      for (const [keys, raw] of own) put(item, keys, raw)
      return [path, item]
    }),
  )
}

function schemesOf(document: ApiDocument, operations: readonly Operation[]) {
  const used = new Set(
    operations.flatMap(({ security }) => security.flatMap((one) => Object.keys(one))),
  )
  return Object.entries(securitySchemes(document)).filter(([name]) => used.has(name))
}

/** Sets a member by its path, making the objects on the way. */
function put(whole: Record<string, unknown>, keys: readonly string[], value: unknown): void {
  let at = whole
  for (const [index, key] of keys.entries()) {
    if (index === keys.length - 1) {
      define(at, key, value)
      return
    }
    const next = Object.hasOwn(at, key) && isObject(at[key]) ? { ...at[key] } : {}
    define(at, key, next)
    at = next
  }
}

/** Also for `__proto__`, which an assignment would take for something else. */
const define = (at: Record<string, unknown>, key: string, value: unknown): void =>
  void Object.defineProperty(at, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  })
