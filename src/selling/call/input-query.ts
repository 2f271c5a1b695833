import type { InputShape, JsonSchema } from '../../base/core/shape.ts'

export type Fields = Readonly<Record<string, unknown>>

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** Fields of a query string, and the names of single fields that were given twice. */
export function fieldsOfQuery(
  query: string,
  { properties }: InputShape,
): { readonly fields: Fields; readonly repeated: readonly string[] } {
  const sent = new Map<string, string[]>()
  for (const [name, text] of new URLSearchParams(query)) {
    const texts = sent.get(name)
    if (texts) texts.push(text)
    else sent.set(name, [text])
  }
  const entries = Array.from(sent)
  const isRepeated = ([name, texts]: [string, string[]]) =>
    texts.length > 1 && name in properties && !typesOf(properties[name]).includes('array')
  return {
    fields: Object.fromEntries(
      entries.map(([name, texts]) => [name, coerced(texts, properties[name])]),
    ),
    repeated: entries.filter(isRepeated).map(([name]) => name),
  }
}

/** Converts text to the type of the schema; text that does not fit is refused later by name. */
function coerced(texts: readonly string[], schema: JsonSchema | undefined): unknown {
  const [text = ''] = texts
  const types = typesOf(schema)
  if (types.includes('array')) return texts.length > 1 ? texts : listed(text)
  if (types.includes('boolean') && /^(true|1|yes)$/i.test(text)) return true
  if (types.includes('boolean') && /^(false|0|no)$/i.test(text)) return false
  const isNumeric = types.includes('number') || types.includes('integer')
  if (isNumeric && NUMBER.test(text.trim())) return Number(text)
  if (types.includes('object')) return parsedOr(text)
  return text
}

function listed(text: string): unknown {
  if (text.startsWith('[')) return parsedOr(text)
  return text === '' ? [] : text.split(',').map((item) => item.trim())
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function typesOf(schema: JsonSchema | undefined): readonly string[] {
  if (!schema) return []
  const choices = (schema['anyOf'] ?? []) as readonly JsonSchema[]
  return [
    ...[schema['type']].flat().filter((type) => typeof type === 'string'),
    ...choices.flatMap(typesOf),
  ]
}
