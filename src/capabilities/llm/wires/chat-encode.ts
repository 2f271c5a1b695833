import {
  defined,
  textOf,
  type Conversation,
  type FilePart,
  type Part,
  type Turn,
} from '../conversation.ts'
import type { Quirks } from './wire.ts'

export function encodeChat(
  conversation: Conversation,
  model: string,
  quirks: Quirks,
): Record<string, unknown> {
  const { system, turns, tools, choice, format, noSampling } = { ...conversation, ...quirks }
  const lead = system.length > 0 ? [{ role: 'system', content: textOf(system) }] : []
  return defined({
    model,
    messages: [...lead, ...turns.flatMap((turn) => messagesOf(turn, quirks))],
    [quirks.maxField ?? 'max_tokens']: conversation.maxTokens,
    temperature: noSampling ? undefined : conversation.temperature,
    top_p: noSampling ? undefined : conversation.topP,
    stop: conversation.stop,
    seed: conversation.seed,
    user: conversation.user,
    reasoning_effort: conversation.effort,
    tools:
      tools.length > 0
        ? tools.map(({ name, description, schema, strict }) => ({
            type: 'function',
            function: defined({ name, description, parameters: schema, strict }),
          }))
        : undefined,
    tool_choice:
      tools.length > 0 && choice
        ? choice.mode === 'tool'
          ? { type: 'function', function: { name: choice.name } }
          : choice.mode
        : undefined,
    parallel_tool_calls: tools.length > 0 ? conversation.parallel : undefined,
    response_format: format && formatOf(format),
    ...streaming(conversation.stream),
  })
}

/** Usage is always asked for, because the books need it. */
export const streaming = (stream: boolean): Record<string, unknown> =>
  stream ? { stream: true, stream_options: { include_usage: true } } : {}

const formatOf = (format: NonNullable<Conversation['format']>): Record<string, unknown> =>
  format.kind === 'json'
    ? { type: 'json_object' }
    : {
        type: 'json_schema',
        json_schema: defined({ name: format.name, schema: format.schema, strict: format.strict }),
      }

/** This wire takes no file without a name. */
const fileOf = ({ url, name = 'document.pdf' }: FilePart) => ({ filename: name, file_data: url })

const contentOf = (all: readonly Part[]): unknown =>
  all.every(({ kind }) => kind === 'text')
    ? textOf(all)
    : all.flatMap((part): unknown[] => {
        if (part.kind === 'text') return [{ type: 'text', text: part.text }]
        if (part.kind === 'file') return [{ type: 'file', file: fileOf(part) }]
        if (part.kind !== 'image') return []
        return [{ type: 'image_url', image_url: defined({ url: part.url, detail: part.detail }) }]
      })

function messagesOf({ role, parts: all }: Turn, quirks: Quirks): unknown[] {
  if (role === 'tool') return messagesOfResults(all)
  if (role !== 'assistant') return [{ role, content: contentOf(all) }]
  const calls = all.filter((part) => part.kind === 'call')
  const thought = all.flatMap((part) => (part.kind === 'thinking' ? [part.text] : [])).join('')
  const said = textOf(all)
  const { reasoningField } = quirks
  return [
    {
      role,
      content: said || (calls.length > 0 ? null : ''),
      ...(reasoningField && thought ? { [reasoningField]: thought } : {}),
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ id, name, arguments: args }) => ({
          id,
          type: 'function',
          function: { name, arguments: args },
        })),
      }),
    },
  ]
}

/** This wire takes text from tools, so that their images and files follow as the user's. */
function messagesOfResults(all: readonly Part[]): unknown[] {
  const results = all.filter((part) => part.kind === 'result')
  const images = results.flatMap(({ parts: inside }) =>
    inside.filter(({ kind }) => kind === 'image' || kind === 'file'),
  )
  const said = results.map(({ id, isError, parts: inside }) => ({
    role: 'tool',
    tool_call_id: id,
    content: `${isError ? 'Error: ' : ''}${textOf(inside)}`,
  }))
  if (images.length === 0) return said
  const about: Part = { kind: 'text', text: 'Images and files that the tool returned:' }
  return [...said, { role: 'user', content: contentOf([about, ...images]) }]
}
