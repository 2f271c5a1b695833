import type { Tool as McpTool } from '@modelcontextprotocol/server'
import { effectHandlersOf } from '../../selling/call/effects.ts'
import type { Catalog } from '../../selling/catalog/catalog.ts'
import { badInput } from '../../base/core/fault.ts'
import { formatUsd } from '../../base/core/money.ts'
import { inputShape, outputSchema } from '../../base/core/shape.ts'
import { takesWork, type Tool } from '../../base/core/tool.ts'
import { META_TOOLS } from './meta-tools.ts'

/** More than a client should show a model. */
const LISTED_MAX = 60

/** The tools that a client is shown: a function of its URL. Throws a fault for unknown names. */
export function listedTools(
  catalog: Pick<Catalog, 'tools' | 'bySlug' | 'families' | 'familyTag'>,
  url: URL,
  isFree: boolean,
): readonly McpTool[] {
  const named = namesIn(url, 'tools')
  const asked = namesIn(url, 'family')
  const families = new Set([...asked].map((name) => catalog.familyTag(name)))
  assertKnown(named, (slug) => catalog.bySlug(slug) !== undefined, TOOLS_ALLOWED)
  const isFamily = (name: string): boolean => catalog.familyTag(name) !== undefined
  assertKnown(asked, isFamily, familiesAllowed(catalog.families))
  const isAsked = named.size + families.size > 0
  const direct = catalog.tools
    .filter(({ slug, family, spec }) =>
      isAsked ? named.has(slug) || families.has(family) : spec.everyday === true,
    )
    .slice(0, LISTED_MAX)
  return [...META_TOOLS, ...direct.map((tool) => directTool(tool, isFree))]
}

/** An address whose names mean nothing would list fewer tools without a word. */
function assertKnown(
  names: ReadonlySet<string>,
  isKnown: (name: string) => boolean,
  allowed: string,
): void {
  const unknown = [...names].filter((name) => !isKnown(name))
  if (unknown.length === 0) return
  const shown = unknown.slice(0, UNKNOWN_SHOWN_MAX).map((name) => name.slice(0, NAME_LENGTH_MAX))
  throw badInput(`${allowed} Not sold here: ${shown.join(', ')}.`)
}

const UNKNOWN_SHOWN_MAX = 10
const NAME_LENGTH_MAX = 60

const TOOLS_ALLOWED = `tools: must be slugs as catalog.search tells them, ${LISTED_MAX} at most.`
const familiesAllowed = (known: Catalog['families']): string =>
  `family: must be among ${Object.keys(known).join(', ')}.`

const namesIn = ({ searchParams }: URL, field: string): ReadonlySet<string> =>
  new Set(
    searchParams
      .getAll(field)
      .flatMap((names) => names.split(','))
      .map((name) => name.trim())
      .filter(Boolean),
  )

function directTool(tool: Tool, isFree: boolean): McpTool {
  const { spec, pure } = tool
  const isOpen = isFree || takesWork(tool)
  const answer = outputSchema(tool)
  const isReading = effectHandlersOf(tool).length === 0
  return {
    name: tool.slug,
    title: spec.name,
    description: `${spec.description} ${priceIn(tool, isOpen)}${spec.pace === 'slow' ? ' It may take minutes.' : ''}`,
    inputSchema: { ...inputShape(tool).schema, type: 'object' },
    // Clients hold an unpaid result against the schema too, and would throw away what it asks for.
    ...(isOpen && answer['type'] === 'object' && { outputSchema: answer }),
    annotations: {
      readOnlyHint: isReading,
      openWorldHint: !pure,
      ...(!isReading && { destructiveHint: true }),
    },
  }
}

function priceIn(tool: Tool, isOpen: boolean): string {
  if (isOpen) return 'Free here.'
  const { spec, price } = tool
  return `Costs ${typeof spec.price === 'string' ? '' : 'at least '}${formatUsd(price)}.`
}
