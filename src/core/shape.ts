import { z } from 'zod'
import type { Tool } from './tool.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** The input of a tool as JSON Schema, the form in which callers see it. */
export interface InputShape {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
  /** The whole schema, for documents that embed it. */
  readonly schema: JsonSchema
}

const inputs = new WeakMap<Tool, InputShape>()
const outputs = new WeakMap<Tool, JsonSchema>()

export function inputShape(tool: Tool): InputShape {
  return remembered(inputs, tool, () => {
    const schema = withoutDialect(
      z.toJSONSchema(tool.spec.input, { io: 'input', unrepresentable: 'any' }),
    )
    const { properties = {}, required = [] } = schema as Partial<InputShape>
    return { properties, required, schema }
  })
}

export function outputSchema(tool: Tool): JsonSchema {
  return remembered(outputs, tool, () =>
    withoutDialect(z.toJSONSchema(tool.spec.output, { io: 'output', unrepresentable: 'any' })),
  )
}

function remembered<V>(memory: WeakMap<Tool, V>, tool: Tool, make: () => V): V {
  const known = memory.get(tool)
  if (known !== undefined) return known
  const value = make()
  memory.set(tool, value)
  return value
}

/** OpenAPI 3.1 and MCP name the dialect once for the whole document. */
function withoutDialect(schema: Record<string, unknown>): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema'))
}
