import type { McpHttpHandler } from '@modelcontextprotocol/server'
import { lostMembers } from '../call/input.ts'
import type { CallReply, CallRequest } from '../core/call.ts'
import { badInput } from '../core/fault.ts'
import { isObject } from '../lib/json-object.ts'
import { strangeHeader, type Neighbours } from '../lib/own-host.ts'
import { createServerFor, type Opened, type ServerParts } from './server.ts'

export interface ConnectorParts extends ServerParts, Neighbours {}

/** The HTTP endpoint of the connector. */
export interface Connector {
  handle(request: CallRequest, raw: Request): Promise<Response | CallReply>
  close(): Promise<void>
}

/** Messages that one request may bring together, as the oldest clients do. */
const BATCH_MAX = 20
/** Documents hold the whole catalog: many at once would block other calls. */
const READS_MAX = 3
const READ = 'resources/read'

/** The Model Context Protocol of 2025 and of 2026 at one address: a translation of the pipeline. */
export function createConnector(parts: ConnectorParts): Connector {
  let opening: Promise<McpHttpHandler> | undefined

  /** The library is slow to load, so it is loaded with the first request. */
  async function open(): Promise<McpHttpHandler> {
    const sdk = await import('@modelcontextprotocol/server')
    const serverFor = createServerFor(sdk, parts)
    const { onTrouble } = parts
    return sdk.createMcpHandler(
      ({ authInfo }) => serverFor(authInfo?.extra?.['opened'] as Opened),
      { onerror: (thrown) => onTrouble('connector', thrown) },
    )
  }

  return {
    async handle(request, raw) {
      const strange = strangeHeader(request, parts)
      if (strange) return refusal(`${strange}: is not a name of this instance.`)
      const handler = await (opening ??= open())
      if (request.method !== 'POST') return handler.fetch(raw)
      const text = await request.text()
      const parsedBody = bodyOf(text)
      if (parsedBody === undefined) return NOT_JSON
      const { client, header } = request
      const opened: Opened = {
        url: new URL(raw.url),
        client,
        authorization: bearerIn(header('authorization')),
        signal: raw.signal,
        method: methodOf(parsedBody),
        rootMeta: rootMetaOf(parsedBody),
        lostMembers: () => lostMembers(text),
      }
      // What belongs to the request travels with it through the library, and is no permission.
      const authInfo = { token: '', clientId: '', scopes: [], extra: { opened } }
      return handler.fetch(raw, { parsedBody, authInfo })
    },
    async close() {
      await (await opening)?.close()
    },
  }
}

const rpcError = (status: number, code: number, message: string): CallReply => ({
  status,
  headers: [],
  body: {
    kind: 'json',
    text: JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }),
  },
})

const NOT_JSON = rpcError(400, -32700, 'Parse error: the body is not valid JSON.')
const refusal = (message: string): CallReply => rpcError(403, -32000, message)

/** Undefined where it is no JSON. */
function bodyOf(text: string): unknown {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return undefined
  }
  if (Array.isArray(body) && body.length > BATCH_MAX)
    throw badInput(`A request must bring at most ${BATCH_MAX} messages.`)
  if (Array.isArray(body) && body.filter((each) => methodOf(each) === READ).length > READS_MAX)
    throw badInput(`A request must bring at most ${READS_MAX} messages of ${READ}.`)
  return body
}

function methodOf(body: unknown): string | null {
  const method = isObject(body) ? body['method'] : undefined
  return typeof method === 'string' ? method : null
}

function rootMetaOf(body: unknown): Opened['rootMeta'] {
  const meta = isObject(body) ? body['_meta'] : undefined
  return isObject(meta) ? meta : {}
}

/** Other schemes of `Authorization` are not for us: their payments come as values. */
const bearerIn = (header: string | undefined): string | undefined =>
  header !== undefined && /^bearer /i.test(header) ? header : undefined
