import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { ROOT, type Import, type Source } from './source.ts'

const HEADING = '## What pure tools may import'

/** The packages that docs/dependencies.md allows to pure tools. */
export async function allowedPackages(): Promise<readonly string[]> {
  const text = await readFile(join(ROOT, 'docs/dependencies.md'), 'utf8')
  const [, section = ''] = text.split(HEADING)
  const [, , list = ''] = section.split('\n\n')
  return [...list.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}

/**
 * The packages and the modules of Node that a file reaches, also through other files of ours, each
 * with its importer.
 */
export function packagesReached(
  path: string,
  sources: ReadonlyMap<string, Source>,
  isFollowed: (reached: Import) => boolean = () => true,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const seen = new Set<string>()
  const visit = (at: string): void => {
    if (seen.has(at)) return
    seen.add(at)
    for (const reached of sources.get(at)?.imports ?? []) {
      const { from, file, values } = reached
      if (values.length === 0 || !isFollowed(reached)) continue
      if (file !== null) visit(file)
      else found.set(isBuiltin(from) ? `node:${from.replace('node:', '')}` : packageOf(from), at)
    }
  }
  visit(path)
  return found
}

/** `@noble/hashes` of `@noble/hashes/sha3.js`. */
export const packageOf = (from: string): string =>
  from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/')
