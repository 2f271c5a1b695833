import type { Facts } from './watches.ts'

/** A fact before and after; null if it is absent. */
export interface Change {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

const FACTS_MAX = 1_000
const CHANGES_MAX = 100

/** The changed facts by name. In a list, only new entries are changes. */
export function changesBetween(before: Facts, after: Facts, isList: boolean): readonly Change[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...paths]
    .map((path) => ({ path, before: before[path] ?? null, after: after[path] ?? null }))
    .filter((change) => change.before !== change.after)
    .filter((change) => !isList || change.before === null)
    .slice(0, CHANGES_MAX)
}

/**
 * The facts for the next comparison. A list also keeps entries that have left it, the newest first.
 */
export function keptFacts(before: Facts, after: Facts, isList: boolean): Facts {
  const kept = isList ? { ...after, ...before } : after
  return Object.fromEntries(Object.entries(kept).slice(0, FACTS_MAX))
}
