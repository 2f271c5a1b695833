import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { line } from '../../../../base/lib/fields.ts'
import { nameOf } from '../../../../engines/openapi/choose.ts'
import { readDocument } from '../../../../engines/openapi/document.ts'
import { operationsOf, type Operation } from '../../../../engines/openapi/operations.ts'
import { trimmed } from '../../../../engines/openapi/trim.ts'
import { encoder } from '../../../../base/lib/tokens.ts'
import { exampleSpec, spec } from './_fields.ts'
import { toolsOf } from './_tools.ts'

const NAMES_MAX = 500

export default defineTool({
  route: 'POST /api/openapi-trim',
  name: 'OpenAPI trim',
  description:
    'Cut a large OpenAPI or Swagger document down to chosen operations and what they need, or ' +
    'turn them into MCP and OpenAI tool definitions for a model.',
  asks: [
    'turn an OpenAPI spec into MCP tools',
    'cut a large swagger document down to a few operations',
    'the API description is too large for my model',
    'keep only some endpoints of a Swagger file',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  heavyField: 'spec',
  input: z.object({
    spec: spec(),
    keep: z
      .array(line(2_000).min(1))
      .max(NAMES_MAX)
      .default([])
      .describe('Operation ids, paths, or method and path, such as GET /users/{id}.'),
    tags: z
      .array(line(200).min(1))
      .max(NAMES_MAX)
      .default([])
      .describe('Tags whose operations to keep too.'),
    resolveRefs: z
      .boolean()
      .default(false)
      .describe(
        'Whether to replace references by what they refer to; circular ones stay references.',
      ),
    dropExamples: z.boolean().default(true).describe('Whether to leave examples out.'),
    dropInternal: z
      .boolean()
      .default(true)
      .describe('Whether to leave out what says x-internal: true.'),
    as: z
      .enum(['openapi', 'mcp-tools', 'openai-tools'])
      .default('openapi')
      .describe('Output: a document, or definitions of tools.'),
  }),
  output: z.object({
    spec: z.record(z.string(), z.unknown()).optional(),
    tools: z.array(z.unknown()).optional(),
    operations: z.int().describe('Number of kept operations; all of them if none is chosen.'),
    bytesBefore: z.int().describe('Bytes of the document as compact JSON.'),
    bytesAfter: z.int(),
    tokens: z.int().describe('Tokens of the result as compact JSON, by the encoding o200k.'),
  }),
  examples: [
    {
      input: {
        spec: exampleSpec({
          '/a': { get: { operationId: 'a', summary: 'List all', responses: {} } },
          '/b': { get: { operationId: 'b', responses: {} } },
        }),
        keep: ['a'],
        as: 'mcp-tools',
      },
      output: {
        tools: [
          {
            name: 'a',
            description: 'List all',
            inputSchema: { type: 'object', properties: {} },
          },
        ],
        operations: 1,
        bytesBefore: 181,
        bytesAfter: 87,
        tokens: 23,
      },
    },
  ],

  async run({ spec: given, keep, tags, as, ...choice }) {
    const document = await readDocument('spec', given)
    const all = operationsOf(document).filter((one) => !(choice.dropInternal && one.internal))
    const operations = chosen(all, keep, tags)
    const result =
      as === 'openapi'
        ? trimmed(document, operations, choice)
        : toolsOf(document, operations, as === 'mcp-tools' ? 'mcp' : 'openai', choice.dropExamples)
    const written = JSON.stringify(result)
    const count = await encoder()
    return {
      ...(as === 'openapi'
        ? { spec: result as Record<string, unknown> }
        : { tools: [...(result as readonly unknown[])] }),
      operations: operations.length,
      bytesBefore: Buffer.byteLength(JSON.stringify(document.root)),
      bytesAfter: Buffer.byteLength(written),
      tokens: count(written),
    }
  },
})

const namesOf = (one: Operation) => [one.id ?? '', one.path, nameOf(one)]

function chosen(
  all: readonly Operation[],
  keep: readonly string[],
  tags: readonly string[],
): readonly Operation[] {
  if (keep.length === 0 && tags.length === 0) return all
  const names = new Set(keep.map((one) => one.replace(/^\w+(?= \/)/, (word) => word.toUpperCase())))
  const known = new Set(all.flatMap(namesOf))
  for (const name of names)
    if (!known.has(name)) throw badInput(`keep: the document has no operation ${excerpt(name)}`)
  const ofTags = new Set(all.flatMap((one) => one.tags))
  for (const tag of tags)
    if (!ofTags.has(tag)) throw badInput(`tags: no operation has the tag ${excerpt(tag)}`)
  return all.filter(
    (one) =>
      namesOf(one).some((name) => names.has(name)) || tags.some((tag) => one.tags.includes(tag)),
  )
}
