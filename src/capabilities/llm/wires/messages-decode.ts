import type { z } from 'zod'
import { badInput } from '../../../base/core/fault.ts'
import { BUDGETS } from './messages-encode.ts'
import { readSeal } from './seals.ts'
import {
  defined,
  type Conversation,
  type FilePart,
  type ImagePart,
  type Part,
  type TextPart,
  type Turn,
} from '../conversation.ts'
import { textUrl } from './file-fields.ts'
import { plainMessages } from './messages-plain.ts'
import {
  isFunction,
  MessagesRequest,
  READ,
  type BlockBody,
  type DocumentBlock,
  type ImageBlock,
  type TextBlock,
} from './messages-request.ts'
import { readBody, restOf, textBeside, type Decoded } from './wire.ts'

export function decodeMessages(body: Readonly<Record<string, unknown>>): Decoded {
  const asked = readBody(MessagesRequest, body)
  const plain = plainMessages(asked)
  const beside = besideIn(asked)
  const conversation = conversationOf(plain.request as MessagesRequest)
  return { conversation: { ...conversation, beside }, known: asked, plain }
}

function conversationOf(asked: MessagesRequest): Conversation {
  const { system, tool_choice: choice, output_config: output } = asked
  const format = output?.format
  return defined({
    model: asked.model ?? undefined,
    system: typeof system === 'string' ? [textPart(system)] : (system ?? []).map(textBlock),
    turns: asked.messages.flatMap(turnsOf),
    tools: (asked.tools ?? []).map((tool) => ({
      name: tool.name ?? '',
      description: tool.description ?? undefined,
      schema: tool.input_schema ?? {},
      strict: tool.strict,
      cache: tool.cache_control,
    })),
    choice: choiceOf(choice),
    parallel: choice?.disable_parallel_tool_use ? false : undefined,
    maxTokens: asked.max_tokens,
    temperature: asked.temperature ?? undefined,
    topP: asked.top_p ?? undefined,
    topK: asked.top_k ?? undefined,
    stop: asked.stop_sequences ?? undefined,
    effort: effortOf(asked),
    format: format
      ? { kind: 'schema' as const, name: 'output', schema: format.schema, strict: true }
      : undefined,
    user: asked.metadata?.user_id ?? undefined,
    stream: asked.stream ?? false,
    includeUsage: true,
  })
}

const TOOL = ['type', 'name', 'description', 'input_schema', 'strict', 'cache_control']

/** What is sent to a provider of this wire, and no other has words for. */
const besideIn = ({ tools, messages, output_config: output }: MessagesRequest) =>
  textBeside([
    ...(tools ?? []).map((tool) => (isFunction(tool) ? restOf(tool, TOOL) : tool)),
    ...messages.flatMap(({ content }) =>
      typeof content === 'string' ? [] : content.filter(({ type }) => !READ.includes(type)),
    ),
    restOf(output, ['effort', 'format']),
    restOf(output?.format, ['type', 'schema']),
  ])

const textPart = (text: string): TextPart => ({ kind: 'text', text })

const textBlock = (block: z.output<typeof TextBlock>): TextPart =>
  defined({ kind: 'text' as const, text: block.text, cache: block.cache_control })

const imageBlock = ({ source }: z.output<typeof ImageBlock>): ImagePart => ({
  kind: 'image',
  url: source.type === 'url' ? source.url : `data:${source.media_type};base64,${source.data}`,
})

const CHOICES = { auto: 'auto', any: 'required', none: 'none' } as const

function choiceOf(choice: MessagesRequest['tool_choice']): Conversation['choice'] {
  if (!choice) return undefined
  if (choice.type !== 'tool') return { mode: CHOICES[choice.type] }
  if (!choice.name) throw badInput('tool_choice.name: is required with the type tool.')
  return { mode: 'tool', name: choice.name }
}

function effortOf({ thinking, output_config: output, max_tokens: most }: MessagesRequest) {
  if (output?.effort) return output.effort
  if (thinking?.type === 'disabled') return 'none'
  if (thinking?.type !== 'enabled') return undefined
  const share = (thinking.budget_tokens ?? most / 2) / most
  return BUDGETS.find(([, upTo]) => share <= upTo + 0.1)?.[0] ?? 'xhigh'
}

/** Results of tools are in the user's messages here, and in separate turns on other wires. */
function turnsOf({ role, content }: MessagesRequest['messages'][number]): Turn[] {
  const all =
    typeof content === 'string' ? [textPart(content)] : (content as BlockBody[]).flatMap(partOf)
  if (role !== 'user') return [{ role, parts: all }]
  const results = all.filter(({ kind }) => kind === 'result')
  const others = all.filter(({ kind }) => kind !== 'result')
  return [
    ...(results.length > 0 ? [{ role: 'tool' as const, parts: results }] : []),
    ...(others.length > 0 ? [{ role, parts: others }] : []),
  ]
}

type InsideBody = z.output<typeof TextBlock | typeof ImageBlock | typeof DocumentBlock>

function insideOf(block: InsideBody): readonly (TextPart | ImagePart | FilePart)[] {
  if (block.type === 'text') return [textBlock(block)]
  return block.type === 'image' ? [imageBlock(block)] : documentParts(block)
}

/** A document of parts is what its parts are. */
function documentParts({
  source,
  title,
  context,
}: z.output<typeof DocumentBlock>): readonly (TextPart | ImagePart | FilePart)[] {
  const about = [title, context].filter(Boolean).join('\n')
  if (source.type === 'content') {
    const { content } = source
    const inside = typeof content === 'string' ? [textPart(content)] : content.flatMap(insideOf)
    return about ? [textPart(about), ...inside] : inside
  }
  const url =
    source.type === 'url'
      ? source.url
      : source.type === 'text'
        ? textUrl(source.data)
        : `data:${source.media_type};base64,${source.data}`
  const file = defined({ kind: 'file' as const, url, name: title ?? undefined })
  return context ? [textPart(context), file] : [file]
}

function partOf(block: BlockBody): Part | readonly Part[] {
  switch (block.type) {
    case 'text':
      return textBlock(block)
    case 'image':
      return imageBlock(block)
    case 'document':
      return documentParts(block)
    case 'thinking':
      return { kind: 'thinking', text: block.thinking, seal: readSeal(block.signature, 'messages') }
    case 'redacted_thinking':
      return { kind: 'thinking', text: '', redacted: block.data }
    case 'tool_use':
      return {
        kind: 'call',
        id: block.id,
        name: block.name,
        arguments: JSON.stringify(block.input ?? {}),
      }
    case 'tool_result': {
      const { content } = block
      const inside =
        typeof content === 'string'
          ? [textPart(content)]
          : (content ?? []).flatMap((each) => insideOf(each as InsideBody))
      return {
        kind: 'result',
        id: block.tool_use_id,
        parts: inside,
        isError: block.is_error ?? undefined,
      }
    }
  }
}
