import { diffArrays } from 'diff'
import { isSameJson } from '../../base/lib/canonical-json.ts'
import { pointerTo } from '../../base/lib/json-guard.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'

/** The difference of two JSON values, and its application: RFC 6902 and RFC 7396. */

export type Change =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }

/** Arrays with more differences than this are compared index by index. */
const EDITS_MAX = 500

/** A patch that turns `a` into `b`. */
export function difference(a: unknown, b: unknown): readonly Change[] {
  const changes: Change[] = []
  const idOf = createIds()
  compare(a, b, '')
  return changes

  function compare(a: unknown, b: unknown, path: string): void {
    if (idOf(a) === idOf(b)) return
    if (Array.isArray(a) && Array.isArray(b)) return compareArrays(a, b, path)
    if (isObject(a) && isObject(b)) return compareObjects(a, b, path)
    changes.push({ op: 'replace', path, value: b })
  }

  function compareObjects(a: JsonObject, b: JsonObject, path: string): void {
    for (const key of Object.keys(a)) {
      if (!Object.hasOwn(b, key)) changes.push({ op: 'remove', path: pointerTo(path, key) })
      else compare(a[key], b[key], pointerTo(path, key))
    }
    for (const key of Object.keys(b)) {
      if (Object.hasOwn(a, key)) continue
      changes.push({ op: 'add', path: pointerTo(path, key), value: b[key] })
    }
  }

  function compareArrays(a: readonly unknown[], b: readonly unknown[], path: string): void {
    const parts = diffArrays(a.map(idOf), b.map(idOf), { maxEditLength: EDITS_MAX })
    if (!parts) return replaceRun(a, b, path, 0)
    const at = { a: 0, b: 0, path: 0 }
    for (const [index, { added, removed, count }] of parts.entries()) {
      if (!added && !removed) {
        at.a += count
        at.b += count
        at.path += count
        continue
      }
      const isPair = removed && parts[index + 1]?.added
      if (added && parts[index - 1]?.removed) continue
      const gone = removed ? a.slice(at.a, at.a + count) : []
      const comeCount = added ? count : isPair ? (parts[index + 1]?.count ?? 0) : 0
      const come = b.slice(at.b, at.b + comeCount)
      replaceRun(gone, come, path, at.path)
      at.a += gone.length
      at.b += come.length
      at.path += come.length
    }
  }

  /** Replaces values at the same index; the rest is removed or added. */
  function replaceRun(
    gone: readonly unknown[],
    come: readonly unknown[],
    path: string,
    from: number,
  ): void {
    const paired = Math.min(gone.length, come.length)
    for (let at = 0; at < paired; at += 1) compare(gone[at], come[at], pointerTo(path, from + at))
    for (let at = paired; at < gone.length; at += 1)
      changes.push({ op: 'remove', path: pointerTo(path, from + paired) })
    for (let at = paired; at < come.length; at += 1)
      changes.push({ op: 'add', path: pointerTo(path, from + at), value: come[at] })
  }
}

/** Gives equal values the same number. Each part of a value is numbered once. */
function createIds(): (value: unknown) => number {
  const byText = new Map<string, number>()
  const byObject = new WeakMap<object, number>()
  const numberOf = (text: string): number => {
    const known = byText.get(text) ?? byText.size
    byText.set(text, known)
    return known
  }
  return function idOf(value: unknown): number {
    if (typeof value !== 'object' || value === null) return numberOf(JSON.stringify(value))
    const known = byObject.get(value)
    if (known !== undefined) return known
    const text = Array.isArray(value)
      ? `[${value.map(idOf).join()}]`
      : `{${Object.keys(value)
          .toSorted()
          .map((key) => `${JSON.stringify(key)}:${idOf((value as JsonObject)[key])}`)
          .join()}}`
    const id = numberOf(text)
    byObject.set(value, id)
    return id
  }
}

export interface Applied {
  readonly data: unknown
  readonly applied: number
  readonly errors: readonly { readonly index: number; readonly message: string }[]
}

/** The limit for all copies together: each may copy the result of the one before. */
const COPIED_VALUES_MAX = 1_000_000

/** Applies all operations or none: `data` is never changed. */
export function patched(data: unknown, patch: readonly unknown[]): Applied {
  // The document is a member of a holder, so that operations can replace its root.
  const holder: Holder = { root: structuredClone(data), copied: 0 }
  for (const [index, operation] of patch.entries()) {
    const message = flawOfOperation(operation) ?? apply(holder, operation as Operation)
    if (message) return { data, applied: 0, errors: [{ index, message }] }
  }
  return { data: holder.root, applied: patch.length, errors: [] }
}

