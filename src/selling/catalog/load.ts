import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Pack } from '../../base/core/pack.ts'
import { isUnitFile, unitNameOf } from '../../base/core/source-file.ts'
import {
  nameTool,
  type FamilySpec,
  type Shapes,
  type Tool,
  type ToolSpec,
} from '../../base/core/tool.ts'

export interface Loaded {
  readonly tools: readonly Tool[]
  /** By name, without the `skill-` of their tools. */
  readonly packs?: Readonly<Record<string, Pack>>
  readonly families: Readonly<Record<string, FamilySpec>>
  /** Missing parts of this process, one sentence each. */
  readonly away?: readonly string[]
}

/** The family of all packs. */
export const PACK_FAMILY = 'skill-pack'
/** The family of all reports. */
const REPORT_FAMILY = 'workflow'

/** The files with what is sold, by their folder. */
export interface Units {
  readonly tools: readonly Unit[]
  readonly packs: readonly Unit[]
  readonly reports: readonly Unit[]
}

const SOURCES = fileURLToPath(new URL('../../', import.meta.url))

/** All tools, reports and packs of this service. */
export const loadAll = async (): Promise<Loaded> => loadedOf(SOURCES, await unitsOf(SOURCES))

export async function unitsOf(sources: string): Promise<Units> {
  const [tools = [], packs = [], reports = []] = await Promise.all(
    ['tools', 'packs', 'reports'].map((folder) => unitsIn(join(sources, 'goods', folder))),
  )
  return { tools, packs, reports }
}

/** Tools, and what is made of tools: packs and reports. */
export function loadedOf(sources: string, units: Units): Loaded {
  const { tools, families } = toolsOf(join(sources, 'goods/tools'), units.tools)
  const reports = units.reports.filter((unit) => !isFamily(unit))
  const packs = units.packs.filter((unit) => !isFamily(unit))
  return {
    tools: [...tools, ...reports.flatMap((unit) => toolsIn(unit, REPORT_FAMILY))],
    packs: Object.fromEntries(packs.map((unit) => [unitNameOf(unit.path), packIn(unit)])),
    families: {
      ...families,
      ...familyIn(units.reports, REPORT_FAMILY),
      ...familyIn(units.packs, PACK_FAMILY),
    },
  }
}

function familyIn(units: readonly Unit[], name: string): Readonly<Record<string, FamilySpec>> {
  const found = units.find(isFamily)
  return found ? { [name]: found.exported as FamilySpec } : {}
}

/** Nothing of a pack that was kept is looked at here, for that would load its file. */
function packIn({ path, exported, shapesOf }: Unit): Pack {
  const shapes = shapesOf && (() => shapesOf(unitNameOf(path)))
  return shapes ? Object.assign(exported as Pack, { shapes }) : (exported as Pack)
}

const isFamilyFile = (name: string): boolean => /^_family\.(ts|js)$/.test(name)
const isFamily = ({ path }: Unit): boolean => unitNameOf(path) === '_family'

/** A file with a default export. */
export interface Unit {
  readonly path: string
  readonly exported: unknown
  /** By slug, the schemas of what is in it as JSON, where they are known without the file. */
  readonly shapesOf?: (slug: string) => Shapes
}

/** Loads every file of a folder, except helpers. A folder that does not exist has none. */
export async function unitsIn(root: string): Promise<readonly Unit[]> {
  if (!existsSync(root)) return []
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && (isUnitFile(entry.name) || isFamilyFile(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(paths.toSorted().map(importUnit))
}

async function importUnit(path: string): Promise<Unit> {
  const unit = (await import(pathToFileURL(path).href)) as { default: unknown }
  if (!unit.default)
    throw new Error(`${path} has no default export; a neighbour's name begins with _`)
  return { path, exported: unit.default }
}

/** Finds every tool under a folder. */
export const loadTools = async (root: string): Promise<Loaded> => toolsOf(root, await unitsIn(root))

/**
 * The tools of these files. The file gives the slug, the first folder below the root the family;
 * folders below that only group.
 */
export function toolsOf(root: string, units: readonly Unit[]): Loaded {
  const families: Record<string, FamilySpec> = {}
  const tools: Tool[] = []
  for (const unit of units) {
    const family = relative(root, unit.path).split(sep)[0] ?? ''
    if (isFamily(unit)) families[family] = unit.exported as FamilySpec
    else tools.push(...toolsIn(unit, family))
  }
  return { tools, families }
}

/** The tools of one file: a file that exports a record gives one for each of its keys. */
function toolsIn({ path, exported, shapesOf }: Unit, family: string): readonly Tool[] {
  const place = { family, name: unitNameOf(path), file: pathToFileURL(path).href }
  const found = nameAll(exported as Exported, place)
  return shapesOf ? found.map((tool) => ({ ...tool, shapes: () => shapesOf(tool.slug) })) : found
}

type Exported = ToolSpec | Readonly<Record<string, ToolSpec>>

interface ToolLocation {
  readonly family: string
  readonly name: string
  readonly file: string
}

function nameAll(exported: Exported, { family, name, file }: ToolLocation): Tool[] {
  if ('run' in exported) return [nameTool(exported as ToolSpec, family, name, file)]
  return Object.entries(exported as Record<string, ToolSpec>).map(([key, spec]) =>
    nameTool(spec, family, key, file),
  )
}
