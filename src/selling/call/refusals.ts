import { json, type CallReply, type CallRequest } from '../../base/core/call.ts'
import type { Tool } from '../../base/core/tool.ts'
import { isObject } from '../../base/lib/json-object.ts'

/**
 * A refusal as the clients of the tool's public wire read it. They are known by their key: they
 * send one always, and those who pay by other means send none and read `error` as text.
 */
export function shapedRefusal(
  reply: CallReply,
  tool: Tool | null,
  request: Pick<CallRequest, 'header' | 'transport'>,
): CallReply {
  const shape = tool?.spec.refusalShape
  const { status, body } = reply
  if (!shape || status < 400 || body.kind !== 'json' || !bearsKey(request)) return reply
  const said: unknown = JSON.parse(body.text)
  if (!isObject(said) || typeof said['error'] !== 'string') return reply
  const { error: message, ...rest } = said
  const { alike: _text, ...others } = reply
  return { ...others, body: json(shape({ status, message: String(message), body: rest })) }
}

const bearsKey = ({ header, transport = 'http' }: Pick<CallRequest, 'header' | 'transport'>) =>
  transport === 'http' &&
  (/^bearer /i.test(header('authorization') ?? '') || header('x-api-key') !== undefined)
