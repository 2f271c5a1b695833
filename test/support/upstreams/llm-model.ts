import { standIn } from './define.ts'

/** A model that fills any schema with values that fit it. */
interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

function filled(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'array') return [filled(schema.items ?? {})]
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, member]) => [name, filled(member)]),
    )
  if (schema.type === 'number' || schema.type === 'integer') return schema.minimum ?? 0
  return schema.type === 'boolean' ? true : 'filled'
}

export default standIn({
  at: 'LLM_URL',
  answer({ body }) {
    const asked = JSON.parse(body) as { response_format: { json_schema: { schema: Schema } } }
    const content = JSON.stringify(filled(asked.response_format.json_schema.schema))
    return { choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] }
  },
})
