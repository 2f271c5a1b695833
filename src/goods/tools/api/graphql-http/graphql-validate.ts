import type { DocumentNode, GraphQLSchema } from 'graphql'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { clipped } from '../../../../base/lib/bytes.ts'
import { KB, MB, text } from '../../../../base/lib/fields.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'

/** The parser is recursive: more tokens could nest deeper than its stack allows. */
const QUERY_TOKENS_MAX = 20_000
const SCHEMA_TOKENS_MAX = 400_000
const ERRORS_MAX = 100
const DEPTH_MAX = 200

export default defineTool({
  route: 'POST /api/graphql-validate',
  name: 'GraphQL check',
  description:
    'Check a GraphQL query for syntax, and against a schema: unknown fields, wrong arguments and ' +
    'variables; depth and number of its fields; the formatted query.',
  asks: [
    'is this GraphQL query valid for my schema',
    'depth and number of fields of a GraphQL query',
    'is my GraphQL query right',
    'which fields of my query do not exist',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    query: text(200 * KB).describe('Operations and fragments of the query, up to 200 KB.'),
    schema: text(2 * MB)
      .optional()
      .describe(
        'Schema in the schema definition language (SDL); without it only syntax is checked.',
      ),
    variables: jsonObject({ bytesMax: 256 * KB, valuesMax: 20_000 })
      .optional()
      .describe('Values of variables to check, if there is one operation and a schema.'),
  }),
  output: z.object({
    valid: z.boolean(),
    errors: z
      .array(
        z.object({ message: z.string(), line: z.int().nullable(), column: z.int().nullable() }),
      )
      .describe('Errors, the first 100.'),
    operations: z.array(
      z.object({
        kind: z.string(),
        name: z.string().nullable(),
        variables: z.array(z.object({ name: z.string(), type: z.string(), required: z.boolean() })),
      }),
    ),
    depth: z.int().describe('Depth of the deepest field, fragments included.'),
    fields: z.int().describe('Number of fields as written; each fragment counts once.'),
    formatted: z.string().nullable(),
  }),
  examples: [
    {
      input: { query: '{ a }', schema: 'type Query { a: Int }' },
      output: {
        valid: true,
        errors: [],
        operations: [{ kind: 'query', name: null, variables: [] }],
        depth: 1,
        fields: 1,
        formatted: '{\n  a\n}',
      },
    },
    {
      input: {
        query: 'query Q($id: ID!) { user(id: $id) { nam } }',
        schema: 'type Query { user(id: ID!): User } type User { name: String }',
      },
    },
  ],

  async run({ query, schema, variables }) {
    const graphql = await import('graphql')
    const read = attempt(() => graphql.parse(query, { maxTokens: QUERY_TOKENS_MAX }))
    if ('error' in read)
      return {
        valid: false,
        errors: [read.error],
        operations: [],
        depth: 0,
        fields: 0,
        formatted: null,
      }
    const { value: document } = read
    const depth = depthOf(document)
    const operations = document.definitions.flatMap((one) =>
      one.kind === 'OperationDefinition' ? [one] : [],
    )
    const built = schema === undefined ? undefined : builtSchema(graphql, schema)
    const errors = built
      ? graphql.validate(built, document, undefined, { maxErrors: ERRORS_MAX })
      : []
    const [operation, another] = operations
    const wrong =
      built && variables && errors.length === 0 && operation && !another
        ? (graphql.getVariableValues(built, operation.variableDefinitions ?? [], variables, {
            maxErrors: ERRORS_MAX,
          }).errors ?? [])
        : []
    const told = [...errors, ...wrong].map(problemOf)
    return {
      valid: told.length === 0,
      errors: told.slice(0, ERRORS_MAX),
      operations: operations.map((one) => ({
        kind: one.operation,
        name: one.name?.value ?? null,
        variables: (one.variableDefinitions ?? []).map(({ variable, type, defaultValue }) => ({
          name: variable.name.value,
          type: graphql.print(type),
          required: type.kind === 'NonNullType' && defaultValue === undefined,
        })),
      })),
      depth,
      fields: countFields(graphql, document),
      formatted: graphql.print(document),
    }
  },
})

interface Problem {
  readonly message: string
  readonly line: number | null
  readonly column: number | null
}

const problemOf = (thrown: unknown): Problem => {
  const { message, locations } = thrown as Error & {
    readonly locations?: readonly { readonly line: number; readonly column: number }[]
  }
  const [place] = locations ?? []
  const deep = thrown instanceof RangeError ? 'nested deeper than can be read' : message
  return { message: clipped(deep, 300), line: place?.line ?? null, column: place?.column ?? null }
}

function attempt<T>(make: () => T): { readonly value: T } | { readonly error: Problem } {
  try {
    return { value: make() }
  } catch (thrown) {
    return { error: problemOf(thrown) }
  }
}

function builtSchema(graphql: typeof import('graphql'), schema: string): GraphQLSchema {
  const built = attempt(() => {
    const document = graphql.parse(schema, { maxTokens: SCHEMA_TOKENS_MAX })
    const made = graphql.buildASTSchema(document)
    const [flaw] = graphql.validateSchema(made)
    if (flaw) throw flaw
    return made
  })
  if ('value' in built) return built.value
  const { message, line } = built.error
  throw badInput(`schema: ${message}${line === null ? '' : `, on line ${line}`}`)
}

function countFields(graphql: typeof import('graphql'), document: DocumentNode): number {
  let fields = 0
  graphql.visit(document, {
    Field() {
      fields += 1
    },
  })
  return fields
}

interface Selected {
  readonly kind: string
  readonly name?: { readonly value: string }
  readonly selectionSet?: { readonly selections: readonly unknown[] } | undefined
}

/** Fragments that include themselves are not followed twice. */
function depthOf(document: DocumentNode): number {
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === 'FragmentDefinition' ? [[one.name.value, one as Selected] as const] : [],
    ),
  )
  const known = new Map<string, number>()
  const depths = document.definitions.flatMap((one) =>
    one.kind === 'OperationDefinition' ? [below(one as Selected, [])] : [],
  )
  return Math.max(0, ...depths)

  function below(node: Selected, path: readonly string[]): number {
    if (path.length > DEPTH_MAX) throw badInput(`query: must nest at most ${DEPTH_MAX} levels deep`)
    const inner = (node.selectionSet?.selections ?? []) as readonly Selected[]
    return inner.reduce((deepest, one) => Math.max(deepest, depthAt(one, path)), 0)
  }

  function depthAt(one: Selected, path: readonly string[]): number {
    if (one.kind === 'Field') return 1 + below(one, [...path, ''])
    if (one.kind !== 'FragmentSpread') return below(one, [...path, ''])
    const name = one.name?.value ?? ''
    const fragment = fragments.get(name)
    if (!fragment || path.includes(name)) return 0
    const told = known.get(name) ?? below(fragment, [...path, name])
    known.set(name, told)
    return told
  }
}
