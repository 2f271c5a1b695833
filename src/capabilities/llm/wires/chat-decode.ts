import { z } from 'zod'
import {
  defined,
  EFFORTS,
  textOf,
  type Conversation,
  type Part,
  type Turn,
} from '../conversation.ts'
import { FileUrl } from './file-fields.ts'
import { CacheControl, ImageUrl, readBody, restOf, textBeside, type Decoded } from './wire.ts'

const Extras = z.record(z.string(), z.unknown())
const TextPart = z.object({
  type: z.literal('text'),
  text: z.string(),
  cache_control: CacheControl,
})
const ContentPart = z.discriminatedUnion('type', [
  TextPart,
  z.object({ type: z.literal('refusal'), refusal: z.string() }),
  z.object({
    type: z.literal('image_url'),
    image_url: z.object({ url: ImageUrl, detail: z.string().nullish() }),
    cache_control: CacheControl,
  }),
  z.object({
    type: z.literal('file'),
    file: z.object({ file_data: FileUrl, filename: z.string().nullish() }),
    cache_control: CacheControl,
  }),
])

const Content = z.union([z.string(), z.array(ContentPart)])
const Name = z.string().nullish()

const ToolCall = z.object({
  id: z.string(),
  type: z.literal('function').default('function'),
  function: z.object({ name: z.string(), arguments: z.string().default('{}') }),
  extra_content: Extras.nullish(),
})

const Message = z.discriminatedUnion('role', [
  z.object({
    role: z.enum(['system', 'developer']),
    content: z.union([z.string(), z.array(TextPart)]),
    name: Name,
  }),
  z.object({ role: z.literal('user'), content: Content, name: Name }),
  z.object({
    role: z.literal('assistant'),
    content: Content.nullish(),
    name: Name,
    refusal: z.string().nullish(),
    reasoning_content: z.string().nullish(),
    reasoning: z.string().nullish(),
    reasoning_details: z.array(Extras).nullish(),
    tool_calls: z.array(ToolCall).nullish(),
  }),
  z.object({ role: z.literal('tool'), tool_call_id: z.string(), content: Content, name: Name }),
])

const ChatRequest = z.looseObject({
  model: z.string().nullish(),
  messages: z.array(Message).min(1),
  max_tokens: z.int().positive().nullish(),
  max_completion_tokens: z.int().positive().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  seed: z.int().nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  reasoning_effort: z.enum(EFFORTS).nullish(),
  user: z.string().nullish(),
  safety_identifier: z.string().nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  tools: z
    .array(
      z.looseObject({
        type: z.literal('function', { error: 'only tools of type function are served' }),
        function: z.looseObject({
          name: z.string(),
          description: z.string().nullish(),
          parameters: z.record(z.string(), z.unknown()).nullish(),
          strict: z.boolean().nullish(),
        }),
      }),
    )
    .nullish(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.looseObject({
        type: z.literal('function'),
        function: z.looseObject({ name: z.string() }),
      }),
    ])
    .nullish(),
  response_format: z
    .discriminatedUnion('type', [
      z.looseObject({ type: z.literal('text') }),
      z.looseObject({ type: z.literal('json_object') }),
      z.looseObject({
        type: z.literal('json_schema'),
        json_schema: z.looseObject({
          name: z.string(),
          schema: z.record(z.string(), z.unknown()),
          strict: z.boolean().nullish(),
        }),
      }),
    ])
    .nullish(),
})

type ChatMessage = z.output<typeof Message>
type ChatRequest = z.output<typeof ChatRequest>

export function decodeChat(body: Readonly<Record<string, unknown>>): Decoded {
  const asked = readBody(ChatRequest, body)
  return { conversation: conversationOf(asked), known: asked }
}

