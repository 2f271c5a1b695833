import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { text } from '../../../../base/lib/fields.ts'
import { shellWords } from '../../../../engines/language/shell-words.ts'
import { readCurl } from '../../../../engines/openapi/curl.ts'
import { CODE } from '../_request-code.ts'

const COMMAND_BYTES_MAX = 50_000

export default defineTool({
  route: 'POST /api/curl-parse',
  name: 'curl parser',
  description:
    'Read a curl command into a request (method, URL, headers, query, body, credentials), or write ' +
    'it as fetch, Python or axios.',
  asks: [
    'convert a curl command to fetch code',
    'which headers and body does this curl command send',
    'what does this curl line send',
    'turn a curl command into fetch or Python',
    'rewrite curl as code',
  ],
  price: '$0.001',
  secret: true,
  uses: {},
  input: z.object({
    command: text(COMMAND_BYTES_MAX)
      .min(1)
      .describe('The curl command, as for a POSIX shell, up to 50 KB.'),
    to: z
      .enum(['request', 'fetch', 'python', 'axios'])
      .default('request')
      .describe('Code to write in addition to the request.'),
  }),
  output: z.object({
    request: z.object({
      method: z.string(),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
      body: z.string().nullable(),
      auth: z.object({ user: z.string(), password: z.string().nullable() }).nullable(),
    }),
    code: z.string().optional(),
    warnings: z.array(z.string()).describe('Parts of the command that the request leaves out.'),
  }),
  examples: [
    {
      input: {
        command:
          "curl -X POST https://example.com -H 'Content-Type: application/json' -d '{\"a\":1}'",
      },
      output: {
        request: {
          method: 'POST',
          url: 'https://example.com/',
          headers: { 'content-type': 'application/json' },
          query: {},
          body: '{"a":1}',
          auth: null,
        },
        warnings: [],
      },
    },
    { input: { command: 'curl -G https://example.com/s -d q=1 -u ada:pw', to: 'python' } },
  ],

  run({ command, to }) {
    const words = shellWords('command', command)
    if (!/^(.*\/)?curl(\.exe)?$/.test(words[0] ?? ''))
      throw badInput('command: must begin with curl')
    const { request, warnings } = readCurl(words.slice(1))
    return { request, ...(to !== 'request' && { code: CODE[to](request) }), warnings }
  },
})
