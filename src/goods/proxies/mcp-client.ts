import type { Client as McpClient, ClientOptions, FetchLike } from '@modelcontextprotocol/client'
import type { Client } from '../../outside/net/request.ts'

/** The official client of the protocol, by way of the guarded one of this service. */
const BYTES_MAX = 4 * 1024 * 1024
const WITHOUT_BODY = new Set([202, 204, 304])
const NOT_ALLOWED = 405

export interface McpPlace {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** For each answer. */
  readonly timeoutMs: number
}

/** By itself the client makes code of the schemas that a server sends. Answers are checked here. */
const WITHOUT_CODE: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  getValidator: () => (value) => ({ valid: true, data: value as never, errorMessage: undefined }),
}

/** The protocol takes 35 ms to load, so it is loaded when a server is first asked. */
export async function connectMcp(http: Client, place: McpPlace): Promise<McpClient> {
  const { Client: Official, StreamableHTTPClientTransport } =
    await import('@modelcontextprotocol/client')
  const client = new Official(
    { name: 'farebox', version: '1' },
    { versionNegotiation: { mode: 'auto' }, jsonSchemaValidator: WITHOUT_CODE },
  )
  const transport = new StreamableHTTPClientTransport(new URL(place.url), {
    fetch: guarded(http, place),
    requestInit: { headers: { ...place.headers } },
  })
  await client.connect(transport, { timeout: place.timeoutMs })
  return client
}

const guarded =
  (http: Client, { timeoutMs }: McpPlace): FetchLike =>
  async (url, init = {}) => {
    const { method = 'GET', body, signal } = init
    // The client would open a stream for server messages, which are not needed.
    if (method === 'GET') return new Response(null, { status: NOT_ALLOWED })
    const { status, headers, chunks } = await http.stream(url, {
      method: method as 'POST' | 'DELETE',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof body === 'string' && { body }),
      ...(signal && { signal }),
      timeoutMs,
      bytesMax: BYTES_MAX,
      redirectsMax: 0,
    })
    const received = new Headers(headers)
    // The body is already decompressed.
    for (const name of ['content-encoding', 'content-length']) received.delete(name)
    const stream = WITHOUT_BODY.has(status) ? null : ReadableStream.from(chunks)
    return new Response(stream as ConstructorParameters<typeof Response>[0], {
      status,
      headers: received,
    })
  }
