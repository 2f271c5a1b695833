import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, MB } from '../../../../base/lib/fields.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { threads } from '../../../../engines/threads/threads.ts'

const WORK = threadWork<typeof import('./_schema-thread.ts')>(
  import.meta.url,
  './_schema-thread.ts',
)
const BYTES_MAX = 4 * MB

export default defineTool({
  route: 'POST /api/graphql-introspect',
  name: 'GraphQL introspection',
  description:
    'Download the schema of a live GraphQL endpoint by introspection, as SDL, as JSON or as ' +
    'names and numbers.',
  asks: [
    'introspection of a graphql endpoint',
    'schema of a live GraphQL API as SDL',
    'which queries does this GraphQL server offer',
    'get the schema of a GraphQL API',
  ],
  price: '$0.003',
  uses: { web, threads },
  input: z.object({
    url: webUrl().describe('URL of the endpoint, which is asked by POST.'),
    headers: z
      .record(
        z.string().regex(/^[!#$%&'*+.^_`|~\w-]{1,200}$/, { error: 'must be a name of a header' }),
        z
          .string()
          .max(8 * KB)
          .regex(/^[\t\x20-\x7e]*$/, { error: 'must be one line of ASCII' }),
      )
      .default({})
      .refine((all) => Object.keys(all).length <= 20, { error: 'must be at most 20 headers' })
      .describe('Headers to send as well, such as authorization; at most 20.'),
    as: z.enum(['sdl', 'json', 'summary']).default('sdl').describe('Format of the schema.'),
  }),
  output: z.object({
    enabled: z.boolean().describe('Whether the server answers introspection.'),
    problem: z
      .string()
      .optional()
      .describe('What the server says if it does not answer introspection.'),
    sdl: z.string().optional(),
    schema: z.record(z.string(), z.unknown()).optional(),
    queries: z.array(z.string()),
    mutations: z.array(z.string()),
    subscriptions: z.array(z.string()),
    types: z.int().describe('Types, without those that every schema has.'),
  }),
  examples: [{ input: { url: 'https://example.com/graphql' } }],

  async run({ url, headers, as }, { web, threads: lent }) {
    const { getIntrospectionQuery } = await import('graphql')
    const refused = Object.keys(headers).find((name) => OURS.test(name))
    if (refused !== undefined)
      throw badInput(`headers: ${refused} must be left out; the request sets it itself`)
    const query = getIntrospectionQuery({ descriptions: true, inputValueDeprecation: false })
    const { status, bytes } = await web.request(url, {
      method: 'POST',
      headers: { accept: 'application/json', ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query, operationName: 'IntrospectionQuery' }),
      bytesMax: BYTES_MAX,
    })
    const text = bytes.toString('utf8')
    const read = await lent.run(WORK, { text, status, as }, { field: 'url' })
    return typeof read === 'string' ? { ...NONE, problem: read } : { enabled: true, ...read }
  },
})

const OURS =
  /^(host|content-length|transfer-encoding|connection|upgrade|te|trailer|expect|accept-encoding|proxy-.*)$/i
const NONE = { enabled: false, queries: [], mutations: [], subscriptions: [], types: 0 }
