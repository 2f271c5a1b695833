/** What earlier steps answered, by step name; undefined where a step failed or was left out. */
export type Results = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** What stands at a path of names and indices in a result; undefined if there is none. */
export const part = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    value,
  )

/** The same where text is wanted; null for none and for an empty one. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | null {
  const found = part(value, ...path)
  return typeof found === 'string' && found !== '' ? found : null
}