interface Operation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test'
  readonly path: string
  readonly from: string
  readonly value: unknown
}

interface Holder {
  root: unknown
  copied: number
}

/** What is wrong with an operation, or null once it is done. */
function apply(holder: Holder, { op, path, from, value }: Operation): string | null {
  if (op === 'add') return add(holder, path, value)
  if (op === 'move' || op === 'copy') {
    const source = valueAt(holder, from)
    if (!source) return `from: there is no such place as ${placeOf(from)}`
    if (op === 'copy') {
      holder.copied += valuesIn(source.value)
      if (holder.copied > COPIED_VALUES_MAX) return `copies more than ${COPIED_VALUES_MAX} values`
      return add(holder, path, structuredClone(source.value))
    }
    if (path === from) return null
    if (path.startsWith(`${from}/`)) return 'from: must not hold the path'
    remove(holder, from)
    return add(holder, path, source.value)
  }
  const target = valueAt(holder, path)
  if (!target) return `path: there is no such place as ${placeOf(path)}`
  if (op === 'test')
    return isSameJson(target.value, value) ? null : `test: the value at ${placeOf(path)} is another`
  if (op === 'remove' && path === '') return 'path: must not be the whole value'
  if (op === 'remove') remove(holder, path)
  else put(target.parent, target.key, value)
  return null
}

const placeOf = (path: string): string => path || 'the root'

type Container = Record<string, unknown>

interface FoundMember {
  readonly parent: Container
  readonly key: string
  readonly value: unknown
}

/** The container that a path ends in, and its last key; only own members are followed. */
function endOf(holder: Holder, path: string): { parent: unknown; key: string } | null {
  const keys = ['root', ...keysOf(path)]
  const last = keys.pop() ?? ''
  let parent: unknown = holder
  for (const key of keys) {
    if (!isMember(parent, key)) return null
    parent = parent[key]
  }
  return { parent, key: last }
}

const keysOf = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))

function valueAt(holder: Holder, path: string): FoundMember | null {
  const end = endOf(holder, path)
  if (!end || !isMember(end.parent, end.key)) return null
  return { parent: end.parent, key: end.key, value: end.parent[end.key] }
}

const isMember = (container: unknown, key: string): container is Container =>
  typeof container === 'object' &&
  container !== null &&
  (!Array.isArray(container) || isIndex(key)) &&
  Object.hasOwn(container, key)

const isIndex = (key: string): boolean => /^(?:0|[1-9]\d*)$/.test(key)

function add(holder: Holder, path: string, value: unknown): string | null {
  const end = endOf(holder, path)
  const { parent, key } = end ?? { parent: null, key: '' }
  if (Array.isArray(parent)) {
    const at = key === '-' ? parent.length : isIndex(key) ? Number(key) : Infinity
    if (at > parent.length) return `path: ${placeOf(path)} is no place to add in its array`
    parent.splice(at, 0, value)
    return null
  }
  if (typeof parent !== 'object' || parent === null)
    return `path: there is nothing to add to at ${placeOf(path)}`
  put(parent as Container, key, value)
  return null
}

function remove(holder: Holder, path: string): void {
  const { parent, key } = endOf(holder, path) ?? { parent: {}, key: '' }
  if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else delete (parent as Container)[key]
}

/** Defined, not assigned: `__proto__` is a key like any other. */
const put = (container: Container, key: string, value: unknown): void =>
  void Object.defineProperty(container, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  })

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/
const OPERATIONS = ['add', 'remove', 'replace', 'move', 'copy', 'test']

function flawOfOperation(operation: unknown): string | null {
  if (!isObject(operation)) return 'must be an object with op and path'
  const { op, path, from } = operation
  if (!OPERATIONS.includes(String(op))) return `op: must be one of ${OPERATIONS.join(', ')}`
  if (typeof path !== 'string' || !POINTER.test(path))
    return 'path: must be a JSON Pointer such as /a/0'
  if (op === 'move' || op === 'copy')
    return typeof from === 'string' && POINTER.test(from)
      ? null
      : 'from: must be a JSON Pointer such as /a/0'
  return op === 'remove' || operation['value'] !== undefined ? null : 'value: is required'
}

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, inner) => sum + valuesIn(inner), 1)
}

/** RFC 7396: null removes, objects merge, anything else replaces. */
export function mergePatched(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged = new Map(isObject(target) ? Object.entries(target) : [])
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key)
    else merged.set(key, mergePatched(merged.get(key), value))
  }
  return Object.fromEntries(merged)
}
