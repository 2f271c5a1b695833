import { inputShape } from '../core/shape.ts'
import type { FamilySpec, Tool } from '../core/tool.ts'
import type { Loaded } from './load.ts'

export interface Catalog {
  /** In the order of family and slug. */
  readonly tools: readonly Tool[]
  /** Families that have a tool, by tag. */
  readonly families: Readonly<Record<string, FamilySpec>>
  bySlug(slug: string): Tool | undefined
  /** The tools that live at a path, by method. */
  byPath(path: string): ReadonlyMap<string, Tool> | undefined
}

/** The sum of the tools. Refuses to exist when two claim one name, or a family has no title. */
export function createCatalog({ tools, families }: Loaded): Catalog {
  const bySlug = new Map<string, Tool>()
  const byPath = new Map<string, Map<string, Tool>>()
  for (const tool of tools) {
    if (bySlug.has(tool.slug)) throw new Error(`two tools are called ${tool.slug}`)
    if (!families[tool.family]) throw new Error(`${tool.family}/_family.ts is missing`)
    assertCallable(tool)
    bySlug.set(tool.slug, tool)
    const here = byPath.get(tool.path) ?? new Map<string, Tool>()
    if (here.has(tool.method)) throw new Error(`two tools answer ${tool.spec.route}`)
    byPath.set(tool.path, here.set(tool.method, tool))
  }
  const used = new Set(tools.map((tool) => tool.family))
  return {
    tools: tools.toSorted((a, b) => compare(a.family, b.family) || compare(a.slug, b.slug)),
    families: Object.fromEntries(Object.entries(families).filter(([tag]) => used.has(tag))),
    bySlug: (slug) => bySlug.get(slug),
    byPath: (path) => byPath.get(path),
  }
}

function assertCallable(tool: Tool): void {
  if (tool.price <= 0) throw new Error(`${tool.slug} has no price`)
  if (!/^\/(api|v1)\/[a-z0-9/-]+$/.test(tool.path))
    throw new Error(`${tool.slug}: odd path ${tool.path}`)
  inputShape(tool)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
