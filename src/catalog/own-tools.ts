import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Pack } from '../core/pack.ts'
import { unitNameOf } from '../core/source-file.ts'
import { loadTools, unitsIn, type Loaded } from './load.ts'

const PACKS = 'packs'

/**
 * The tools and packs of the operator beside those of this service: `<folder>/<family>/<slug>.ts`,
 * and `<folder>/packs/<slug>.ts`. A family of ours needs no `_family.ts` there.
 */
export async function withOwnTools(loaded: Loaded, folder: string): Promise<Loaded> {
  const root = resolve(folder)
  if (!existsSync(root)) throw new Error(`TOOLS_DIR: there is no folder ${root}`)
  const found = await loadTools(root, PACKS)
  const packFolder = join(root, PACKS)
  const packs = existsSync(packFolder) ? await unitsIn(packFolder) : []
  const named = packs.map(({ path, exported }) => [unitNameOf(path), exported as Pack])
  return {
    tools: [...loaded.tools, ...found.tools],
    packs: { ...loaded.packs, ...(Object.fromEntries(named) as Record<string, Pack>) },
    families: { ...found.families, ...loaded.families },
  }
}
