import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { json } from '../../../../base/lib/json-guard.ts'
import { isObject, objectIn, type JsonObject } from '../../../../base/lib/json-object.ts'
import { readYaml } from '../../../../engines/formats/yaml-values.ts'
import { CODE } from '../_request-code.ts'
import { readCollection } from './_collections.ts'
import { openApiOf } from './_to-openapi.ts'

const WARNINGS_MAX = 100

export default defineTool({
  route: 'POST /api/collection-convert',
  name: 'API collection converter',
  description:
    'Postman or Insomnia collection, or HAR recording, to an OpenAPI document, plain requests or ' +
    'curl commands.',
  asks: [
    'convert a Postman collection to OpenAPI',
    'export an insomnia workspace as curl commands',
    'turn my Postman requests into an API description',
    'recorded browser traffic to Swagger',
  ],
  price: '$0.002',
  secret: true,
  uses: {},
  place: 'thread',
  input: z.object({
    collection: json({ bytesMax: 4 * MB, valuesMax: 300_000 }).describe(
      'Postman 2.x, Insomnia 4 or 5, or HAR, as an object or as text, up to 4 MB and 2,000 ' +
        'requests.',
    ),
    to: z
      .enum(['openapi', 'list', 'curl'])
      .default('openapi')
      .describe(
        'Output format. openapi leaves out values of headers and credentials; the others contain them.',
      ),
  }),
  output: z.object({
    openapi: z.record(z.string(), z.unknown()).optional(),
    requests: z
      .array(
        z.object({
          name: z.string(),
          method: z.string(),
          url: z.string().describe('URL of the request; unknown variables stay as {{name}}.'),
          headers: z.record(z.string(), z.string()),
          body: z.string().nullable(),
          curl: z.string().optional(),
        }),
      )
      .optional(),
    count: z.int().describe('Number of requests in the collection.'),
    warnings: z.array(z.string()).describe('What was left out; the first 100.'),
  }),
  examples: [
    {
      input: {
        collection: {
          info: { name: 'x' },
          item: [{ name: 'a', request: { method: 'GET', url: 'https://example.com/a' } }],
        },
      },
      output: {
        openapi: {
          openapi: '3.1.0',
          info: { title: 'x', version: '1.0.0' },
          servers: [{ url: 'https://example.com' }],
          paths: {
            '/a': {
              get: {
                operationId: 'a',
                summary: 'a',
                responses: { default: { description: 'Not recorded.' } },
              },
            },
          },
        },
        count: 1,
        warnings: [],
      },
    },
    {
      input: {
        collection: {
          log: {
            entries: [{ request: { method: 'GET', url: 'https://example.com/users/7?q=1' } }],
          },
        },
        to: 'curl',
      },
    },
  ],

  async run({ collection, to }) {
    const read = readCollection(await objectFor(collection))
    const warnings = [...read.warnings]
    const plain = read.requests.map(({ name, method, url, headers, body }) => {
      const curl = to === 'curl' && CODE.curl({ method, url, headers, body, auth: null })
      return { name, method, url, headers, body, ...(curl !== false && { curl }) }
    })
    const openapi = to === 'openapi' && { ...openApiOf(read, warnings) }
    return {
      ...(openapi === false ? { requests: plain } : { openapi }),
      count: read.requests.length,
      warnings: warnings.slice(0, WARNINGS_MAX),
    }
  },
})

async function objectFor(given: unknown): Promise<JsonObject> {
  if (isObject(given)) return given
  if (typeof given !== 'string') throw badInput('collection: must be an object or text')
  const found = objectIn(given)
  if (found) return found
  const { documents } = await readYaml('collection', given)
  if (documents.length === 1 && isObject(documents[0])) return documents[0]
  throw badInput('collection: must be an object as JSON or YAML')
}
