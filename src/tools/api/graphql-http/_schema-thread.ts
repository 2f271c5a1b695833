import { buildClientSchema, printSchema, type GraphQLObjectType } from 'graphql'
import type { JsonObject } from '../../../lib/json-object.ts'

interface SchemaRead {
  readonly sdl?: string
  readonly schema?: Record<string, unknown>
  readonly queries: string[]
  readonly mutations: string[]
  readonly subscriptions: string[]
  readonly types: number
}

/** A schema as its server describes it; a text says why it is none. */
export function work(input: {
  readonly data: JsonObject
  readonly as: 'sdl' | 'json' | 'summary'
}): SchemaRead | string {
  try {
    const schema = buildClientSchema(input.data as never, { assumeValid: true })
    const own = Object.keys(schema.getTypeMap()).filter((name) => !BUILT_IN.test(name))
    return {
      ...(input.as === 'sdl' && { sdl: printSchema(schema) }),
      ...(input.as === 'json' && { schema: { ...input.data } }),
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
