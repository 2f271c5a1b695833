import { readdir } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Pack } from '../core/pack.ts'
import { nameTool, type FamilySpec, type Tool, type ToolSpec } from '../core/tool.ts'

export interface Loaded {
  readonly tools: readonly Tool[]
  /** By name, without the `skill-` of their tools. */
  readonly packs?: Readonly<Record<string, Pack>>
  readonly families: Readonly<Record<string, FamilySpec>>
}

/** The family of all packs. */
export const PACK_FAMILY = 'skill-pack'

/** All tools and packs of this service. */
export async function loadAll(): Promise<Loaded> {
  const [{ tools, families }, { packs, family }] = await Promise.all([
    loadTools(new URL('../tools', import.meta.url).pathname),
    loadPacks(new URL('../packs', import.meta.url).pathname),
  ])
  return { tools, packs, families: { ...families, [PACK_FAMILY]: family } }
}

/** Every file is a pack, and its name is the pack's. */
async function loadPacks(root: string) {
  const units = await Promise.all((await unitsIn(root)).map(importUnit))
  const named = units.map(({ path, exported }) => [basename(path, '.ts'), exported] as const)
  const { _family: family, ...packs } = Object.fromEntries(named)
  return { packs: packs as Readonly<Record<string, Pack>>, family: family as FamilySpec }
}

async function unitsIn(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /^(_family|[a-z0-9][a-z0-9-]*)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

/**
 * Finds every tool under a folder. The file gives the slug, the first folder below it the family;
 * folders below that only group. A file that exports a record gives one tool for each of its keys.
 */
export async function loadTools(root: string): Promise<Loaded> {
  const paths = await unitsIn(root)
  const families: Record<string, FamilySpec> = {}
  const tools: Tool[] = []
  for (const { path, exported } of await Promise.all(paths.map(importUnit))) {
    const family = relative(root, path).split(sep)[0] ?? ''
    const name = basename(path, '.ts')
    if (name === '_family') families[family] = exported as FamilySpec
    else
      tools.push(...named(exported as Exported, { family, name, file: pathToFileURL(path).href }))
  }
  return { tools, families }
}

type Exported = ToolSpec | Readonly<Record<string, ToolSpec>>

async function importUnit(path: string): Promise<{ path: string; exported: unknown }> {
  const unit = (await import(pathToFileURL(path).href)) as { default: unknown }
  if (!unit.default)
    throw new Error(`${path} has no default export; a neighbour's name begins with _`)
  return { path, exported: unit.default }
}

interface Place {
  readonly family: string
  readonly name: string
  readonly file: string
}

function named(exported: Exported, { family, name, file }: Place): Tool[] {
  if (typeof exported.run === 'function')
    return [nameTool(exported as ToolSpec, family, name, file)]
  return Object.entries(exported as Record<string, ToolSpec>).map(([key, spec]) =>
    nameTool(spec, family, key, file),
  )
}
