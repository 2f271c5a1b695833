import { assertName, inWords, writeNew } from './_new-file.ts'

/** Writes a free endpoint that answers at `/api/<name>`. */
export function writeEndpoint(root: string, name: string): Promise<readonly string[]> {
  assertName(name)
  return writeNew(root, { [`src/front/http/free/${name}.ts`]: endpointText(name) })
}

const endpointText = (
  name: string,
): string => `import { object, text } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

export default {
  path: '/api/${name}',
  methods: ['GET'],
  access: 'public',
  summary: '${inWords(name)}: what it answers, in one sentence.',
  answer: object({ service: text('Name of the service.') }),
  refusals: [],
  open:
    (_parts, { shop: { site } }) =>
    () =>
      ok({ service: site.name }),
} satisfies EndpointSpec
`
