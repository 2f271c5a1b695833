/** Deeper values are refused: they would exhaust the stack of recursive code. */
export const DEPTH_MAX = 200

/** Why a value cannot be stored as JSON; null if it can. */
export function flawOf(value: unknown, depth = 0): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'has a number out of range'
  if (typeof value !== 'object' || value === null) return null
  if (depth === DEPTH_MAX) return `is nested deeper than ${DEPTH_MAX} levels`
  for (const inner of Object.values(value)) {
    const flaw = flawOf(inner, depth + 1)
    if (flaw) return flaw
  }
  return null
}

type Fields = Readonly<Record<string, unknown>>

/** The canonical text of a JSON value (RFC 8785): equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const names = Object.keys(value).toSorted()
  const members = names.map(
    (name) => `${JSON.stringify(name)}:${canonicalJson((value as Fields)[name])}`,
  )
  return `{${members.join(',')}}`
}

export const isSameJson = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b)
