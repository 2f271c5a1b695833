import type {
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/server'
import { entryOf } from '../../selling/catalog/entry.ts'
import { inputShape, outputSchema } from '../../base/core/shape.ts'
import { notFound } from '../../base/core/fault.ts'
import { markdownLine } from '../../base/lib/markdown-text.ts'
import { llmsTxt } from '../surfaces/llms-txt.ts'
import { pricing } from '../surfaces/pricing.ts'
import { skillPacks } from '../surfaces/skill-packs.ts'
import type { Shop, Surface } from '../surfaces/surface.ts'

interface Document extends Pick<Resource, 'uri' | 'name'> {
  readonly title: string
  readonly mimeType: string
  readonly surface: Surface
}

const DOCUMENTS: readonly Document[] = [
  {
    uri: 'farebox://llms.txt',
    name: 'llms.txt',
    title: 'The catalog as text',
    mimeType: 'text/markdown',
    surface: llmsTxt,
  },
  {
    uri: 'farebox://pricing',
    name: 'pricing',
    title: 'Every tool with its price and schema',
    mimeType: 'application/json',
    surface: pricing,
  },
  {
    uri: 'farebox://packs',
    name: 'packs',
    title: 'Skill packs: several tools in one call',
    mimeType: 'application/json',
    surface: skillPacks,
  },
]

export const RESOURCES: readonly Resource[] = DOCUMENTS.map(({ uri, name, title, mimeType }) => ({
  uri,
  name,
  title,
  mimeType,
}))

const TOOL_PREFIX = 'farebox://tools/'

export const RESOURCE_TEMPLATES: readonly ResourceTemplateType[] = [
  {
    uriTemplate: `${TOOL_PREFIX}{slug}`,
    name: 'tool',
    title: 'One tool: what it takes, answers and costs',
    mimeType: 'text/markdown',
  },
]

/** Reads documents, each rendered when first asked for. */
export function createResources(shop: Shop): (uri: string) => ReadResourceResult {
  const rendered = new Map<string, string>()
  return (uri) => {
    const document = DOCUMENTS.find((each) => each.uri === uri)
    if (document) {
      const text = rendered.get(uri) ?? document.surface.render(shop)
      rendered.set(uri, text)
      return { contents: [{ uri, mimeType: document.mimeType, text }] }
    }
    const slug = uri.startsWith(TOOL_PREFIX) ? uri.slice(TOOL_PREFIX.length) : ''
    const text = toolText(slug, shop)
    if (text === null) throw notFound(`Resource not found: ${uri.slice(0, 200)}`)
    return { contents: [{ uri, mimeType: 'text/markdown', text }] }
  }
}

const block = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

function toolText(slug: string, { catalog, site }: Shop): string | null {
  const tool = catalog.bySlug(slug)
  if (!tool) return null
  const { name, description, price, route, docs } = entryOf(tool, site)
  return [
    `# ${markdownLine(name)}`,
    markdownLine(description),
    `\`${slug}\`, \`${route}\`, ${price} a call. ${docs}`,
    `## Input\n\n${block(inputShape(tool).schema)}`,
    `## Answer\n\n${block(outputSchema(tool))}`,
    `## Example\n\n${block(tool.spec.examples[0])}`,
  ].join('\n\n')
}
