import { createParser } from 'eventsource-parser'
import type { Capability } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { foreignObject } from '../../base/lib/foreign-json.ts'
import { isObject, textOr, type JsonObject } from '../../base/lib/json-object.ts'
import { isEventStream } from './event-stream.ts'
import { createWeb, type Reachable, type Web } from './web.ts'

/** The era of sessions, and the one after it, which shakes no hands. */
const SESSION_PROTOCOL = '2025-06-18'
const STATELESS_PROTOCOL = '2026-07-28'
const BYTES_MAX = 2 * 1024 * 1024
const PAGES_MAX = 5
const TOOLS_MAX = 500
const WHO = { name: 'farebox', version: '0.1.0' }

/** Servers of the Model Context Protocol at addresses that callers name. */
export interface McpServers {
  open(place: McpPlace): Promise<McpServer | McpRefused>
}

interface McpServer {
  readonly protocolVersion: string | null
  readonly serverInfo: JsonObject | null
  tools(): Promise<readonly unknown[]>
  call(tool: string, given: JsonObject): Promise<Reply>
}

type Reply = { readonly result: JsonObject } | McpRefused

interface McpRefused {
  readonly refused: string
  readonly status: number
}

interface McpPlace {
  readonly url: string
  /** For each answer. */
  readonly timeoutMs: number
  /** Sent along with each message. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks one method; the answer to a message without an id is empty. */
type McpRequest = (method: string, params: JsonObject, id?: number) => Promise<Reply>

export const createMcpServers = (reachable: Reachable = {}): Capability<McpServers> => {
  const web = createWeb(reachable)
  return {
    ...web,
    name: 'mcp-servers',
    reads: 'the MCP server that the call names',
    open(host) {
      const lend = web.open(host)
      return (call) => {
        const site = lend(call)
        return { open: (place) => openServer(site, place) }
      }
    },
  }
}

/** Streamable HTTP. Strangers write what the servers answer. */
export const mcpServers = createMcpServers()

/** By the handshake of sessions; a server that knows none is asked as those without are. */
async function openServer(web: Web, place: McpPlace): Promise<McpServer | McpRefused> {
  const session: Record<string, string> = {}
  const ask: McpRequest = (method, params, id) =>
    send(web, place, { headers: session, session, message: { method, params, id } })
  const first = await ask(
    'initialize',
    { protocolVersion: SESSION_PROTOCOL, capabilities: {}, clientInfo: WHO },
    1,
  )
  if ('refused' in first)
    return first.status === 401 ? first : ((await openStateless(web, place)) ?? first)
  const { result } = first
  const protocolVersion = textOr(result['protocolVersion'], null)
  if (protocolVersion !== null && /^[\w.-]{1,40}$/.test(protocolVersion))
    session['mcp-protocol-version'] = protocolVersion
  await ask('notifications/initialized', {})
  return serverOf(ask, protocolVersion, result['serverInfo'])
}

async function openStateless(web: Web, place: McpPlace): Promise<McpServer | null> {
  const about = {
    'io.modelcontextprotocol/protocolVersion': STATELESS_PROTOCOL,
    'io.modelcontextprotocol/clientInfo': WHO,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const ask: McpRequest = (method, params, id) => {
    const name = textOr(params['name'], null)
    const headers = {
      'mcp-protocol-version': STATELESS_PROTOCOL,
      'mcp-method': method,
      ...(name !== null && { 'mcp-name': headerValue(name) }),
    }
    return send(web, place, {
      headers,
      message: { method, params: { ...params, _meta: about }, id },
    })
  }
  const first = await ask('server/discover', {}, 1)
  if ('refused' in first) return null
  const meta = first.result['_meta']
  const serverInfo = isObject(meta) ? meta['io.modelcontextprotocol/serverInfo'] : undefined
  return serverOf(ask, STATELESS_PROTOCOL, serverInfo ?? first.result['serverInfo'])
}

/** Headers hold visible ASCII; the protocol wraps whatever else a name holds. */
const headerValue = (name: string): string =>
  /^[!-~]([ -~]*[!-~])?$/.test(name) && !name.startsWith('=?base64?')
    ? name
    : `=?base64?${Buffer.from(name).toString('base64')}?=`

const serverOf = (
  ask: McpRequest,
  protocolVersion: string | null,
  serverInfo: unknown,
): McpServer => ({
  protocolVersion,
  serverInfo: isObject(serverInfo) ? serverInfo : null,
  call: (tool, given) => ask('tools/call', { name: tool, arguments: given }, 2),
  async tools() {
    const tools: unknown[] = []
    let cursor: string | null = null
    for (let page = 0; page < PAGES_MAX && tools.length < TOOLS_MAX; page += 1) {
      const listed: Reply = await ask('tools/list', cursor === null ? {} : { cursor }, page + 2)
      if ('refused' in listed) throw new Fault('upstream_failed', listed.refused)
      if (!Array.isArray(listed.result['tools'])) break
      tools.push(...(listed.result['tools'] as unknown[]))
      cursor = textOr(listed.result['nextCursor'], null)
      if (cursor === null) break
    }
    return tools.slice(0, TOOLS_MAX)
  },
})

interface Sent {
  readonly headers: Readonly<Record<string, string>>
  /** Where the id of a session is noted. */
  readonly session?: Record<string, string>
  readonly message: {
    readonly method: string
    readonly params: JsonObject
    readonly id: number | undefined
  }
}

async function send(
  web: Web,
  { url, timeoutMs, headers: more }: McpPlace,
  { headers: own, session, message }: Sent,
): Promise<Reply> {
  const answer = await web.stream(url, {
    method: 'POST',
    headers: {
      ...more,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...own,
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    timeoutMs,
    bytesMax: BYTES_MAX,
  })
  const { status, headers } = answer
  const id = headers.get('mcp-session-id')
  if (session && id !== null) session['mcp-session-id'] = id
  const reply = await replyIn(answer.chunks, isEventStream(headers), message.id)
  if (status === 401) return { refused: 'It asks for authorization.', status }
  if (message.id === undefined && status < 400) return { result: {} }
  const { result, error } = reply ?? {}
  if (isObject(error)) {
    const why = textOr(error['message'], '').slice(0, 200)
    return { refused: `It refuses ${message.method}: ${why}`, status }
  }
  if (status >= 400) return { refused: `It answers ${status}.`, status }
  if (isObject(result)) return { result }
  return { refused: 'It answers, but not as an MCP server would.', status }
}

/**
 * The answer to one message: the body, or the event that holds it; the rest of the stream is not
 * read.
 */
async function replyIn(chunks: AsyncIterable<Uint8Array>, isStream: boolean, id: unknown) {
  const decoder = new TextDecoder()
  const events: JsonObject[] = []
  const parser = createParser({
    onEvent: ({ data }) => events.push(foreignObject(Buffer.from(data)) ?? {}),
  })
  let body = ''
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true })
    if (!isStream) body += text
    else parser.feed(text)
    const reply = events.splice(0).find((event) => event['id'] === id)
    if (reply) return reply
  }
  if (!isStream) return foreignObject(Buffer.from(body))
  // An event that the end of the body has cut off before its empty line.
  parser.feed('\n\n')
  return events.at(-1) ?? null
}
