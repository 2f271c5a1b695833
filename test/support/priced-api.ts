import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'

/** A small API and a small MCP server, which an operator puts a price on. */
export interface PricedApi {
  readonly url: string
  /** What it was asked, newest last. */
  readonly asked: ApiRequest[]
  /** The server forgets its sessions, as one that was started anew. */
  forget(): void
  close(): Promise<void>
}

export interface ApiRequest {
  readonly what: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** The document of the API. */
export const PETS = new URL('../fixtures/proxies/pets.yaml', import.meta.url)

export async function startPricedApi(): Promise<PricedApi> {
  const asked: ApiRequest[] = []
  let sessions = new Map<string, StreamableHTTPServerTransport>()
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const { method = '', url = '', headers } = request
    if (url === '/mcp') {
      const known = sessions.get(String(headers['mcp-session-id']))
      if (!known && headers['mcp-session-id']) return response.writeHead(404).end()
      const transport = known ?? (await opened((id, each) => sessions.set(id, each)))
      return transport.handleRequest(request, response)
    }
    asked.push({ what: `${method} ${url}`, headers, body: await text(request) })
    const isDocument = url === '/pets.yaml'
    const document: Answer = [200, isDocument ? await readFile(PETS, 'utf8') : '', 'text/yaml']
    const [status, body, type = 'application/json'] = isDocument ? document : answerTo(method, url)
    response.writeHead(status, { 'content-type': type })
    return response.end(body)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    forget: () => (sessions = new Map()),
    close: () => closed(server),
  }
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

type Answer = readonly [status: number, body: string, type?: string]

function answerTo(method: string, url: string): Answer {
  if (url.startsWith('/v1/pets/gone')) return [404, '{"error":"secret-of-the-api"}']
  if (url.startsWith('/v1/pets/odd')) return [200, '{"id":"not a number"}']
  if (method === 'DELETE') return [204, '']
  if (url.startsWith('/v1/motto')) return [200, 'Be kind.', 'text/plain']
  if (method === 'GET' && url.startsWith('/v1/pets?')) return [200, '[{"id":7,"name":"Rex"}]']
  return [200, '{"id":7,"name":"Rex","tail":{"name":"Rex","tail":null}}']
}

async function opened(note: (id: string, transport: StreamableHTTPServerTransport) => void) {
  const server = new McpServer({ name: 'sums', version: '1' })
  server.registerTool(
    'add_numbers',
    {
      title: 'Add numbers',
      description: 'The sum of two whole numbers.',
      inputSchema: { a: z.int().describe('One of them.'), b: z.int().max(100) },
      outputSchema: { sum: z.int() },
      annotations: { readOnlyHint: true },
    },
    ({ a, b }) => ({ content: [], structuredContent: { sum: a + b } }),
  )
  server.registerTool(
    'shout',
    { description: 'A text in capitals.', inputSchema: { text: z.string().max(20) } },
    ({ text: said }) =>
      said === 'fail'
        ? { isError: true, content: [{ type: 'text', text: 'The voice is gone.' }] }
        : { content: [{ type: 'text', text: said.toUpperCase() }] },
  )
  server.registerTool('hidden', {}, () => ({ content: [] }))
  const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
    onsessioninitialized: (id) => note(id, transport),
  })
  await server.connect(transport)
  return transport
}
