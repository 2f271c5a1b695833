import type { Facts } from './watches.ts'

/** What was, and what is; null where there was or is nothing. */
export interface Change {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

const FACTS_MAX = 1_000
const CHANGES_MAX = 100

/** What has changed, by name. Of a list, only what is new counts. */
export function changesBetween(before: Facts, after: Facts, isList: boolean): readonly Change[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...paths]
    .map((path) => ({ path, before: before[path] ?? null, after: after[path] ?? null }))
    .filter((change) => change.before !== change.after)
    .filter((change) => !isList || change.before === null)
    .slice(0, CHANGES_MAX)
}

/** What is compared the next time: a list keeps what has left it, the newest of all first. */
export function keptFacts(before: Facts, after: Facts, isList: boolean): Facts {
  const kept = isList ? { ...after, ...before } : after
  return Object.fromEntries(Object.entries(kept).slice(0, FACTS_MAX))
}
