export type JsonSchema = Readonly<Record<string, unknown>>

const FORMATS: Readonly<Record<string, string>> = {
  uri: 'https://example.com/',
  email: 'somebody@example.com',
  date: '2026-03-04',
  'date-time': '2026-03-04T05:06:07Z',
  uuid: '0195a0f1-5c9b-7c3e-8d2a-1b2c3d4e5f60',
}

/**
 * A value that fits a JSON Schema, as a program makes it that has read nothing else: an example
 * of the schema if it gives one, else its default or a choice, else the least that fits.
 */
export function sampleOf(schema: JsonSchema): unknown {
  const { examples, enum: choices, anyOf, oneOf, allOf } = schema
  if (Array.isArray(examples) && examples.length > 0) return examples[0] as unknown
  if ('const' in schema) return schema['const']
  if ('default' in schema) return schema['default']
  if (Array.isArray(choices)) return choices[0] as unknown
  const [either] = (anyOf ?? oneOf ?? allOf ?? []) as readonly JsonSchema[]
  if (either) return sampleOf(either)
  return leastOf(schema)
}

function leastOf(schema: JsonSchema): unknown {
  const {
    type,
    properties = {},
    required = [],
    items,
    format,
    minItems = 0,
    minLength = 1,
  } = schema
  const [kind] = [type].flat()
  if (kind === 'object') {
    const names = required as readonly string[]
    return Object.fromEntries(names.map((name) => [name, sampleOf((properties as never)[name])]))
  }
  if (kind === 'array')
    return Array.from({ length: Number(minItems) }, () => sampleOf((items ?? {}) as JsonSchema))
  if (kind === 'string')
    return FORMATS[String(format)] ?? 'a'.repeat(Math.max(1, Number(minLength)))
  if (kind === 'number' || kind === 'integer') return leastNumber(schema)
  return kind === 'boolean' ? false : kind === 'null' ? null : {}
}

function leastNumber({ minimum, exclusiveMinimum }: JsonSchema): number {
  if (typeof minimum === 'number') return minimum
  return typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 1
}
