import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { firstNumber, mocksOf } from '../../../../engines/formats/json-schema-mocks.ts'
import { schemaCheck } from '../../../../engines/formats/json-schema.ts'
import { preferredMedia } from '../../../../engines/openapi/choose.ts'
import { createSchemas } from '../../../../engines/openapi/schemas.ts'
import { chosen, exampleSpec, readOperation, spec, statusField } from './_fields.ts'
import { replyOf } from './_reply.ts'

export default defineTool({
  route: 'POST /api/openapi-mock',
  name: 'OpenAPI mock',
  description:
    'Mock (sample response) of an OpenAPI or Swagger operation: its own example, or one made of ' +
    'its schema, checked against that schema.',
  asks: [
    'mock response of a swagger operation',
    'sample response for an openapi operation',
    'fake answer of an endpoint before the backend exists',
    'example response for testing the front end',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  heavyField: 'spec',
  input: z.object({
    spec: spec(),
    ...chosen,
    status: statusField,
    seed: z
      .string()
      .max(100)
      .optional()
      .describe(
        'Any text of up to 100 characters: the body is made up by it, and the same for the same text. Without it, the example of the document, or a plain one.',
      ),
  }),
  output: z.object({
    body: z.unknown().describe('Body of the response; null if it has none.'),
    contentType: z.string().nullable(),
    status: z.int(),
    valid: z.boolean().describe('Whether it satisfies the schema of the response.'),
    problems: z.array(z.string()).describe('Why the body does not satisfy the schema.'),
    from: z.enum(['example', 'schema', 'nothing']).describe('Source of the body.'),
  }),
  examples: [
    {
      input: {
        spec: exampleSpec({
          '/a': {
            get: {
              operationId: 'a',
              responses: {
                '200': {
                  description: 'ok',
                  content: { 'application/json': { schema: { type: 'integer', example: 7 } } },
                },
              },
            },
          },
        }),
        operationId: 'a',
      },
      output: {
        body: 7,
        contentType: 'application/json',
        status: 200,
        valid: true,
        problems: [],
        from: 'schema',
      },
    },
  ],

  async run(input) {
    const { document, operation } = await readOperation(input)
    const reply = replyOf(operation, input.status)
    const status = Number(/^\d{3}$/.test(input.status) ? input.status : firstOf(reply.status))
    const found = preferredMedia(reply.content)
    if (!found) return { body: null, contentType: null, status, ...NOTHING }
    const [contentType, { schema, example }] = found
    const own = createSchemas(document).standalone(schema, 'response')
    if (input.seed !== undefined) {
      const mocks = await mocksOf(own, 'spec')
      const { value: body, flaws } = await mocks.sample(firstNumber(input.seed), OPTIONAL_RATIO)
      const problems = flaws.slice(0, PROBLEMS_MAX)
      return { body, contentType, status, valid: flaws.length === 0, problems, from: 'schema' }
    }
    const { faultsOf } = await schemaCheck('spec', own)
    const { sampleOf } = await import('../../../../engines/openapi/sample.ts')
    // A circle ends as an empty object, which may lack what it must have: then less is shown.
    const samples = [
      () => sampleOf(own, 'response'),
      () => sampleOf(own, 'response', 'required'),
    ] as const
    const tried = (example === undefined ? samples : [() => example]).map((make) => {
      const body = make()
      return { body, faults: faultsOf(body) }
    })
    const best = tried.find(({ faults }) => faults.length === 0) ?? tried[0]
    const { body, faults } = best ?? { body: null, faults: [] }
    const problems = faults.map(({ path, message }) => `${path}: ${message}`)
    return {
      body,
      contentType,
      status,
      valid: problems.length === 0,
      problems: problems.slice(0, PROBLEMS_MAX),
      from: example === undefined ? 'schema' : 'example',
    }
  },
})

const PROBLEMS_MAX = 20
/** How often a made-up body has its optional members. */
const OPTIONAL_RATIO = 0.7
const NOTHING = { valid: true, problems: [], from: 'nothing' } as const

/** 4XX stands for 400, and default for an error that nobody foresaw. */
const firstOf = (status: string): string =>
  /^\dXX$/i.test(status) ? `${status[0] ?? ''}00` : /^\d{3}$/.test(status) ? status : '500'
