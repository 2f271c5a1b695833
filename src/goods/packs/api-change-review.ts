import { z } from 'zod'
import { MB, text } from '../../base/lib/fields.ts'
import { definePack } from './_runtime.ts'

const spec = (which: string) =>
  text(2 * MB)
    .min(1)
    .describe(`The ${which} OpenAPI or Swagger document as JSON or YAML text, up to 2 MB.`)

export default definePack({
  title: 'API change review',
  tagline: 'What breaks between two API versions, and whether the new one is sound.',
  asks: [
    'api change review: what breaks and is the new version sound',
    'review the change of an API between two versions',
  ],
  input: z.object({ before: spec('old'), after: spec('new') }),
  steps: [
    { tool: 'openapi-diff', input: ({ before, after }) => ({ before, after }) },
    { tool: 'openapi-lint', input: ({ after }) => ({ spec: after }) },
    { tool: 'openapi-operations', input: ({ after }) => ({ spec: after }) },
  ],
  examples: [
    {
      input: {
        before:
          'openapi: 3.1.0\ninfo: {title: x, version: "1"}\npaths: {/a: {get: {responses: {}}}}',
        after: 'openapi: 3.1.0\ninfo: {title: x, version: "2"}\npaths: {}',
      },
    },
  ],
})
