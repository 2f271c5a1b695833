/** A value as JSON can tell it: maps and sets as objects and lists, functions left out. */
export function plainOf(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([name, one]) => [String(name), plainOf(one)]))
  if (value instanceof Set) return [...value].map(plainOf)
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return value.toString('base64')
  if (Array.isArray(value)) return value.map(plainOf)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, one]) => typeof one !== 'function')
  return Object.fromEntries(members.map(([name, one]) => [name, plainOf(one)]))
}
