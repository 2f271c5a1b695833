import { z } from 'zod'
import { MB, text } from '../../base/lib/fields.ts'
import { part } from './_results.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'OpenAPI review',
  tagline: 'An API description checked, listed and turned into tool definitions for a model.',
  asks: [
    'review of an API description: checked, listed, as tool definitions',
    'openapi review with its operations and tool definitions',
  ],
  input: z.object({
    spec: text(2 * MB)
      .min(1)
      .describe('OpenAPI or Swagger as JSON or YAML text, up to 2 MB.'),
  }),
  steps: [
    { tool: 'openapi-lint', input: ({ spec }) => ({ spec }) },
    { tool: 'openapi-operations', input: ({ spec }) => ({ spec }) },
    { tool: 'openapi-trim', input: ({ spec }) => ({ spec, as: 'mcp-tools' }) },
    {
      tool: 'tool-schema-lint',
      after: ['openapi-trim'],
      input(_given, results) {
        const tools = part(results['openapi-trim'], 'tools')
        return Array.isArray(tools) && tools.length > 0 ? { tools } : null
      },
    },
  ],
  examples: [
    {
      input: {
        spec: 'openapi: 3.1.0\ninfo: {title: x, version: "1"}\npaths:\n  /a:\n    get: {operationId: listA, summary: List all of A, responses: {}}\n',
      },
    },
  ],
})
