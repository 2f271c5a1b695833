/** Answers of earlier steps by step name; undefined if a step failed or was left out. */
export type Results = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The value at a path of names and indices in a result; undefined if there is none. */
export const part = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    value,
  )

/** The text at such a path; null if it is missing or empty. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | null {
  const found = part(value, ...path)
  return typeof found === 'string' && found !== '' ? found : null
}
