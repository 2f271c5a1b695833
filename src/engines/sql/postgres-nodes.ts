import { isObject, type JsonObject } from '../../base/lib/json-object.ts'

/** The tree of PostgreSQL's own parser, as JSON. */

/** A node of the tree of PostgreSQL: one member, whose name is its kind. */
export function nodeOf(value: unknown): readonly [kind: string, node: JsonObject] {
  if (!isObject(value)) return ['', {}]
  const [kind = ''] = Object.keys(value)
  const node = value[kind]
  return [kind, isObject(node) ? node : {}]
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textAt = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The words of a list of names, lower case. */
export const namesOf = (value: unknown): readonly string[] =>
  listOf(value).map((one) => textAt(nodeOf(one)[1]['sval']).toLowerCase())

/** No person and no builder nests so deep, and whoever walks it would run out of stack. */
const DEPTH_MAX = 1_000

export function isTooDeep(root: unknown): boolean {
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) return true
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
    )
  }
  return false
}

/** Every node, without recursion: a statement may be nested deeper than the stack. */
export function eachNode(root: unknown, see: (kind: string, node: JsonObject) => void): void {
  const open: unknown[] = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (Array.isArray(value)) {
      for (let at = value.length - 1; at >= 0; at -= 1) open.push(value[at])
      continue
    }
    if (!isObject(value)) continue
    for (const key of Object.keys(value).toReversed()) {
      const inner = value[key]
      if (typeof inner === 'object') open.push(inner)
      if (!isObject(inner)) continue
      if (/^[A-Z]/.test(key)) see(key, inner)
      // The arms of a UNION stand there without the name of their kind.
      else if (/^[lr]arg$/.test(key) && 'op' in inner) see('SelectStmt', inner)
    }
  }
}
