import type { Uses } from '../../base/core/capability.ts'
import { usdOf, type Usd } from '../../base/core/money.ts'
import { missingEngine, type EngineName } from '../../base/core/optional-engines.ts'
import { packSpec, stepsLeft, type Pack, type PackStep } from '../../base/core/pack.ts'
import { shapesOf } from '../../base/core/shape.ts'
import { missingOf } from '../../base/core/setting.ts'
import { nameTool, type FamilySpec, type Shapes, type Tool } from '../../base/core/tool.ts'
import { PACK_FAMILY, type Loaded } from './load.ts'
import { overridden, type ToolOverrides } from './overrides.ts'

export interface Catalog {
  /** Ordered by family and slug. */
  readonly tools: readonly Tool[]
  /** Families that have a tool, by tag. */
  readonly families: Readonly<Record<string, FamilySpec>>
  readonly bySlug: (slug: string) => Tool | undefined
  /** The tools at a path, by method. */
  byPath(path: string): ReadonlyMap<string, Tool> | undefined
  /** The tag of a family that is sold, by that tag or by the one that it had before. */
  familyTag(name: string): string | undefined
}

/** Which of all tools this instance sells. */
export interface Assortment {
  /** With it, a tool whose setting is missing says so; without it, all count as configured. */
  setting?(name: string): string | undefined
  /**
   * Whether the optional packages of a tool are installed; without this, all count as installed.
   */
  isInstalled?(engine: EngineName): boolean
  /** Whether any rail that is open takes it; without this, all count as payable. */
  isPayable?(tool: Tool): boolean
  /** Slugs and families that the operator does not sell. */
  readonly off?: readonly string[]
  /** What the operator has changed since the start. */
  readonly overrides?: ToolOverrides
}

/** An earlier catalog of the same tools, and the slugs whose overrides are others now. */
export interface Since {
  readonly catalog: Catalog
  readonly changed: ReadonlySet<string>
}

/** By catalog, its tools before they know those that they need. */
const singlesOf = new WeakMap<Catalog, ReadonlyMap<string, Tool>>()

/**
 * All tools. Throws when two claim one name, when a family has no title, or when a pack runs an
 * unknown tool. With an earlier catalog, all that a change does not reach is taken from that.
 */
export function createCatalog(loaded: Loaded, offer: Assortment = {}, since?: Since): Catalog {
  const { families } = loaded
  const { tools, singles } = offered(loaded, offer, since)
  const bySlug = new Map<string, Tool>()
  const byPath = new Map<string, Map<string, Tool>>()
  for (const tool of tools) {
    if (bySlug.has(tool.slug)) throw new Error(`two tools are called ${tool.slug}`)
    if (!families[tool.family]) throw new Error(`${tool.family}/_family.ts is missing`)
    assertCallable(tool)
    bySlug.set(tool.slug, tool)
    for (const path of [tool.path, ...(tool.spec.aliases ?? [])]) {
      const here = byPath.get(path) ?? new Map<string, Tool>()
      if (here.has(tool.method)) throw new Error(`two tools answer ${tool.method} ${path}`)
      byPath.set(path, here.set(tool.method, tool))
    }
  }
  const used = new Set(tools.map((tool) => tool.family))
  const sold = Object.fromEntries(Object.entries(families).filter(([tag]) => used.has(tag)))
  const catalog: Catalog = {
    tools: tools.toSorted((a, b) => compare(a.family, b.family) || compare(a.slug, b.slug)),
    families: sold,
    bySlug: (slug) => bySlug.get(slug),
    byPath: (path) => byPath.get(path),
    familyTag: (name) =>
      Object.keys(sold).find((tag) => tag === name || sold[tag]?.formerly === name),
  }
  singlesOf.set(catalog, singles)
  return catalog
}

/** The tools that are sold, and their packs. A pack without any step left is not sold. */
function offered({ tools, packs = {}, families }: Loaded, offer: Assortment, since?: Since) {
  const { off = [], overrides } = offer
  const changed = (tool: Tool): Tool => overridden(tool, overrides?.get(tool.slug))
  const before = since && singlesOf.get(since.catalog)
  const isSame = (slug: string): boolean => since?.changed.has(slug) === false
  const all = new Map(
    tools.map((tool) => {
      const kept = isSame(tool.slug) ? before?.get(tool.slug) : undefined
      return [tool.slug, kept ?? checked(changed(tool), offer)]
    }),
  )
  const keptWith = (slug: string, parts: readonly string[]): Tool | undefined =>
    [slug, ...parts].every(isSame) ? since?.catalog.bySlug(slug) : undefined
  const isOff = ({ slug, family }: Pick<Tool, 'slug' | 'family'>): boolean =>
    [slug, family, families[family]?.formerly].some(
      (name) => name !== undefined && off.includes(name),
    )
  const sold = [...all.values()]
    .filter((tool) => !isOff(tool))
    .map(
      (tool) =>
        keptWith(tool.slug, tool.spec.needs?.flat() ?? []) ??
        withNeeds(tool, (slug) => neededTool(tool, all.get(slug)), isOff),
    )
  const soldPacks = Object.entries(packs).flatMap(([slug, pack]) => {
    const named = { slug: `skill-${slug}`, family: PACK_FAMILY }
    if (isOff(named)) return []
    const kept = keptWith(
      named.slug,
      pack.steps.map(({ tool }) => tool),
    )
    if (kept) return [kept]
    const steps = pack.steps.map((step) => {
      const tool = all.get(step.tool)
      if (!tool) throw new Error(`the pack ${slug} runs ${step.tool}, which is no tool`)
      if (typeof tool.spec.price !== 'string')
        throw new Error(`the pack ${slug} runs ${step.tool}, whose price depends on its input`)
      return { ...step, part: tool }
    })
    const left = stepsLeft(steps, ({ part }) => !isOff(part))
    return left.length > 0 ? [changed(packTool(slug, pack, left))] : []
  })
  return { tools: [...sold, ...soldPacks], singles: all }
}

