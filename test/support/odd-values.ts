type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Values to put where another kind belongs. */
export const ODD: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1e21,
  '',
  '0x',
  '0x1',
  '0xzz',
  `0x${'00'.repeat(65)}`,
  `0x${'ff'.repeat(65)}`,
  `0x${'ab'.repeat(200)}`,
  `0x${'6492'.repeat(16)}`,
  `0x${'Aa'.repeat(20)}`,
  '9'.repeat(90),
  '\ud800',
  [],
  [null],
  {},
  { info: null },
]

/** Every place in a value, as a path of keys. */
export function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  const within = Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))
  return path.length > 0 ? [path, ...within] : within
}

/** A copy of a value with another one in one place. */
export function withValue(whole: unknown, path: readonly string[], odd: Json): unknown {
  const copy = structuredClone(whole) as Record<string, unknown>
  const last = path.at(-1) ?? ''
  const holder = path.slice(0, -1).reduce((at, key) => at[key] as Record<string, unknown>, copy)
  holder[last] = odd
  return copy
}
