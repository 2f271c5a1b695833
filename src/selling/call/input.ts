import { parsingOf } from '../../base/core/first-parses.ts'
import {
  inputShape,
  type InputOwner,
  type InputShape,
  type JsonSchema,
} from '../../base/core/shape.ts'
import { flawIn } from '../../base/core/sound-input.ts'
import { wordingOf } from '../../base/core/validation-messages.ts'
import { problemsOf, refusedInput } from './input-problems.ts'
import { fieldsOfQuery, type Fields } from './input-query.ts'
import { SYNONYMS } from './synonyms.ts'
import { clipped } from '../../base/lib/bytes.ts'
import { duplicateNamesInTurns } from '../../base/lib/json-duplicates.ts'
import { isObject } from '../../base/lib/json-object.ts'
import { placeOfFlaw } from '../../base/lib/json-text.ts'

/** The validated input of a tool, with its unused parts: unknown fields and duplicate members. */
export interface ParsedInput {
  readonly value: unknown
  readonly ignored: readonly string[]
}

/** Unknown fields that are tolerated, and how much of the name of one is said. */
const UNKNOWN_FIELDS_MAX = 64
const UNKNOWN_CHARACTERS = 100

/** A query string as the input of a tool. */
export function parseQuery(tool: InputOwner, query: string): ParsedInput {
  const { fields, repeated } = fieldsOfQuery(query, inputShape(tool))
  const problems = repeated.map((name) => `${name}: is given more than once; give it once.`)
  if (problems.length > 0) throw refusedInput(tool, problems)
  return parseInput(tool, fields)
}

/** A JSON body as the input of a tool. */
export function parseBody(tool: InputOwner, text: string): ParsedInput {
  if (text.trim() === '') return parseInput(tool, {})
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw refusedInput(tool, [`The body is not valid JSON${placeOfFlaw(text)}.`])
  }
  if (!isObject(body)) throw refusedInput(tool, ['The body must be a JSON object.'])
  return parseInput(tool, unwrapped(body, inputShape(tool)))
}

const LOST_MAX = 20
const LOST_CHARACTERS = 200

/**
 * With duplicate member names the last value counts. The others, as an answer names them. `at`:
 * where the text stands, if it is a text within a message.
 */
export async function lostMembers(text: string, at = ''): Promise<readonly string[]> {
  const pointers = await duplicateNamesInTurns(text, LOST_MAX)
  return pointers.map(
    (pointer) => `${clipped(at + pointer, LOST_CHARACTERS)} (all of this name but the last)`,
  )
}

/**
 * Whether a message holds a payment twice, of which reading it has kept one: a member of one of
 * these names, or what holds it.
 */
export async function repeatsPayment(
  text: string,
  names: readonly string[],
  places: RegExp,
): Promise<boolean> {
  if (!names.some((name) => text.includes(name))) return false
  return (await duplicateNamesInTurns(text, LOST_MAX)).some((pointer) => places.test(pointer))
}

/** Whoever sends data of an own shape is told which members of it were lost. */
export async function withLost(
  tool: InputOwner,
  parsed: ParsedInput,
  lost: () => Promise<readonly string[]>,
): Promise<ParsedInput> {
  if (!takesData(tool)) return parsed
  const names = await lost()
  return names.length === 0 ? parsed : { ...parsed, ignored: [...parsed.ignored, ...names] }
}

const dataTakers = new WeakMap<InputOwner, boolean>()

/** Whether a field holds JSON of the caller's own shape. */
function takesData(tool: InputOwner): boolean {
  const known = dataTakers.get(tool)
  if (known !== undefined) return known
  const takes = Object.values(inputShape(tool).properties).some(isFree)
  dataTakers.set(tool, takes)
  return takes
}

function isFree(schema: JsonSchema): boolean {
  const { type, items, properties } = schema as {
    type?: unknown
    items?: JsonSchema
    properties?: unknown
  }
  if (type === 'array') return items !== undefined && isFree(items)
  if (type === 'object') return properties === undefined
  return Array.isArray(type) && type.includes('object')
}

export function parseInput(tool: InputOwner, raw: Fields): ParsedInput {
  const shape = inputShape(tool)
  const names = Object.keys(raw)
  const unknown = names.filter((name) => !Object.hasOwn(shape.properties, name))
  if (unknown.length > UNKNOWN_FIELDS_MAX) {
    const told = `The input has ${unknown.length} fields that this tool does not know;`
    throw refusedInput(tool, [`${told} at most ${UNKNOWN_FIELDS_MAX} are allowed.`])
  }
  const { fields, spent } = withSynonyms(raw, shape)
  const flaw = flawIn(fields)
  if (flaw) throw refusedInput(tool, [flaw])
  const parsed = tool.spec.input.safeParse(fields, {
    error: wordingOf,
    ...parsingOf(tool.spec.input, fields),
  })
  if (!parsed.success) throw refusedInput(tool, problemsOf(tool, parsed.error.issues))
  const ignored = takesAll(shape)
    ? []
    : unknown.filter((name) => !spent.has(name)).map((name) => clipped(name, UNKNOWN_CHARACTERS))
  return { value: parsed.data, ignored }
}

/** A schema that allows additional fields reads them itself and reports how it used them. */
const takesAll = ({ schema }: InputShape): boolean =>
  typeof schema['additionalProperties'] === 'object'

const ENVELOPES = ['params', 'input', 'args', 'arguments']

/** `{ "params": { ... } }` means the same as `{ ... }`, unless the tool has a field `params`. */
function unwrapped(body: Fields, { properties }: InputShape): Fields {
  const [name, ...others] = Object.keys(body)
  if (name === undefined || others.length > 0 || !ENVELOPES.includes(name) || name in properties) {
    return body
  }
  const inner = body[name]
  return isObject(inner) ? inner : body
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
      (other) => other in raw && !Object.hasOwn(shape.properties, other),
    )
    const [only, ...others] = sent.filter((other) => !spent.has(other))
    if (only === undefined || others.length > 0) continue
    fields[name] = raw[only]
    spent.add(only)
  }
  return { fields, spent }
}
