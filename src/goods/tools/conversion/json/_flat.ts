import { badInput } from '../../../../base/core/fault.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import type { JsonObject } from '../../../../base/lib/json-object.ts'

/**
 * Nested keys written as one. Inside a key, the first character of the separator and a backslash
 * get a backslash before them. So does a key of digits, which otherwise is an index of an array.
 * Thus nothing is lost in either direction. Throws when the keys together have more characters than
 * allowed.
 */
export function flattened(
  data: unknown,
  separator: string,
  charactersMax: number,
): Map<string, unknown> {
  const flat = new Map<string, unknown>()
  let left = charactersMax
  walk(data, null)
  return flat

  function walk(value: unknown, path: string | null): void {
    const keys = typeof value === 'object' && value !== null ? Object.keys(value) : []
    if (keys.length === 0) {
      left -= path?.length ?? 0
      if (left < 0) throw badInput('data: has keys too long to be written out for each value')
      return void flat.set(path ?? '', value)
    }
    const isList = Array.isArray(value)
    for (const key of keys) {
      const written = isList ? key : escaped(key, separator)
      const inner = path === null ? written : path + separator + written
      walk((value as JsonObject)[key], inner)
    }
  }
}

function escaped(key: string, separator: string): string {
  if (/^\d+$/.test(key)) return `\\${key}`
  const first = separator.slice(0, 1)
  return key.replaceAll('\\', '\\\\').replaceAll(first, `\\${first}`)
}

/** A tree under construction: whether it is an array is known only when all keys are. */
interface Branch {
  readonly children: Map<string, Branch | Leaf>
  onlyPlaces: boolean
}
interface Leaf {
  readonly value: unknown
}

const sprout = (): Branch => ({ children: new Map(), onlyPlaces: true })

export function unflattened(flat: JsonObject, separator: string, depthMax: number): unknown {
  const root = sprout()
  for (const [path, value] of Object.entries(flat)) {
    const keys = split(path, separator)
    if (keys.length > depthMax)
      throw badInput(`data: ${excerpt(path)} is nested deeper than ${depthMax} levels`)
    let branch = root
    for (const [at, { key, isPlace }] of keys.entries()) {
      const known = branch.children.get(key)
      const isLast = at === keys.length - 1
      if (known && (isLast || !('children' in known)))
        throw badInput(`data: ${excerpt(path)} conflicts with another key on its path`)
      branch.onlyPlaces &&= isPlace
      const next: Branch | Leaf = known ?? (isLast ? { value } : sprout())
      branch.children.set(key, next)
      if ('children' in next) branch = next
    }
  }
  return grown(root)
}

function grown(node: Branch | Leaf): unknown {
  if (!('children' in node)) return node.value
  const { children, onlyPlaces } = node
  const isList =
    onlyPlaces &&
    children.size > 0 &&
    Array.from({ length: children.size }, (_, at) => children.has(String(at))).every(Boolean)
  if (isList) return Array.from({ length: children.size }, (_, at) => grown(childAt(children, at)))
  return Object.fromEntries([...children].map(([key, child]) => [key, grown(child)]))
}

const childAt = (children: Branch['children'], at: number): Branch | Leaf =>
  children.get(String(at)) ?? { value: null }

function split(path: string, separator: string): { key: string; isPlace: boolean }[] {
  const keys = []
  let key = ''
  let isEscaped = false
  for (let at = 0; at < path.length;) {
    if (path[at] === '\\') {
      isEscaped = true
      key += path[at + 1] ?? ''
      at += 2
    } else if (path.startsWith(separator, at)) {
      keys.push({ key, isPlace: !isEscaped && /^(?:0|[1-9]\d*)$/.test(key) })
      key = ''
      isEscaped = false
      at += separator.length
    } else {
      key += path[at] ?? ''
      at += 1
    }
  }
  return [...keys, { key, isPlace: !isEscaped && /^(?:0|[1-9]\d*)$/.test(key) }]
}
