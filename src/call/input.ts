import type { z } from 'zod'
import type { CallRequest } from '../core/call.ts'
import { Fault } from '../core/fault.ts'
import { inputShape, type InputShape, type JsonSchema } from '../core/shape.ts'
import { flawIn } from '../core/sound-input.ts'
import type { Tool } from '../core/tool.ts'
import { SYNONYMS } from './synonyms.ts'

/** Input that a tool may be run with, and the names of sent fields that it has no use for. */
export interface ParsedInput {
  readonly value: unknown
  readonly ignored: readonly string[]
}

type Fields = Readonly<Record<string, unknown>>

/** What a request sends, before any schema: fields of the query or members of the JSON body. */
export async function rawInput(tool: Tool, request: CallRequest): Promise<Fields> {
  const shape = inputShape(tool)
  if (tool.method === 'GET') return fromQuery(request.query, shape)
  return fromBody(await request.text(), tool, shape)
}

export function parseInput(tool: Tool, raw: Fields): ParsedInput {
  const shape = inputShape(tool)
  const { fields, spent } = withSynonyms(raw, shape)
  const flaw = flawIn(fields)
  if (flaw) throw refusal(tool, [flaw])
  const parsed = tool.spec.input.safeParse(fields)
  if (!parsed.success)
    throw refusal(
      tool,
      parsed.error.issues.map((issue) => explain(issue, shape)),
    )
  const ignored = Object.keys(raw).filter((name) => !(name in shape.properties) && !spent.has(name))
  return { value: parsed.data, ignored }
}

/** A refusal that can be acted on without reading the documentation. */
function refusal(tool: Tool, problems: readonly string[]): Fault {
  const { properties, required } = inputShape(tool)
  const expected = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, brief(schema)]),
  )
  const example = tool.spec.examples[0].input
  return new Fault('bad_input', problems.slice(0, 3).join(' '), {
    body: { tool: tool.slug, expected, required, example },
  })
}

function explain(issue: z.core.$ZodIssue, { required }: InputShape): string {
  const field = issue.path.join('.')
  if (/received undefined/.test(issue.message)) return `${field || 'input'}: is required.`
  const known = required.length > 0 ? ` (required: ${required.join(', ')})` : ''
  return field ? `${field}: ${issue.message}.` : `${issue.message}${known}.`
}

/** Type and description of a field, and nothing that a caller would skip. */
export function brief(schema: JsonSchema): Record<string, unknown> {
  const { type, enum: allowed, description, default: preset } = schema
  return {
    type: type ?? (allowed ? 'string' : 'any'),
    ...(allowed ? { enum: allowed } : {}),
    ...(preset === undefined ? {} : { default: preset }),
    ...(description ? { description } : {}),
  }
}

async function fromBody(text: string, tool: Tool, shape: InputShape): Promise<Fields> {
  if (text.trim() === '') return {}
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw refusal(tool, ['The body is not valid JSON.'])
  }
  if (!isFields(body)) throw refusal(tool, ['The body must be a JSON object.'])
  return unwrapped(body, shape)
}

const ENVELOPES = ['params', 'input', 'args', 'arguments']

/** `{ "params": { ... } }` reads like `{ ... }`, unless the tool itself has such a field. */
function unwrapped(body: Fields, { properties }: InputShape): Fields {
  const [name, ...others] = Object.keys(body)
  if (name === undefined || others.length > 0 || !ENVELOPES.includes(name) || name in properties) {
    return body
  }
  const inner = body[name]
  return isFields(inner) ? inner : body
}

function fromQuery(query: string, { properties }: InputShape): Fields {
  const sent = new URLSearchParams(query)
  const fields: Record<string, unknown> = {}
  for (const name of new Set(sent.keys())) {
    fields[name] = coerced(sent.getAll(name), properties[name])
  }
  return fields
}

/**
 * Text as the type that the schema asks for; what does not fit stays text and is refused by name.
 */
function coerced(texts: readonly string[], schema: JsonSchema | undefined): unknown {
  const [text = ''] = texts
  const types = typesOf(schema)
  if (types.includes('array')) return texts.length > 1 ? texts : listed(text)
  if (types.includes('boolean') && /^(true|1|yes)$/i.test(text)) return true
  if (types.includes('boolean') && /^(false|0|no)$/i.test(text)) return false
  const isNumeric = types.includes('number') || types.includes('integer')
  if (isNumeric && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
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

function withSynonyms(
  raw: Fields,
  shape: InputShape,
): { fields: Fields; spent: ReadonlySet<string> } {
  const spent = new Set<string>()
  const fields: Record<string, unknown> = { ...raw }
  for (const name of shape.required) {
    if (name in raw) continue
    const sent = (SYNONYMS[name] ?? []).filter(
      (other) => other in raw && !(other in shape.properties),
    )
    const [only, ...others] = sent.filter((other) => !spent.has(other))
    if (only === undefined || others.length > 0) continue
    fields[name] = raw[only]
    spent.add(only)
  }
  return { fields, spent }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
