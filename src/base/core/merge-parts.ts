type Merged<T extends readonly object[]> = T extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? First & Merged<Rest>
  : unknown

/**
 * One object of several. Unlike a spread, it refuses two groups that hold different values under
 * one name: there the later one would replace the earlier without a word.
 */
export function mergeParts<const T extends readonly object[]>(...groups: T): Merged<T> {
  const merged: Record<string, unknown> = {}
  for (const [name, value] of groups.flatMap((group) => Object.entries(group))) {
    if (Object.hasOwn(merged, name) && merged[name] !== value)
      throw new Error(`two parts are called "${name}"`)
    merged[name] = value
  }
  return merged as Merged<T>
}
