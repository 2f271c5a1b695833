import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import { readAnswer } from '../../selling/call/value-answer.ts'
import type { ReplyBody } from '../../base/core/call.ts'
import type { Tool } from '../../base/core/tool.ts'
import { isObject } from '../../base/lib/json-object.ts'

export type ContentParts = Pick<CallToolResult, 'content'> & {
  readonly structured?: Readonly<Record<string, unknown>>
}

export const text = (said: string): ContentBlock => ({ type: 'text', text: said })

/** A JSON value as text and as itself. */
export const jsonResult = (value: Readonly<Record<string, unknown>>): CallToolResult => ({
  content: [text(JSON.stringify(value))],
  structuredContent: value,
})

/** The answer of a tool as parts of a message. */
export async function partsOf(
  body: ReplyBody,
  tool: Tool,
  structuredLengthMax?: number,
): Promise<ContentParts> {
  const answer = await readAnswer(body, structuredLengthMax)
  if (answer.kind === 'json') {
    const isUntrusted = isObject(answer.value)
      ? answer.value['untrustedContent'] === true
      : answer.text.includes('"untrustedContent":true')
    const part: ContentBlock = isUntrusted
      ? { ...text(answer.text), annotations: { audience: ['assistant'] } }
      : text(answer.text)
    return { content: [part], ...(isObject(answer.value) && { structured: answer.value }) }
  }
  if (answer.kind === 'text') return { content: [text(answer.text)] }
  const { base64: data, mediaType: mimeType } = answer
  if (mimeType.startsWith('image/')) return { content: [{ type: 'image', data, mimeType }] }
  if (mimeType.startsWith('audio/')) return { content: [{ type: 'audio', data, mimeType }] }
  const uri = `farebox://answers/${tool.slug}`
  return { content: [{ type: 'resource', resource: { uri, mimeType, blob: data } }] }
}
