import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server'
import type { Catalog } from '../../selling/catalog/catalog.ts'
import { badInput } from '../../base/core/fault.ts'
import { inputShape } from '../../base/core/shape.ts'
import type { Tool } from '../../base/core/tool.ts'

/** One prompt for each pack: its inputs as arguments, and a text that asks for one call. */
export const promptsOf = ({ tools }: Pick<Catalog, 'tools'>): readonly Prompt[] =>
  tools.filter(({ spec }) => spec.pack).map(promptOf)

function promptOf(tool: Tool): Prompt {
  const { properties, required } = inputShape(tool)
  return {
    name: tool.slug,
    title: tool.spec.name,
    description: tool.spec.description,
    arguments: Object.entries(properties).map(([name, { description }]) => ({
      name,
      ...(typeof description === 'string' && { description }),
      required: required.includes(name),
    })),
  }
}

export function promptNamed(
  { bySlug }: Pick<Catalog, 'bySlug'>,
  name: string,
  given: Readonly<Record<string, string>>,
): GetPromptResult {
  const tool = bySlug(name)
  if (!tool?.spec.pack) throw badInput(`name: no prompt is called ${name.slice(0, 60)}.`)
  const { properties, required } = inputShape(tool)
  const missing = required.filter((each) => !given[each])
  if (missing.length > 0) throw badInput(`${missing.join(', ')}: is required.`)
  const known = Object.entries(given).filter(([each]) => each in properties)
  const params = JSON.stringify(Object.fromEntries(known))
  const text = [
    tool.spec.pack.oneCall,
    `Call the tool catalog.call with slug "${tool.slug}" and params ${params}.`,
    'Then tell what the answer says; a step that failed says why.',
  ].join('\n')
  return {
    description: tool.spec.description,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  }
}
