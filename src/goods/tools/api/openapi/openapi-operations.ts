import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { nameOf, securitySchemes, serversOf } from '../../../../engines/openapi/choose.ts'
import { readDocument } from '../../../../engines/openapi/document.ts'
import { operationsOf, type Operation } from '../../../../engines/openapi/operations.ts'
import { rankedBy } from '../../../../engines/numbers/ranking.ts'
import { exampleSpec, spec } from './_fields.ts'

const DESCRIPTION_CHARACTERS_MAX = 2_000

export default defineTool({
  route: 'POST /api/openapi-operations',
  name: 'OpenAPI operations',
  description:
    'List the endpoints (operations) of an OpenAPI or Swagger document with required inputs and ' +
    'auth, their number, searchable by words and tag.',
  asks: [
    'list all endpoints of a swagger document',
    'search the operations of an OpenAPI spec by words',
    'which calls does this API have',
    'list of endpoints in a Swagger file',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  heavyField: 'spec',
  input: z.object({
    spec: spec(),
    query: line(200).min(1).optional().describe('Words to look for; best matches come first.'),
    tag: line(200).min(1).optional().describe('Only operations with this tag.'),
    limit: z.int().min(1).max(2_000).default(200).describe('How many to list, 1 to 2,000.'),
  }),
  output: z.object({
    operations: z.array(
      z.object({
        operationId: z.string().nullable(),
        method: z.string(),
        path: z.string(),
        summary: z.string(),
        required: z.array(z.string()).describe('Required parameters, as place.name.'),
        bodyRequired: z.boolean(),
        security: z
          .array(z.array(z.string()))
          .describe(
            'Alternative lists of schemes; all schemes of one list are needed. Empty: none is needed.',
          ),
        deprecated: z.boolean(),
        score: z.number().nullable().describe('Relevance to the query.'),
      }),
    ),
    servers: z.array(z.string()),
    security: z
      .record(z.string(), z.unknown())
      .describe('Security schemes of the document, by name.'),
    count: z.int().describe('Number of operations found, including those beyond the limit.'),
    version: z.string(),
  }),
  examples: [
    {
      input: {
        spec: exampleSpec({ '/a': { get: { operationId: 'a', summary: 'List', responses: {} } } }),
      },
      output: {
        operations: [
          {
            operationId: 'a',
            method: 'GET',
            path: '/a',
            summary: 'List',
            required: [],
            bodyRequired: false,
            security: [],
            deprecated: false,
            score: null,
          },
        ],
        servers: [],
        security: {},
        count: 1,
        version: '3.1.0',
      },
    },
    {
      input: {
        spec: 'swagger: "2.0"\ninfo: {title: x, version: "1"}\npaths: {/b: {get: {responses: {}}}}',
        query: 'b',
      },
    },
  ],

  async run({ spec: given, query, tag, limit }) {
    const document = await readDocument('spec', given)
    const all = operationsOf(document).filter((one) => tag === undefined || one.tags.includes(tag))
    const ranked =
      query === undefined
        ? all.map((operation) => ({ operation, score: null }))
        : (await rankedBy(spaced(query), all.map(wordsOf), 0.2)).flatMap(({ index, score }) => {
            const operation = all[index]
            return operation ? [{ operation, score: Math.round(score * 1_000) / 1_000 }] : []
          })
    return {
      operations: ranked.slice(0, limit).map(({ operation, score }) => rowOf(operation, score)),
      servers: [...serversOf(document)],
      security: securitySchemes(document),
      count: ranked.length,
      version: document.declared,
    }
  },
})

function rowOf(operation: Operation, score: number | null) {
  const { id, method, path, summary, parameters, body, security, deprecated } = operation
  return {
    operationId: id,
    method,
    path,
    summary,
    required: parameters.flatMap((one) => (one.required ? [`${one.in}.${one.name}`] : [])),
    bodyRequired: body?.required ?? false,
    security: security.map((one) => Object.keys(one)),
    deprecated,
    score,
  }
}

const wordsOf = (operation: Operation): string => {
  const { id, summary, tags, description, parameters } = operation
  return spaced(
    [
      id ?? '',
      nameOf(operation),
      summary,
      ...tags,
      ...parameters.map(({ name }) => name),
      description.slice(0, DESCRIPTION_CHARACTERS_MAX),
    ].join(' '),
  )
}

/** `listPets` and `list_pets` are looked for as list and pets. */
const spaced = (text: string): string =>
  text.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[/_{}.-]+/g, ' ')