function conversationOf(asked: ChatRequest): Conversation {
  const firstTurn = asked.messages.findIndex(({ role }) => !isSystem(role))
  const lead = asked.messages.slice(0, firstTurn < 0 ? asked.messages.length : firstTurn)
  const { response_format: format, stop } = asked
  return defined({
    model: asked.model ?? undefined,
    system: lead.flatMap(({ content }) => [
      { kind: 'text' as const, text: textOf(parts(content)) },
    ]),
    turns: turnsOf(asked.messages.slice(lead.length)),
    tools: (asked.tools ?? []).map(({ function: tool }) => ({
      name: tool.name,
      description: tool.description ?? undefined,
      schema: tool.parameters ?? { type: 'object', properties: {} },
      strict: tool.strict,
    })),
    choice: choiceOf(asked.tool_choice),
    parallel: asked.parallel_tool_calls ?? undefined,
    maxTokens: asked.max_completion_tokens ?? asked.max_tokens ?? undefined,
    temperature: asked.temperature ?? undefined,
    topP: asked.top_p ?? undefined,
    stop: stop ? [stop].flat() : undefined,
    seed: asked.seed ?? undefined,
    effort: asked.reasoning_effort ?? undefined,
    user: asked.user ?? asked.safety_identifier ?? undefined,
    stream: asked.stream ?? false,
    includeUsage: asked.stream_options?.include_usage ?? false,
    beside: besideIn(asked),
    format:
      format?.type === 'json_object'
        ? { kind: 'json' as const }
        : format?.type === 'json_schema'
          ? {
              kind: 'schema' as const,
              name: format.json_schema.name,
              schema: format.json_schema.schema,
              strict: format.json_schema.strict,
            }
          : undefined,
  })
}

const SHAPE = ['name', 'schema', 'strict']

/** What is sent to a provider of this wire, and no other has words for. */
function besideIn({ messages, tools, response_format: format }: ChatRequest): string | undefined {
  const said = messages.flatMap((message): unknown[] => {
    if (message.role !== 'assistant') return [message.name]
    const { name, refusal, reasoning_details: details, tool_calls: calls } = message
    const thought = message.reasoning_content == null ? undefined : message.reasoning
    return [name, refusal, thought, details, ...(calls ?? []).map((call) => call.extra_content)]
  })
  const described = (tools ?? []).flatMap((tool) => [
    restOf(tool, ['type', 'function']),
    restOf(tool.function, ['name', 'description', 'parameters', 'strict']),
  ])
  const shape = format?.type === 'json_schema' ? format.json_schema : {}
  const formed = [restOf(format, ['type', 'json_schema']), restOf(shape, SHAPE)]
  return textBeside([...said, ...described, ...formed])
}

const isSystem = (role: ChatMessage['role']): boolean => role === 'system' || role === 'developer'

function choiceOf(choice: ChatRequest['tool_choice']): Conversation['choice'] {
  if (!choice) return undefined
  if (typeof choice === 'string') return { mode: choice }
  return { mode: 'tool', name: choice.function.name }
}

function parts(content: z.output<typeof Content> | null | undefined): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }]
  return (content ?? []).map((part) => {
    if (part.type === 'text') return { kind: 'text', text: part.text }
    if (part.type === 'refusal') return { kind: 'text', text: part.refusal }
    if (part.type === 'file')
      return { kind: 'file', url: part.file.file_data, name: part.file.filename ?? undefined }
    return {
      kind: 'image',
      url: part.image_url.url,
      detail: part.image_url.detail ?? undefined,
    }
  })
}

/** Results of parallel calls are in one turn. */
function turnsOf(messages: readonly ChatMessage[]): Turn[] {
  const turns: { role: Turn['role']; parts: Part[] }[] = []
  for (const message of messages) {
    if (message.role === 'tool') {
      const inside = parts(message.content).filter(
        (part) => part.kind === 'text' || part.kind === 'image' || part.kind === 'file',
      )
      const result: Part = { kind: 'result', id: message.tool_call_id, parts: inside }
      const last = turns.at(-1)
      if (last?.role === 'tool') last.parts.push(result)
      else turns.push({ role: 'tool', parts: [result] })
    } else if (message.role === 'assistant') {
      turns.push({ role: 'assistant', parts: partsOfAssistant(message) })
    } else {
      const role = message.role === 'developer' ? 'system' : message.role
      turns.push({ role, parts: parts(message.content) })
    }
  }
  return turns
}

function partsOfAssistant(message: Extract<ChatMessage, { role: 'assistant' }>): Part[] {
  const thought = message.reasoning_content ?? message.reasoning
  return [
    ...(thought ? [{ kind: 'thinking' as const, text: thought }] : []),
    ...parts(message.content),
    ...(message.tool_calls ?? []).map(({ id, function: call }): Part => ({
      kind: 'call',
      id,
      name: call.name,
      arguments: call.arguments || '{}',
    })),
  ]
}
