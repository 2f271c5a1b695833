import { bodyBounds, SMALL_BODY } from '../../src/selling/call/input-bounds.ts'
import { inputShape, type JsonSchema } from '../../src/base/core/shape.ts'
import type { Tool } from '../../src/base/core/tool.ts'

/** A request that takes a tool, or an endpoint, to one of its limits. */
export interface WorstRequest {
  readonly what: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

type Fields = Readonly<Record<string, unknown>>

/** What a URL may hold, with room for the headers beside it. */
const QUERY_LENGTH = 12_000
const ITEMS_MAX = 100_000
const TEXT_LENGTH_MAX = 12_000_000

/** Requests from the schema and the example of a tool, each as bad as one field can make it. */
export function worstOfTool(tool: Tool): readonly WorstRequest[] {
  const { path, method } = tool
  if (method === 'GET') return queriesOf(tool)
  const { bytesMax, valuesMax } = bodyBounds(tool)
  const example = tool.spec.examples[0].input as Fields
  const { properties } = inputShape(tool)
  const fields = Object.entries(properties).flatMap(([name, schema]) =>
    worstValues(schema, example[name], bytesMax).map(([what, value]) => ({
      what: `${name}: ${what}`,
      body: JSON.stringify({ ...example, [name]: value }),
    })),
  )
  const first = Object.keys(properties)[0] ?? 'text'
  const expressions = choicesOf(properties).flatMap((choice) =>
    textsOf(properties).map((name) => ({
      what: `${name}: what multiplies, ${JSON.stringify(choice)}`,
      body: JSON.stringify({ ...example, ...choice, [name]: MULTIPLYING }),
    })),
  )
  const whole = [
    { what: 'many unknown keys', body: JSON.stringify(members(Math.min(valuesMax, 60_000))) },
    { what: 'more keys than allowed', body: JSON.stringify(members(ITEMS_MAX)) },
    { what: 'nesting', body: `{"${first}":${'['.repeat(50_000)}` },
    { what: 'allowed nesting', body: `{"${first}":${'['.repeat(150)}${']'.repeat(150)}}` },
    { what: 'escapes', body: `{"${first}":"${'\\u0041'.repeat(Math.floor(bytesMax / 6) - 20)}"}` },
    { what: 'white space', body: `{${' '.repeat(bytesMax - 2)}}` },
    { what: 'no JSON', body: '"'.repeat(bytesMax) },
  ]
  return [...fields, ...expressions, ...whole].map((one) => ({
    ...one,
    method,
    path: `${path}?ns=worst`,
  }))
}

/** An expression that pairs its result with itself, again and again. */
const MULTIPLYING = Array(40).fill('[@,@]').join('|')

/** Each choice that a field offers, one at a time. */
const choicesOf = (properties: Readonly<Record<string, JsonSchema>>): readonly Fields[] =>
  Object.entries(properties).flatMap(([name, schema]) =>
    ((schema['enum'] ?? []) as readonly unknown[]).map((value) => ({ [name]: value })),
  )

const textsOf = (properties: Readonly<Record<string, JsonSchema>>): readonly string[] =>
  Object.keys(properties).filter((name) => {
    const { type, enum: choices, maxLength } = properties[name] as Readonly<Record<string, unknown>>
    return type === 'string' && !choices && Number(maxLength ?? 0) >= MULTIPLYING.length
  })

/** The same for an endpoint that is free. */
export function worstOfEndpoint(method: 'GET' | 'POST', path: string): readonly WorstRequest[] {
  const words = 'what is the weather of the day after tomorrow '.repeat(300)
  const texts = ['a'.repeat(QUERY_LENGTH), words.slice(0, QUERY_LENGTH / 2), '日本語'.repeat(400)]
  const queries = texts.map((text) => `${path}?q=${encodeURIComponent(text)}&k=25`)
  const parameters = `${path}?${Array.from({ length: 2_000 }, (_, at) => `a${at}=1`).join('&')}`
  if (method === 'GET')
    return [...queries, parameters].map((query, at) => ({
      what: `query ${at}`,
      method,
      path: query,
    }))
  const size = SMALL_BODY.bytesMax - 100
  const bodies = [
    { q: words.repeat(10).slice(0, size) },
    { q: 'a'.repeat(size) },
    { q: 'a b '.repeat(size / 4) },
    members(1_900),
  ]
  const large = JSON.stringify({ q: 'a'.repeat(1_000_000) })
  return [...bodies.map((body) => JSON.stringify(body)), large].map((body, at) => ({
    what: `body ${at}`,
    method,
    path,
    body,
  }))
}

function queriesOf(tool: Tool): readonly WorstRequest[] {
  const example = tool.spec.examples[0].input as Readonly<Record<string, string>>
  const names = Object.keys(inputShape(tool).properties)
  const good = new URLSearchParams(example)
  const queries = names.flatMap((name) =>
    ['a'.repeat(QUERY_LENGTH), '9'.repeat(QUERY_LENGTH), 'a,'.repeat(QUERY_LENGTH / 2)].map(
      (text, at) => {
        const query = new URLSearchParams(good)
        query.set(name, text)
        return { what: `${name}: long ${at}`, path: `${tool.path}?${String(query)}&ns=worst` }
      },
    ),
  )
  const repeated = Array.from({ length: 3_000 }, () => 'x=1').join('&')
  const all = [
    ...queries,
    { what: 'many parameters', path: `${tool.path}?${String(good)}&${repeated}` },
  ]
  return all.map((one) => ({ ...one, method: 'GET' as const }))
}

type Named = readonly [what: string, value: unknown]

function worstValues(schema: JsonSchema, example: unknown, bytesMax: number): readonly Named[] {
  const choices = (schema['anyOf'] ?? [schema]) as readonly JsonSchema[]
  return choices.flatMap((choice): readonly Named[] => {
    switch (choice['type']) {
      case 'string':
        return choice['enum'] ? [] : worstTexts(choice, example, bytesMax)
      case 'array':
        return worstLists(choice, example, bytesMax)
      case 'object':
        return worstObjects(choice, bytesMax)
      case undefined:
        return [
          ['anything long', Array.from({ length: 10_000 }, () => 1)],
          ['anything wide', members(5_000)],
        ]
      default:
        return []
    }
  })
}

function worstTexts(schema: JsonSchema, example: unknown, bytesMax: number): readonly Named[] {
  const length = Math.min(Number(schema['maxLength'] ?? 10_000), bytesMax - 1_000, TEXT_LENGTH_MAX)
  const piece = typeof example === 'string' && example !== '' ? example : 'one two '
  return [
    ['letters', 'a'.repeat(length)],
    ['the example again and again', filled(piece, length)],
    ['opening signs', filled('<a href="(', length)],
    ['money', filled('$1,', length)],
    ['spaces', ' '.repeat(length)],
  ]
}

const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

function worstLists(schema: JsonSchema, example: unknown, bytesMax: number): readonly Named[] {
  const most = Math.min(Number(schema['maxItems'] ?? 10_000), ITEMS_MAX)
  const item = Array.isArray(example) ? example[0] : undefined
  const fits = (one: unknown) =>
    Math.min(most, Math.floor(bytesMax / (JSON.stringify(one ?? null).length + 1)))
  const good: readonly Named[] =
    item === undefined ? [] : [['as many items', times(fits(item), item)]]
  return [
    ...good,
    ['objects that do not fit', times(fits({}), {})],
    ['texts that do not fit', times(fits('x'), 'x')],
    ['more items than allowed', times(Math.min(most + 1, ITEMS_MAX), item ?? 1)],
  ]
}

function worstObjects(schema: JsonSchema, bytesMax: number): readonly Named[] {
  const most = Number(schema['maxProperties'] ?? 5_000)
  const count = Math.min(most, Math.floor(bytesMax / 12))
  const wide = (value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value]))
  return [
    ['objects by name', wide({})],
    ['numbers by name', wide(1)],
  ]
}

const times = (count: number, item: unknown): unknown[] => Array.from({ length: count }, () => item)

const members = (count: number): Fields =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, {}]))
