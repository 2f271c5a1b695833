import { existsSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import type { Pack } from '../../base/core/pack.ts'
import { unitNameOf } from '../../base/core/source-file.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
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
  for (const unit of units) assertUnit(root, unit)
  const { tools, families } = toolsOf(
    root,
    units.filter((unit) => !isGroup(unit)),
  )
  const groups = await Promise.all(units.filter(isGroup).map((unit) => opened(root, unit)))
  for (const { path } of units) assertDescribed(root, path, { ...families, ...loaded.families })
  const packs = await unitsIn(join(root, PACKS))
  for (const { path, exported } of packs) assertHas(nameIn(root, path), 'a pack', exported, OF_PACK)
  const named = packs.map(({ path, exported }) => [unitNameOf(path), exported as Pack])
  return {
    tools: [...loaded.tools, ...tools, ...groups.flatMap((group) => group.tools)],
    packs: { ...loaded.packs, ...(Object.fromEntries(named) as Record<string, Pack>) },
    families: { ...families, ...loaded.families },
    away: groups.flatMap(({ away }) => away),
  }
}

const OF_FAMILY = ['title', 'description']
const OF_TOOL = 'route name description price uses input output examples run'.split(' ')
const OF_PACK = ['title', 'tagline', 'steps', 'input', 'examples', 'run']

/** No compiler has looked at the files of most operators. */
function assertUnit(root: string, unit: Unit): void {
  const { path, exported } = unit
  const file = nameIn(root, path)
  if (isGroup(unit)) return
  if (unitNameOf(path) === '_family') return assertHas(file, 'a family', exported, OF_FAMILY)
  const specs = isObject(exported) && isOne(exported) ? [exported] : Object.values(exported ?? {})
  if (specs.length === 0)
    throw new Error(
      `TOOLS_DIR: ${file}: must export a tool, such as defineTool makes; the name of a helper begins with _.`,
    )
  for (const spec of specs) assertHas(file, 'a tool', spec, OF_TOOL)
}

/** A tool and not a record of tools. */
const isOne = (exported: JsonObject): boolean => 'run' in exported || 'route' in exported

function assertHas(file: string, what: string, value: unknown, names: readonly string[]): void {
  const lacking = names.filter((name) => !isObject(value) || value[name] === undefined)
  if (lacking.length > 0)
    throw new Error(`TOOLS_DIR: ${file}: ${what} must have ${lacking.join(', ')} too.`)
}

function assertDescribed(root: string, path: string, families: Loaded['families']): void {
  const file = nameIn(root, path)
  if (!file.includes('/'))
    throw new Error(`TOOLS_DIR: ${file}: must be in the folder of its family, as text/${file} is.`)
  const family = familyOf(root, path)
  if (families[family]) return
  const must = `it must give the title and description of the family ${family}`
  throw new Error(`TOOLS_DIR: ${family}/_family.ts is missing: ${must}.`)
}

const nameIn = (root: string, path: string): string => relative(root, path).replaceAll(sep, '/')

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
