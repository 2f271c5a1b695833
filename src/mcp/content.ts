import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import type { ReplyBody } from '../core/call.ts'
import type { Tool } from '../core/tool.ts'
import { isObject } from '../lib/json-object.ts'

/** Above it, an answer is not parsed again to be structured: that would hold up other calls. */
const STRUCTURED_LENGTH_MAX = 4 * 1024 * 1024
const STREAM_LENGTH_MAX = 8 * 1024 * 1024

export type Parts = Pick<CallToolResult, 'content'> & {
  readonly structured?: Readonly<Record<string, unknown>>
}

export const text = (said: string): ContentBlock => ({ type: 'text', text: said })

/** A JSON value as text and as itself. */
export const told = (value: Readonly<Record<string, unknown>>): CallToolResult => ({
  content: [text(JSON.stringify(value))],
  structuredContent: value,
})

/** The answer of a tool as parts of a message. */
export async function partsOf(body: ReplyBody, tool: Tool): Promise<Parts> {
  if (body.kind === 'json') return jsonParts(body.text, tool)
  if (body.kind === 'events') return { content: [text(await readStream(body.chunks))] }
  const [mimeType = ''] = body.contentType.split(';')
  const bytes = Buffer.from(body.bytes)
  if (mimeType.startsWith('text/')) return { content: [text(bytes.toString('utf8'))] }
  const data = bytes.toString('base64')
  if (mimeType.startsWith('image/')) return { content: [{ type: 'image', data, mimeType }] }
  if (mimeType.startsWith('audio/')) return { content: [{ type: 'audio', data, mimeType }] }
  const uri = `farebox://answers/${tool.slug}`
  return { content: [{ type: 'resource', resource: { uri, mimeType, blob: data } }] }
}

function jsonParts(json: string, tool: Tool): Parts {
  const part: ContentBlock = tool.untrusted
    ? { ...text(json), annotations: { audience: ['assistant'] } }
    : text(json)
  if (json.length > STRUCTURED_LENGTH_MAX) return { content: [part] }
  const value: unknown = JSON.parse(json)
  return { content: [part], ...(isObject(value) && { structured: value }) }
}

/** Settled with its first event: what came before it broke off is still the answer. */
async function readStream(chunks: AsyncIterable<string>): Promise<string> {
  let all = ''
  try {
    for await (const chunk of chunks) {
      all += chunk
      if (all.length > STREAM_LENGTH_MAX) return `${all}\n[The rest is left out.]`
    }
    return all
  } catch {
    return `${all}\n[The stream broke off here.]`
  }
}
