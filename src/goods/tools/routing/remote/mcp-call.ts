import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import { isObject } from '../../../../base/lib/json-object.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { mcpServers } from '../../../../outside/net/mcp.ts'

const ARGUMENT_LIMITS = { bytesMax: 200 * 1024, valuesMax: 10_000 }

const HEADERS_MAX = 20
const VALUE_MAX = 4_000
const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/
/** Headers that callers must not set: they frame the request or change its origin. */
const OURS =
  /^(host|connection|content-length|content-type|transfer-encoding|upgrade|te|trailer|keep-alive|accept|accept-encoding|expect|proxy-.*|mcp-.*|forwarded|x-forwarded-.*|x-real-ip)$/i

/** Headers that a caller sends along, such as an authorization of his own. */
const headersField = () =>
  z
    .record(z.string(), z.string().max(VALUE_MAX))
    .refine((headers) => Object.keys(headers).length <= HEADERS_MAX, {
      error: `must be at most ${HEADERS_MAX} headers`,
    })
    .refine(
      (headers) => Object.keys(headers).every((name) => NAME.test(name) && !OURS.test(name)),
      {
        error: 'must be names such as authorization or x-api-key, and none that frames the request',
      },
    )
    .refine((headers) => Object.values(headers).every((value) => /^[\t -~]*$/.test(value)), {
      error: 'must have values of visible ASCII characters',
    })
    .default({})
    .describe('Headers to send along, such as authorization; up to 20.')

export default defineTool({
  route: 'POST /api/mcp-call',
  name: 'MCP call',
  description:
    'Call one tool of a remote MCP server over Streamable HTTP and relay its content, structured answer and errors.',
  asks: [
    'call a tool of an MCP server with arguments',
    'tools/call on an MCP endpoint',
    'use a tool of another MCP server',
  ],
  price: '$0.005',
  uses: { servers: mcpServers },
  limits: { firstEventMs: 75_000 },
  input: z.object({
    url: webUrl().describe('The MCP endpoint, such as https://example.com/mcp.'),
    tool: z.string().min(1).max(200).describe('Name of the tool, as the server lists it.'),
    arguments: jsonObject(ARGUMENT_LIMITS)
      .default({})
      .describe('Its arguments, up to 200 KB, as its schema asks.'),
    headers: headersField(),
    timeoutSeconds: z
      .int()
      .min(3)
      .max(60)
      .default(30)
      .describe('For each answer of the server, 3 to 60 seconds.'),
  }),
  output: z.object({
    content: z.array(z.unknown()).describe('Parts of the answer as the server gives them.'),
    structured: z.unknown().describe('Its structured content; null if it gives none.'),
    isError: z.boolean().describe('Whether the tool says that it failed.'),
    serverInfo: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Name and version of the server.'),
    elapsedMs: z.int().describe('How long it took, with the handshake.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com/mcp', tool: 'echo', arguments: { text: 'hi' } },
      output: {
        content: [{ type: 'text', text: 'hi' }],
        structured: null,
        isError: false,
        serverInfo: { name: 'stand-in', version: '1.0.0' },
        elapsedMs: 0,
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ url, tool, arguments: given, headers, timeoutSeconds }, { servers, now }) {
    const since = now()
    const timeoutMs = timeoutSeconds * 1_000
    const server = await servers.open({ url, timeoutMs, headers: sentHeaders(headers) })
    if ('refused' in server) throw new Fault('upstream_failed', server.refused)
    const called = await server.call(tool, given)
    if ('refused' in called) throw new Fault('upstream_failed', called.refused)
    const { content, structuredContent, isError } = called.result
    return {
      content: Array.isArray(content) ? (content as readonly unknown[]) : [],
      structured: structuredContent ?? null,
      isError: isError === true,
      serverInfo: isObject(server.serverInfo) ? server.serverInfo : null,
      elapsedMs: now() - since,
    }
  },
})

const sentHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
