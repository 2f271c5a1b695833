/** A value as JSON, and the places of members that JSON cannot hold: functions, schemas, bytes. */
export interface JsonWithHoles {
  readonly data: unknown
  readonly holes: readonly Path[]
}

type Path = readonly string[]

/** The value for a file. Members that are undefined are left out. */
export function keep(value: unknown): JsonWithHoles {
  const holes: Path[] = []
  return { data: dataOf(value, [], holes), holes }
}

function dataOf(value: unknown, path: Path, holes: Path[]): unknown {
  if (isExact(value)) return value
  if (Array.isArray(value))
    return value.map((item, at) => dataOf(item, [...path, String(at)], holes))
  if (isPlain(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    return Object.fromEntries(
      members.map(([name, member]) => [name, dataOf(member, [...path, name], holes)]),
    )
  }
  holes.push(path)
  return null
}

/** Whether a round trip through JSON keeps the value. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  return value === null || typeof value === 'string' || typeof value === 'boolean'
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/**
 * Restores the value. Reading a member that JSON could not hold loads the original and returns its
 * member.
 */
export function revive({ data, holes }: JsonWithHoles, load: () => unknown): unknown {
  for (const path of holes) {
    const key = path.at(-1)
    if (key === undefined) return load()
    const owner = valueAt(data, path.slice(0, -1)) as object
    const get = (): unknown => {
      const value = valueAt(load(), path)
      Object.defineProperty(owner, key, { enumerable: true, value })
      return value
    }
    Object.defineProperty(owner, key, { enumerable: true, configurable: true, get })
  }
  return data
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((inner, key) => (inner as Readonly<Record<string, unknown>>)[key], value)
