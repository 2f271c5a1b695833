import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as ClientOf2025 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportOf2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

type Members = Readonly<Record<string, unknown>>

/** A result as every client hands it over. */
export interface McpResult {
  readonly isError?: boolean
  readonly content: readonly Readonly<Record<string, unknown>>[]
  readonly structuredContent?: Members
  readonly _meta?: Members
}

export interface McpCall {
  readonly name: string
  readonly arguments?: Members
  readonly _meta?: Members
}

/** What all stock clients have in common. */
export interface StockClient {
  callTool(asked: McpCall): Promise<McpResult>
  listTools(): Promise<{ readonly tools: readonly Members[] }>
  listPrompts(): Promise<{ readonly prompts: readonly Members[] }>
  getPrompt(asked: { name: string; arguments?: Record<string, string> }): Promise<Members>
  listResources(): Promise<{ readonly resources: readonly Members[] }>
  readResource(asked: { uri: string }): Promise<Members>
  close(): Promise<void>
}

interface Service {
  readonly url: string
}

type Headers = Record<string, string>

const me = { name: 'test', version: '1' }
const addressOf = ({ url }: Service, query: string): URL => new URL(`${url}/mcp${query}`)

/** Unmodified clients: the one that most people have, and both eras of its successor. */
export const STOCK_CLIENTS: Readonly<
  Record<string, (service: Service, headers?: Headers, query?: string) => Promise<StockClient>>
> = {
  'sdk 1, 2025': async (service, headers = {}, query = '') => {
    const client = new ClientOf2025(me)
    const transport = new TransportOf2025(addressOf(service, query), { requestInit: { headers } })
    await client.connect(transport)
    return client as unknown as StockClient
  },
  'client 2, 2025': async (service, headers = {}, query = '') => {
    const client = new Client(me)
    const options = { requestInit: { headers } }
    await client.connect(new StreamableHTTPClientTransport(addressOf(service, query), options))
    return client as unknown as StockClient
  },
  'client 2, 2026': async (service, headers = {}, query = '') => {
    const client = new Client(me, { versionNegotiation: { mode: 'auto' } })
    const options = { requestInit: { headers } }
    await client.connect(new StreamableHTTPClientTransport(addressOf(service, query), options))
    return client as unknown as StockClient
  },
}
