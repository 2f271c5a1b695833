import { buildClientSchema, printSchema, type GraphQLObjectType } from 'graphql'
import { clipped } from '../../../../base/lib/bytes.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { jsonFlaw } from '../../../../base/lib/json-guard.ts'
import { isObject, objectIn, type JsonObject } from '../../../../base/lib/json-object.ts'

/** Of a schema that is given as JSON: more would take long to hand over. */
const JSON_LIMITS = { bytesMax: 4 * MB, valuesMax: 200_000 }

interface SchemaRead {
  readonly sdl?: string
  readonly schema?: Record<string, unknown>
  readonly queries: string[]
  readonly mutations: string[]
  readonly subscriptions: string[]
  readonly types: number
}

/** A schema as the answer of its server describes it; or a text that says why there is none. */
export function work(input: {
  readonly text: string
  readonly status: number
  readonly as: 'sdl' | 'json' | 'summary'
}): SchemaRead | string {
  const answer = objectIn(input.text)
  const data = isObject(answer?.['data']) ? answer['data'] : {}
  if (!isObject(data['__schema'])) return problemOf(input.status, answer)
  const flaw = input.as === 'json' ? jsonFlaw(data, JSON_LIMITS) : null
  if (flaw !== null) return `The schema is too large for JSON, which ${flaw}; ask for sdl.`
  try {
    const schema = buildClientSchema(data as never, { assumeValid: true })
    const own = Object.keys(schema.getTypeMap()).filter((name) => !BUILT_IN.test(name))
    return {
      ...(input.as === 'sdl' && { sdl: printSchema(schema) }),
      ...(input.as === 'json' && { schema: { ...data } }),
      queries: fieldsOf(schema.getQueryType()),
      mutations: fieldsOf(schema.getMutationType()),
      subscriptions: fieldsOf(schema.getSubscriptionType()),
      types: own.length,
    }
  } catch (thrown) {
    const told = thrown instanceof Error ? thrown.message : String(thrown)
    return `The schema breaks the rules of GraphQL: ${told.slice(0, 200)}`
  }
}

const BUILT_IN = /^(__.*|String|Int|Float|Boolean|ID)$/

const fieldsOf = (type: GraphQLObjectType | null | undefined): string[] =>
  Object.keys(type?.getFields() ?? {})

function problemOf(status: number, answer: JsonObject | null): string {
  const errors: unknown = answer?.['errors']
  const [first] = Array.isArray(errors) ? (errors as unknown[]) : []
  const told: unknown = isObject(first) ? first['message'] : undefined
  if (typeof told === 'string') return clipped(told, 300)
  return answer === null
    ? `The answer, with status ${status}, is no JSON.`
    : `The answer, with status ${status}, has no schema.`
}
