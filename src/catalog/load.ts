import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Pack } from '../core/pack.ts'
import { isUnitFile, unitNameOf } from '../core/source-file.ts'
import { nameTool, type FamilySpec, type Shapes, type Tool, type ToolSpec } from '../core/tool.ts'

export interface Loaded {
  readonly tools: readonly Tool[]
  /** By name, without the `skill-` of their tools. */
  readonly packs?: Readonly<Record<string, Pack>>
  readonly families: Readonly<Record<string, FamilySpec>>
  /** What is not there in this process, a sentence each. */
  readonly away?: readonly string[]
}

/** The family of all packs. */
export const PACK_FAMILY = 'skill-pack'
/** The family of all reports. */
const REPORT_FAMILY = 'workflow'

const TOOLS = new URL('../tools', import.meta.url).pathname

/** All tools, reports and packs of this service. */
export const loadAll = async (): Promise<Loaded> => withComposed(await loadTools(TOOLS))

/** Adds what is made of tools: packs and reports. */
export async function withComposed({ tools, families }: Loaded): Promise<Loaded> {
  const [{ packs, family }, reports] = await Promise.all([
    loadPacks(new URL('../packs', import.meta.url).pathname),
    loadReports(new URL('../reports', import.meta.url).pathname),
  ])
  return {
    tools: [...tools, ...reports.tools],
    packs,
    families: { ...families, ...reports.families, [PACK_FAMILY]: family },
  }
}

/** Every file exports a record of reports, its tiers, by slug. */
async function loadReports(root: string): Promise<Loaded> {
  const units = await unitsIn(root)
  const family = units.find(isFamily)?.exported as FamilySpec
  const tools = units
    .filter((unit) => !isFamily(unit))
    .flatMap(({ path, exported }) => {
      const place = { family: REPORT_FAMILY, name: unitNameOf(path) }
      return named(exported as Exported, { ...place, file: pathToFileURL(path).href })
    })
  return { tools, families: { [REPORT_FAMILY]: family } }
}

/** Every file is a pack, and its name is the pack's. */
async function loadPacks(root: string) {
  const units = await unitsIn(root)
  const named = units.map(({ path, exported }) => [unitNameOf(path), exported] as const)
  const { _family: family, ...packs } = Object.fromEntries(named)
  return { packs: packs as Readonly<Record<string, Pack>>, family: family as FamilySpec }
}

const isFamilyFile = (name: string): boolean => /^_family\.(ts|js)$/.test(name)
const isFamily = ({ path }: Unit): boolean => unitNameOf(path) === '_family'

/** A file with a default export. */
export interface Unit {
  readonly path: string
  readonly exported: unknown
  /** The schemas of one of its tools as JSON, where they are known without the file. */
  readonly shapesOf?: (slug: string) => Shapes
}

/** Loads every file of a folder that is no neighbour. */
export async function unitsIn(root: string): Promise<readonly Unit[]> {
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
 * folders below that only group. A file that exports a record gives one tool for each of its keys.
 */
export function toolsOf(root: string, units: readonly Unit[]): Loaded {
  const families: Record<string, FamilySpec> = {}
  const tools: Tool[] = []
  for (const { path, exported, shapesOf } of units) {
    const family = relative(root, path).split(sep)[0] ?? ''
    const name = unitNameOf(path)
    if (name === '_family') families[family] = exported as FamilySpec
    else {
      const found = named(exported as Exported, { family, name, file: pathToFileURL(path).href })
      tools.push(
        ...found.map((tool) => (shapesOf ? { ...tool, shapes: () => shapesOf(tool.slug) } : tool)),
      )
    }
  }
  return { tools, families }
}

type Exported = ToolSpec | Readonly<Record<string, ToolSpec>>

interface Place {
  readonly family: string
  readonly name: string
  readonly file: string
}

function named(exported: Exported, { family, name, file }: Place): Tool[] {
  if ('run' in exported) return [nameTool(exported as ToolSpec, family, name, file)]
  return Object.entries(exported as Record<string, ToolSpec>).map(([key, spec]) =>
    nameTool(spec, family, key, file),
  )
}
