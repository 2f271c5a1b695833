import { READ } from './messages-request.ts'
import type { Plain } from './policy.ts'
import { list, record, text } from './wire.ts'

type Members = Readonly<Record<string, unknown>>

/**
 * What only the messages wire has words for, in words that every wire has. What has none is left
 * out, and named.
 */
export function plainMessages(asked: Members): Plain {
  const lost = new Set<string>()
  const leaveOut = (path: string, type: unknown) =>
    void lost.add(`${path}.${text(type).slice(0, 60)}`)

  function blockOf(block: Members, path: string): Members[] {
    const { type } = block
    if (type === 'tool_reference')
      return [said(`The tool ${text(block['tool_name'])} can be called.`)]
    if (type === 'search_result')
      return [said([text(block['title']), text(block['source']), textsIn(block)].join('\n'))]
    if (!READ.includes(text(type))) {
      leaveOut(path, type)
      return []
    }
    if (type !== 'tool_result' || !Array.isArray(block['content'])) return [block]
    const content = list(block['content']).flatMap((each) => blockOf(each, `${path}.content`))
    return [{ ...block, content }]
  }

  const tools = list(asked['tools']).filter(({ type }) => {
    const isFunction = type == null || type === 'custom'
    if (!isFunction) leaveOut('tools', type)
    return isFunction
  })
  const messages = list(asked['messages']).map((message) =>
    Array.isArray(message['content'])
      ? {
          ...message,
          content: list(message['content']).flatMap((block) => blockOf(block, 'messages.content')),
        }
      : message,
  )
  const choice = record(asked['tool_choice'])['name']
  const isGone = choice !== undefined && !tools.some(({ name }) => name === choice)
  const request = {
    ...asked,
    messages,
    ...(asked['tools'] ? { tools } : {}),
    ...(isGone && { tool_choice: { type: 'auto' } }),
  }
  return { request, lost: [...lost] }
}

const said = (words: string): Members => ({ type: 'text', text: words })

const textsIn = ({ content }: Members): string =>
  list(content)
    .map((part) => text(part['text']))
    .join('\n')
