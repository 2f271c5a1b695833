import { usdOf, type Usd } from '../core/money.ts'
import { inputShape } from '../core/shape.ts'
import type { FamilySpec, Tool } from '../core/tool.ts'
import type { Loaded } from './load.ts'

export interface Catalog {
  /** In the order of family and slug. */
  readonly tools: readonly Tool[]
  /** Families that have a tool, by tag. */
  readonly families: Readonly<Record<string, FamilySpec>>
  readonly bySlug: (slug: string) => Tool | undefined
  /** The tools that live at a path, by method. */
  byPath(path: string): ReadonlyMap<string, Tool> | undefined
}

/** The sum of the tools. Refuses to exist when two claim one name, or a family has no title. */
export function createCatalog({ tools: loaded, families }: Loaded): Catalog {
  const tools = withParts(loaded)
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

/** Packs with the tools that they run: these must exist, and not be cheaper one by one. */
function withParts(tools: readonly Tool[]): readonly Tool[] {
  const bySlug = new Map(tools.map((tool) => [tool.slug, tool]))
  return tools.map((tool) => {
    const { pack } = tool.spec
    if (!pack) return tool
    const parts = pack.tools.map((slug) => {
      const part = bySlug.get(slug)
      if (!part || part.spec.pack) throw new Error(`${tool.slug} runs ${slug}, which is no tool`)
      return part
    })
    if (tool.price > sumOf(parts)) throw new Error(`${tool.slug} costs more than its tools`)
    return { ...tool, parts }
  })
}

/** What tools cost one by one. */
export const sumOf = (tools: readonly Tool[]): Usd =>
  usdOf(tools.reduce((sum, { price }) => sum + price, 0))

function assertCallable(tool: Tool): void {
  if (tool.price <= 0) throw new Error(`${tool.slug} has no price`)
  if (!/^\/(api|v1)\/[a-z0-9/-]+$/.test(tool.path))
    throw new Error(`${tool.slug}: odd path ${tool.path}`)
  inputShape(tool)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
