import { inputShape, outputSchema, type JsonSchema } from '../../base/core/shape.ts'
import type { Tool } from '../../base/core/tool.ts'
import type { Document } from '../../engines/search/corpus.ts'
import { actionsOf } from '../../engines/search/actions.ts'
import { createIndex, createLargeIndex, type Index } from '../../engines/search/rank.ts'
import { inSlices, type Sliced } from '../../engines/search/slices.ts'
import type { Catalog } from './catalog.ts'
import { entryOf, packsOf, type CatalogEntry, type PackEntry } from './entry.ts'
import type { Site } from './site.ts'

export const TOP_MAX = 25
export const TOP_DEFAULT = 5

/** The answer of the tool search. */
export interface FindResponse {
  readonly query: string
  readonly count: number
  /** The most results that can be asked for. */
  readonly topMax: number
  readonly returned: number
  /** Tools that scored. */
  readonly matched: number
  /** Whether `results` holds every tool that scored. */
  readonly complete: boolean
  readonly truncated: boolean
  readonly results: readonly Scored<CatalogEntry>[]
  readonly packs: readonly Scored<PackEntry>[]
  readonly rarestTerm: string
  readonly rarestTermCovered: boolean
  /** How likely it is that one of the best results does what is asked for; 0 to 1. */
  readonly confidence: number
}

type Scored<Entry> = Entry & { readonly score: number }

/** Receives searches and their results. */
export interface SearchListener {
  note(search: {
    readonly query: string
    readonly client: string
    readonly isMet: boolean
    readonly nearest: string | null
  }): void
}

/**
 * The tools for a task, best first. `k` is clamped; a value that is no number means the default.
 */
export type Find = (query: string, k?: unknown) => Promise<FindResponse>

export type IndexTools = (tools: readonly Tool[]) => Promise<Index<Tool>>

/** The index is built while the first calls are served: the start does not wait for it. */
export const indexTools: IndexTools = (tools) => inSlices(documentsOf(tools)).then(createLargeIndex)

export function createFind(
  catalog: Pick<Catalog, 'tools'> & Partial<Pick<Catalog, 'bySlug'>>,
  site: Site,
  packs: readonly PackEntry[] = [],
  index = indexTools,
): Find {
  const indexing = index(catalog.tools)
  // Set by the first search; nothing is recorded before.
  indexing.catch(() => {})
  const packIndex = createIndex(packs.map(documentOfPack))
  // The texts of a tool in the index do not change; its price and availability may.
  const nowOf = (tool: Tool): Tool => catalog.bySlug?.(tool.slug) ?? tool
  const packNow = (pack: PackEntry): PackEntry => {
    const tool = catalog.bySlug?.(pack.promptName)
    return (tool && packsOf({ tools: [tool] }, site)[0]) ?? pack
  }
  return async (query, k) => {
    const top = clamped(k)
    const toolIndex = await indexing
    const { hits, matched, rarestTerm, rarestTermCovered, confidence } = toolIndex.search(
      query,
      top,
    )
    return {
      query,
      count: hits.length,
      topMax: TOP_MAX,
      returned: hits.length,
      matched,
      complete: hits.length === matched,
      truncated: hits.length < matched,
      results: hits.map(({ item, score }) => scored(entryOf(nowOf(item), site), score)),
      packs: packIndex
        .search(query, top)
        .hits.map(({ item, score }) => scored(packNow(item), score)),
      rarestTerm,
      rarestTermCovered,
      confidence,
    }
  }
}

function* documentsOf(tools: readonly Tool[]): Sliced<Document<Tool>[]> {
  const documents: Document<Tool>[] = []
  for (const tool of tools) {
    documents.push(documentOf(tool, listingOf(tool)))
    yield
  }
  return documents
}

/** The texts by which a tool is found. */
export interface Listing {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly family: string
  readonly inputs: readonly Input[]
  /** Names of the fields that it answers. */
  readonly outputs: readonly string[]
  /** Questions that buyers type, and that it answers. */
  readonly asks: readonly string[]
}

interface Input {
  readonly name: string
  readonly description: string
  /** The values that a field may take, if there are few. */
  readonly choices: readonly string[]
}

const WEIGHTS = {
  slug: 2,
  name: 3,
  description: 2,
  inputs: 0.6,
  details: 0.4,
  outputs: 0.4,
  family: 0.1,
  asks: 1.5,
}

/** The first questions say what a tool does; further ones may name occasions. */
const TELLING_ASKS = 2

export function documentOf<T>(item: T, listing: Listing): Document<T> {
  const { slug, name, description, family, inputs, outputs, asks } = listing
  const details = inputs.flatMap((input) => [input.description, ...input.choices])
  return {
    item,
    names: [slug, name],
    actions: actionsOf(slug, asks.slice(0, TELLING_ASKS)),
    passages: [[slug, name, name, description].join(' '), ...asks],
    group: family,
    fields: [
      { text: slug, weight: WEIGHTS.slug },
      { text: name, weight: WEIGHTS.name },
      { text: description, weight: WEIGHTS.description },
      { text: inputs.map((input) => input.name).join(' '), weight: WEIGHTS.inputs },
      { text: details.join(' '), weight: WEIGHTS.details },
      { text: outputs.join(' '), weight: WEIGHTS.outputs },
      { text: family, weight: WEIGHTS.family },
      { text: asks.join(' '), weight: WEIGHTS.asks },
    ],
  }
}

function documentOfPack(pack: PackEntry): Document<PackEntry> {
  return {
    item: pack,
    names: [pack.slug, pack.title],
    fields: [
      { text: pack.slug, weight: WEIGHTS.slug },
      { text: pack.title, weight: WEIGHTS.name },
      { text: pack.tagline, weight: WEIGHTS.description },
      { text: [...new Set(pack.toolSlugs)].join(' '), weight: WEIGHTS.details },
    ],
  }
}

export function listingOf(tool: Tool): Listing {
  const { name, description, asks = [] } = tool.spec
  const inputs = Object.entries(inputShape(tool).properties).map(([field, schema]) => ({
    name: field,
    description: typeof schema['description'] === 'string' ? schema['description'] : '',
    choices: choicesOf(schema),
  }))
  const outputs = Object.keys(outputSchema(tool)['properties'] ?? {})
  return { slug: tool.slug, name, description, family: tool.family, inputs, outputs, asks }
}

function choicesOf({ enum: choices, items }: JsonSchema): string[] {
  if (Array.isArray(choices)) return choices.map(String)
  return typeof items === 'object' && items !== null ? choicesOf(items as JsonSchema) : []
}

const scored = <Entry>(entry: Entry, score: number): Scored<Entry> => ({ ...entry, score })

function clamped(k: unknown): number {
  const isGiven = typeof k === 'number' || (typeof k === 'string' && k.trim() !== '')
  const asked = isGiven ? Number(k) : Number.NaN
  if (Number.isNaN(asked)) return TOP_DEFAULT
  return Math.trunc(Math.min(TOP_MAX, Math.max(1, asked)))
}