function neededTool({ slug }: Tool, found: Tool | undefined): Tool {
  if (!found) throw new Error(`${slug} needs a tool that does not exist`)
  return found
}

/** Says what a tool lacks of the tools that it runs. */
function withNeeds(
  tool: Tool,
  toolOf: (slug: string) => Tool,
  isOff: (tool: Tool) => boolean,
): Tool {
  const { needs = [] } = tool.spec
  if (needs.length === 0) return tool
  const parts = needs.flat().map(toolOf)
  const lacks = (slug: string): string | undefined => {
    const found = toolOf(slug)
    return isOff(found) ? `It runs ${slug}, which is in TOOLS_OFF.` : found.unavailable
  }
  for (const need of needs) {
    const found = [need].flat().map(lacks)
    if (found.every((lack) => lack !== undefined))
      return { ...tool, parts, unavailable: tool.unavailable ?? toldTogether(found) }
  }
  return { ...tool, parts }
}

type SoldStep = PackStep & { readonly part: Tool }

/** Leaves out steps that cannot run. If none is left, the pack says why. */
function packTool(slug: string, pack: Pack, sold: readonly SoldStep[]): Tool {
  const able = stepsLeft(sold, ({ part }) => part.unavailable === undefined)
  const used = able.length > 0 ? able : sold
  const names = new Set(used.map(({ name }) => name))
  const leftOut = pack.steps.map(({ name }) => name).filter((name) => !names.has(name))
  const parts = used.map(({ part }) => part)
  const spec = packSpec(pack, { slug, parts, leftOut })
  const unavailable =
    able.length === 0 ? sold.find(({ part }) => part.unavailable)?.part.unavailable : undefined
  const named = nameTool(spec, PACK_FAMILY, `skill-${slug}`)
  return {
    ...named,
    pure: parts.every(({ pure }) => pure),
    parts,
    shapes: pack.shapes ?? (() => shapesOnce(pack, named)),
    ...(unavailable !== undefined && { unavailable }),
  }
}

/** Adds what a tool lacks on this instance. */
function checked(tool: Tool, offer: Assortment): Tool {
  if (tool.unavailable !== undefined) return tool
  const { setting, isPayable = () => true } = offer
  const missing =
    lackOfEngine(tool, offer) ?? (setting ? unavailableFor(tool.spec.uses, setting) : null)
  const unavailable = missing ?? (isPayable(tool) ? null : UNPAYABLE)
  if (unavailable === null) return tool
  const { shapes = () => shapesOnce(tool, tool) } = tool
  return { ...tool, shapes, unavailable, ...(missing === null && { unpayable: true as const }) }
}

const shapesMade = new WeakMap<object, Shapes>()

/** The schemas of what has no file that keeps them: each catalog makes new tools of the same. */
function shapesOnce(source: Tool | Pack, tool: Tool): Shapes {
  const shapes = shapesMade.get(source) ?? shapesOf(tool)
  shapesMade.set(source, shapes)
  return shapes
}

/** Credits pay for every tool but those that belong to a wallet. */
const UNPAYABLE =
  'It is paid by a wallet, and no wallet can pay on this instance: see PAY_TO and NETWORKS.'

const UNSET = 'The tool is not configured on this instance: '

/** What each of several tools lacks, where one of them would be enough. */
const toldTogether = (lacks: readonly (string | undefined)[]): string =>
  [...new Set(lacks)]
    .map((lack = '', at) => (at === 0 ? lack : lack.replace(UNSET, '')))
    .join(' Or: ')

function lackOfEngine({ spec }: Tool, { isInstalled = () => true }: Assortment): string | null {
  const needed = [spec.engine, ...Object.values(spec.uses).map(({ engine }) => engine)]
  const lacking = needed.find((name) => name !== undefined && !isInstalled(name))
  return lacking === undefined ? null : `${UNSET}${missingEngine(lacking)}`
}

function unavailableFor(uses: Uses, setting: NonNullable<Assortment['setting']>): string | null {
  for (const { settings, lacks } of Object.values(uses)) {
    const missing = missingOf(settings, setting)
    if (missing) return `${UNSET}${missing} is not set.`
    const lack = lacks?.(setting)
    if (lack) return `${UNSET}${lack}`
  }
  return null
}

/** The sum of the tools' prices. */
export const sumOf = (tools: readonly Tool[]): Usd =>
  usdOf(tools.reduce((sum, { price }) => sum + price, 0))

function assertCallable(tool: Tool): void {
  if (tool.price <= 0) throw new Error(`${tool.slug} has no price`)
  if (!/^\/(api|v1)\/[a-z0-9/-]+$/.test(tool.path))
    throw new Error(`${tool.slug}: odd path ${tool.path}`)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
