import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { text } from '../../../lib/fields.ts'
import { shellWords } from '../../../lib/shell-words.ts'
import { readCurl, type CurlRequest } from '../../../lib/curl.ts'

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
  ],
  price: '$0.001',
  secret: true,
  uses: {},
  input: z.object({
    command: text(COMMAND_BYTES_MAX).min(1).describe('As for a POSIX shell, up to 50 KB.'),
    to: z
      .enum(['request', 'fetch', 'python', 'axios'])
      .default('request')
      .describe('Code to write beside the request.'),
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
    warnings: z.array(z.string()).describe('What the request does not have of the command.'),
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

const json = (value: unknown): string => JSON.stringify(value, null, 2)

function withBasic({ headers, auth }: CurlRequest): Readonly<Record<string, string>> {
  if (!auth) return headers
  const pair = Buffer.from(`${auth.user}:${auth.password ?? ''}`).toString('base64')
  return { ...headers, authorization: `Basic ${pair}` }
}

const CODE: Readonly<Record<'fetch' | 'python' | 'axios', (request: CurlRequest) => string>> = {
  fetch: (request) =>
    `const response = await fetch(${json(request.url)}, ${json({
      method: request.method,
      headers: withBasic(request),
      ...(request.body !== null && { body: request.body }),
    })})`,
  axios: (request) =>
    `const response = await axios(${json({
      method: request.method.toLowerCase(),
      url: request.url,
      headers: withBasic(request),
      ...(request.body !== null && { data: request.body }),
    })})`,
  // A text of JSON is a text of Python too.
  python: ({ method, url, headers, body, auth }) =>
    [
      'import requests',
      '',
      'response = requests.request(',
      `    ${json(method)}, ${json(url)},`,
      `    headers=${json(headers).replaceAll('\n', '\n    ')},`,
      ...(body === null ? [] : [`    data=${json(body)}.encode(),`]),
      ...(auth ? [`    auth=(${json(auth.user)}, ${json(auth.password ?? '')}),`] : []),
      ')',
    ].join('\n'),
}
