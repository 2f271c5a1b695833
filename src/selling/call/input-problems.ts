import type { z } from 'zod'
import { badInput, Fault } from '../../base/core/fault.ts'
import { inputShape, type InputOwner, type JsonSchema } from '../../base/core/shape.ts'
import { fieldAt, wordingOf } from '../../base/core/validation-messages.ts'

type Issue = z.core.$ZodIssue

const PROBLEMS_MAX = 3

/** A refusal that shows the expected input. */
export function refusedInput(tool: InputOwner, problems: readonly string[]): Fault {
  const { properties, required } = inputShape(tool)
  const expected = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, brief(schema)]),
  )
  const example = tool.spec.examples[0].input
  return new Fault('bad_input', problems.slice(0, PROBLEMS_MAX).join(' '), {
    body: { tool: tool.slug, expected, required, example },
  })
}

/** Type and description of a field, without details that a caller skips. */
function brief(schema: JsonSchema): Record<string, unknown> {
  const { type, enum: allowed, description, default: preset } = schema
  return {
    type: type ?? (allowed ? 'string' : typesIn(schema)),
    ...(allowed ? { enum: allowed } : {}),
    ...(preset === undefined ? {} : { default: preset }),
    ...(description ? { description } : {}),
  }
}

/** The types of the choices where a field has several, such as a number or null. */
function typesIn({ anyOf, oneOf }: JsonSchema): unknown {
  const choices = [anyOf, oneOf].flatMap((each) => (each as readonly JsonSchema[]) ?? [])
  const types = [...new Set(choices.flatMap(({ type = 'any' }) => type as string | string[]))]
  if (types.length === 0 || types.includes('any')) return 'any'
  return types.length === 1 ? types[0] : types
}

/** The first issues as sentences that begin with the field. */
export const problemsOf = (tool: InputOwner, issues: readonly Issue[]): readonly string[] => {
  const { required, properties } = inputShape(tool)
  const known = required.length > 0 ? ` (required: ${required.join(', ')})` : ''
  const named = issues.map((issue) => ({ ...issue, message: withRange(issue, properties) }))
  return sentencesOf(named, known)
}

/** Of a number that is none, which numbers are allowed. */
function withRange(
  { code, path, message }: Issue,
  properties: Readonly<Record<string, JsonSchema>>,
): string {
  const [name, ...inner] = path
  if (code !== 'invalid_type' || name === undefined || inner.length > 0) return message
  const { type, minimum, maximum } = properties[String(name)] ?? {}
  const kind = type === 'integer' ? 'a whole number' : 'a number'
  // A bound of its own, and not that of all whole numbers.
  const [from, to] = [minimum, maximum].map((bound) =>
    typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined,
  )
  const least = from === undefined ? '' : ` of at least ${from}`
  const most = to === undefined ? '' : ` of at most ${to}`
  const range = from === undefined || to === undefined ? least || most : ` from ${from} to ${to}`
  return message.replace(/^must be a number(?=, not )/, `must be ${kind}${range}`)
}

const sentencesOf = (issues: readonly Issue[], known = ''): readonly string[] =>
  issues
    .slice(0, PROBLEMS_MAX)
    .map(({ path, message }) =>
      path.length > 0 ? `${fieldAt(path)}: ${message}.` : `The input ${message}${known}.`,
    )

/** What a message of a protocol brings, as its schema reads it. */
export function checkedInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const { data, error } = schema.safeParse(input, { error: wordingOf })
  if (error) throw badInput(sentencesOf(error.issues).join(' '))
  return data
}
