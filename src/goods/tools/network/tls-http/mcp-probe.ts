import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { mcpServers } from '../../../../outside/net/mcp.ts'
import { isObject, textOr } from '../../../../base/lib/json-object.ts'
import { failure } from './_fetched.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'

export default defineTool({
  route: 'POST /api/mcp-probe',
  name: 'MCP probe',
  description:
    'Handshake with a remote MCP server over Streamable HTTP and list its tools with their schemas.',
  asks: [
    'what can this MCP server do',
    'test whether a remote MCP server works',
    'which tools has this MCP server',
  ],
  price: '$0.005',
  uses: { servers: mcpServers },
  input: z.object({
    url: webUrl().describe('The MCP endpoint, such as https://example.com/mcp.'),
    timeoutSeconds: z
      .int()
      .min(3)
      .max(30)
      .default(15)
      .describe('Time for each answer; the whole probe ends after 30 seconds.'),
  }),
  output: z.object({
    url: z.url().describe('The address that was asked.'),
    reachable: z.boolean().describe('Whether it answered, even if only to ask for authorization.'),
    protocolVersion: z.string().nullable().describe('Version of MCP that the server speaks.'),
    serverInfo: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Name and version of the server; null without an answer.'),
    tools: z
      .array(
        z.object({
          name: z.string().describe('Name of the tool.'),
          description: z.string().nullable().describe('Description of the tool.'),
          inputSchema: z.unknown().describe('JSON Schema of its input.'),
        }),
      )
      .describe('Tools that the server offers.'),
    toolCount: z.int().describe('Number of tools offered.'),
    authRequired: z.boolean().describe('Whether the server asks for a login.'),
    problem: z.string().optional().describe('Why there is no answer; left out if there is one.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com/mcp' },
      output: {
        url: 'https://example.com/mcp',
        reachable: true,
        protocolVersion: '2025-06-18',
        serverInfo: { name: 'stand-in', version: '1.0.0' },
        tools: [
          {
            name: 'echo',
            description: 'Says it again.',
            inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
          },
        ],
        toolCount: 1,
        authRequired: false,
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ url, timeoutSeconds }, { servers }) {
    const server = await servers.open({ url, timeoutMs: timeoutSeconds * 1_000 }).catch(failure)
    if (typeof server === 'string' || 'refused' in server) {
      const isThere = typeof server !== 'string'
      return {
        url,
        reachable: isThere,
        protocolVersion: null,
        serverInfo: null,
        tools: [],
        toolCount: 0,
        authRequired: isThere && server.status === 401,
        problem: isThere ? server.refused : server,
      }
    }
    const listed = await server.tools().catch(failure)
    const rows = typeof listed === 'string' ? [] : listed
    const tools = rows.filter(isObject).map(({ name, description, inputSchema }) => ({
      name: textOr(name, ''),
      description: textOr(description, null),
      inputSchema: inputSchema ?? null,
    }))
    return {
      url,
      reachable: true,
      protocolVersion: server.protocolVersion,
      serverInfo: server.serverInfo,
      tools,
      toolCount: tools.length,
      authRequired: false,
      ...(typeof listed === 'string' ? { problem: listed } : {}),
    }
  },
})
