/** The members of a JSON value by path, such as `results[].price`, each with its types. */
export type ShapeOf = ReadonlyMap<string, ReadonlySet<string>>

const DEPTH_MAX = 8
const MEMBERS_MAX = 300
const VALUES_MAX = 2_000
/** More members than a provider would name: they are named by data. */
const NAMES_MAX = 40
const NAME = /^[A-Za-z_$@][\w$:. -]{0,60}$/

/** Names and types, never values. Large values are read in part. */
export function shapeOf(value: unknown): ShapeOf {
  const shape = new Map<string, Set<string>>()
  let left = VALUES_MAX
  function walk(one: unknown, path: string, depth: number): void {
    left -= 1
    if (left < 0 || (!shape.has(path) && shape.size >= MEMBERS_MAX)) return
    shape.set(path, (shape.get(path) ?? new Set()).add(typeOf(one)))
    if (typeof one !== 'object' || one === null || depth >= DEPTH_MAX) return
    if (Array.isArray(one)) {
      for (const item of one) walk(item, `${path}[]`, depth + 1)
      return
    }
    const members = Object.entries(one)
    const isNamed = members.length <= NAMES_MAX && members.every(([name]) => isName(name))
    for (const [name, inner] of members)
      walk(
        inner,
        path === '' ? nameOr(name, isNamed) : `${path}.${nameOr(name, isNamed)}`,
        depth + 1,
      )
  }
  walk(value, '', 0)
  return shape
}

const nameOr = (name: string, isNamed: boolean): string => (isNamed ? name : '*')

/** Numbers, days and hashes are data. */
const isName = (name: string): boolean => NAME.test(name) && !/\d{4}|[\da-f]{16}/i.test(name)

const typeOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'list'
      : typeof value === 'string'
        ? 'text'
        : typeof value === 'boolean'
          ? 'flag'
          : typeof value

/** The steady part of a path: what looks like data becomes a star. */
export const operationOf = (path: string): string =>
  path
    .replace(/^https?:\/\//, '')
    .replace(/[?#].*$/, '')
    .split('/')
    .slice(0, 12)
    .map((part) => (/^([a-z][a-z_.-]{0,40}|v?\d{1,2}(\.\d{1,2})*|)$/.test(part) ? part : '*'))
    .join('/')
