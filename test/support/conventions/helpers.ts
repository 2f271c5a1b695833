import { linesBesideSpec, LINES_OF_TOOL_MAX } from './measures.ts'
import { isProduct, isScanned, isTest, isUnit } from './rule.ts'
import type { Source } from './source.ts'

/** With so many lines, a helper is a subject of its own. */
const LINES_OF_HELPER = 80

/**
 * Helpers of one file that would fit into it: they have one importer, fewer than eighty lines and
 * no test of their own. Families and work for threads are found by their names.
 */
export function lonelyHelpers(sources: readonly Source[]): readonly string[] {
  const files = new Map(sources.map((source) => [source.path, source]))
  const importers = importersOf(sources)
  return sources
    .filter(({ path }) => isScanned(path) && isProduct(path) && !isUnit(path))
    .filter(({ path }) => !/(_family|-thread)\.ts$/.test(path))
    .flatMap((helper) => {
      const all = importers.get(helper.path) ?? []
      const [only, ...others] = all.filter((path) => !isTest(path)).map((path) => files.get(path))
      if (!only || others.length > 0 || all.some(isTest)) return []
      const [lines, room] = [linesBesideSpec(helper), LINES_OF_TOOL_MAX - linesBesideSpec(only)]
      if (lines >= LINES_OF_HELPER || lines > room) return []
      return [`${helper.path} has one importer: move it into ${only.path}`]
    })
}

function importersOf(sources: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  for (const { path, imports } of sources)
    for (const { file } of imports)
      if (file !== null) found.set(file, (found.get(file) ?? new Set()).add(path))
  return new Map([...found].map(([file, paths]) => [file, [...paths]]))
}
