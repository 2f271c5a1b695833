import type { Web } from '../../../net/web.ts'
import { isObject, type JsonObject } from '../../../lib/json-object.ts'
import { jsonObject, textOr } from './_fetched.ts'

const PROTOCOL = '2025-06-18'
const BYTES_MAX = 2 * 1024 * 1024
const PAGES_MAX = 5
const TOOLS_MAX = 500

export interface McpServer {
  readonly protocolVersion: string | null
  readonly serverInfo: JsonObject | null
  tools(): Promise<readonly unknown[]>
}

interface Refused {
  readonly refused: string
  readonly status: number
}

interface Place {
  readonly url: string
  readonly timeoutMs: number
}

/** Shakes hands with an MCP server over Streamable HTTP. */
export async function openMcp(web: Web, place: Place): Promise<McpServer | Refused> {
  const session: Record<string, string> = {}
  const first = await call(web, place, session, {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: PROTOCOL,
      capabilities: {},
      clientInfo: { name: 'farebox', version: '0.1.0' },
    },
  })
  if ('refused' in first) return first
  const { result } = first
  const protocolVersion = textOr(result['protocolVersion'], null)
  if (protocolVersion !== null && /^[\w.-]{1,40}$/.test(protocolVersion))
    session['mcp-protocol-version'] = protocolVersion
  await call(web, place, session, { method: 'notifications/initialized' })
  return {
    protocolVersion,
    serverInfo: isObject(result['serverInfo']) ? result['serverInfo'] : null,
    async tools() {
      const tools: unknown[] = []
      let cursor: string | null = null
      for (let page = 0; page < PAGES_MAX && tools.length < TOOLS_MAX; page += 1) {
        const params = cursor === null ? {} : { cursor }
        const listed = await call(web, place, session, {
          id: page + 2,
          method: 'tools/list',
          params,
        })
        if ('refused' in listed || !Array.isArray(listed.result['tools'])) break
        tools.push(...(listed.result['tools'] as unknown[]))
        cursor = textOr(listed.result['nextCursor'], null)
        if (cursor === null) break
      }
      return tools.slice(0, TOOLS_MAX)
    },
  }
}

async function call(
  web: Web,
  { url, timeoutMs }: Place,
  session: Record<string, string>,
  message: JsonObject,
): Promise<{ readonly result: JsonObject } | Refused> {
  const answer = await web.stream(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...session,
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    timeoutMs,
    bytesMax: BYTES_MAX,
  })
  const { status, headers } = answer
  const id = headers.get('mcp-session-id')
  if (id !== null) session['mcp-session-id'] = id
  const isStream = /event-stream/i.test(headers.get('content-type') ?? '')
  const reply = await replyIn(answer.chunks, isStream, message['id'])
  if (status === 401) return { refused: 'It asks for authorization.', status }
  if (status >= 400) return { refused: `It answers ${status}.`, status }
  if (message['id'] === undefined) return { result: {} }
  if (!reply) return { refused: 'It answers, but not as an MCP server would.', status }
  const { result, error } = reply
  if (isObject(result)) return { result }
  const why = isObject(error) ? textOr(error['message'], '').slice(0, 200) : ''
  return { refused: `It refuses ${textOr(message['method'], '')}: ${why}`, status }
}

/** The answer to one message: the body, or the event that holds it, after which nobody waits. */
async function replyIn(chunks: AsyncIterable<Uint8Array>, isStream: boolean, id: unknown) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    if (!isStream) continue
    const events = text.split(/\r?\n\r?\n/)
    text = events.pop() ?? ''
    const reply = events.map(dataOf).find((data) => data !== null && data['id'] === id)
    if (reply) return reply
  }
  return isStream ? dataOf(text) : jsonObject(text)
}

const dataOf = (event: string): JsonObject | null =>
  jsonObject(
    event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5))
      .join('\n'),
  )
