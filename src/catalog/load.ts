import { readdir } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nameTool, type FamilySpec, type Tool, type ToolSpec } from '../core/tool.ts'

export interface Loaded {
  readonly tools: readonly Tool[]
  readonly families: Readonly<Record<string, FamilySpec>>
}

/**
 * Finds every tool under the folders. In each, the file gives the slug, the first folder below it
 * the family; folders below that only group. A file that exports a record gives one tool for each
 * of its keys.
 */
export async function loadTools(...folders: readonly string[]): Promise<Loaded> {
  const found = await Promise.all(folders.map(loadFolder))
  return {
    tools: found.flatMap(({ tools }) => tools),
    families: Object.assign({}, ...found.map(({ families }) => families)) as Loaded['families'],
  }
}

async function loadFolder(root: string): Promise<Loaded> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && /^(_family|[a-z0-9][a-z0-9-]*)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
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
