import { existsSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import type { Pack } from '../../base/core/pack.ts'
import { unitNameOf } from '../../base/core/source-file.ts'
import { isToolGroup, type ToolGroup } from '../../base/core/tool-group.ts'
import { nameTool } from '../../base/core/tool.ts'
import { toolsOf, unitsIn, type Loaded, type Unit } from './load.ts'

const PACKS = 'packs'

/**
 * The tools and packs of the operator beside those of this service: `<folder>/<family>/<slug>.ts`,
 * and `<folder>/packs/<slug>.ts`. A family of ours needs no `_family.ts` there. A group whose
 * source cannot be reached is left out, with a warning.
 */
export async function withOwnTools(loaded: Loaded, folder: string): Promise<Loaded> {
  const root = resolve(folder)
  if (!existsSync(root)) throw new Error(`TOOLS_DIR: there is no folder ${root}`)
  const units = (await unitsIn(root)).filter(({ path }) => familyOf(root, path) !== PACKS)
  const { tools, families } = toolsOf(
    root,
    units.filter((unit) => !isGroup(unit)),
  )
  const groups = await Promise.all(units.filter(isGroup).map((unit) => opened(root, unit)))
  const packFolder = join(root, PACKS)
  const packs = existsSync(packFolder) ? await unitsIn(packFolder) : []
  const named = packs.map(({ path, exported }) => [unitNameOf(path), exported as Pack])
  return {
    tools: [...loaded.tools, ...tools, ...groups.flatMap((group) => group.tools)],
    packs: { ...loaded.packs, ...(Object.fromEntries(named) as Record<string, Pack>) },
    families: { ...families, ...loaded.families },
    away: groups.flatMap(({ away }) => away),
  }
}

const isGroup = ({ exported }: Unit): boolean => isToolGroup(exported)
const familyOf = (root: string, path: string): string => relative(root, path).split(sep)[0] ?? ''

/** The tools of a group have no file: their functions exist in this thread only. */
async function opened(root: string, { path, exported }: Unit) {
  const family = familyOf(root, path)
  const found = await (exported as ToolGroup).open()
  if (typeof found === 'string') {
    const sentence = `TOOLS_DIR: ${relative(root, path)} is not sold until the next start.`
    return { tools: [], away: [`${sentence} ${found}`] }
  }
  return {
    tools: Object.entries(found).map(([slug, spec]) => nameTool(spec, family, slug)),
    away: [],
  }
}
