import { badInput } from '../../../base/core/fault.ts'
import {
  defined,
  textOf,
  type Conversation,
  type Effort,
  type Part,
  type Turn,
} from '../conversation.ts'
import { record, type Quirks } from './wire.ts'

/** Shares of the limit of output that go to thinking. */
export const BUDGETS: readonly (readonly [effort: Effort, share: number])[] = [
  ['minimal', 0.1],
  ['low', 0.2],
  ['medium', 0.5],
  ['high', 0.8],
  ['xhigh', 0.95],
  ['max', 0.95],
]

/** This wire requires a limit. */
const MAX_TOKENS = 4_096
const BUDGET_MIN = 1_024

export function encodeMessages(
  conversation: Conversation,
  model: string,
  quirks: Quirks,
): Record<string, unknown> {
  const { system, tools, stop, user, noSampling, format } = { ...conversation, ...quirks }
  if (format?.kind === 'json')
    throw badInput('response_format: this model takes a json_schema, and no json_object.')
  const { thinking, effort } = thinkingOf(conversation, quirks)
  const mayVary = !noSampling && !thinking
  const config = defined({
    effort,
    format: format ? { type: 'json_schema', schema: format.schema } : undefined,
  })
  return defined({
    model,
    max_tokens: conversation.maxTokens ?? MAX_TOKENS,
    system:
      system.length > 0
        ? system.map(({ text, cache }) => defined({ type: 'text', text, cache_control: cache }))
        : undefined,
    messages: messagesOf(conversation.turns),
    stop_sequences: stop,
    temperature:
      mayVary && conversation.temperature !== undefined
        ? Math.min(1, conversation.temperature)
        : undefined,
    top_p: mayVary && conversation.temperature === undefined ? conversation.topP : undefined,
    metadata: user ? { user_id: user } : undefined,
    thinking,
    output_config: Object.keys(config).length > 0 ? config : undefined,
    tools:
      tools.length > 0
        ? tools.map(({ name, description, schema, strict, cache }) =>
            defined({
              name,
              description,
              input_schema: schema['type'] ? schema : { type: 'object', ...schema },
              strict: strict ?? undefined,
              cache_control: cache,
            }),
          )
        : undefined,
    tool_choice: tools.length > 0 ? choiceBody(conversation) : undefined,
    stream: conversation.stream || undefined,
  })
}

/** A budget of thinking must stay below the limit, so that both are lowered together. */
export function limitedMessages(body: Record<string, unknown>, maxTokens: number) {
  const thinking = record(body['thinking'])
  const budget = thinking['budget_tokens']
  if (typeof budget !== 'number') return { ...body, max_tokens: maxTokens }
  const share = Math.min(0.95, budget / Number(body['max_tokens'] ?? maxTokens))
  const lowered = Math.min(budget, Math.max(BUDGET_MIN, Math.floor(maxTokens * share)))
  return {
    ...body,
    max_tokens: maxTokens,
    thinking: lowered < maxTokens ? { ...thinking, budget_tokens: lowered } : { type: 'disabled' },
  }
}

function thinkingOf({ effort, maxTokens = MAX_TOKENS }: Conversation, quirks: Quirks) {
  if (effort === undefined) return {}
  if (effort === 'none') return { thinking: { type: 'disabled' } }
  if (!quirks.thinkingBudget) {
    const thinking = { type: 'adaptive' }
    return { thinking, effort: effort === 'minimal' ? 'low' : effort }
  }
  const share = BUDGETS.find(([name]) => name === effort)?.[1] ?? 0.5
  const budget = Math.max(BUDGET_MIN, Math.floor(maxTokens * share))
  return budget < maxTokens ? { thinking: { type: 'enabled', budget_tokens: budget } } : {}
}

function choiceBody({ choice, parallel }: Conversation): Record<string, unknown> | undefined {
  if (!choice && parallel !== false) return undefined
  const mode = choice?.mode ?? 'auto'
  return defined({
    type: mode === 'required' ? 'any' : mode,
    name: choice?.mode === 'tool' ? choice.name : undefined,
    disable_parallel_tool_use: parallel === false && mode !== 'none' ? true : undefined,
  })
}

/** Neighbours of one role become one message, results of tools before all else. */
function messagesOf(turns: readonly Turn[]) {
  const messages: { role: string; content: unknown[] }[] = []
  for (const turn of turns) {
    const role = turn.role === 'assistant' ? 'assistant' : 'user'
    const content = turn.parts.flatMap((part) => blockOf(part) ?? [])
    const last = messages.at(-1)
    if (content.length === 0) continue
    if (last?.role === role) last.content.push(...content)
    else messages.push({ role, content })
  }
  return messages
}

/** Ids of other wires may hold signs that this one refuses. */
const safeId = (id: string): string => id.replaceAll(/[^a-zA-Z0-9_-]/g, '_')

function blockOf(part: Part): Record<string, unknown> | null {
  switch (part.kind) {
    case 'text':
      if (part.text === '') return null
      return defined({ type: 'text', text: part.text, cache_control: part.cache })
    case 'image':
      return { type: 'image', source: sourceOf(part.url) }
    case 'file':
      return defined({ type: 'document', source: sourceOf(part.url), title: part.name })
    case 'thinking':
      if (part.redacted) return { type: 'redacted_thinking', data: part.redacted }
      if (part.seal?.wire !== 'messages') return null
      return { type: 'thinking', thinking: part.text, signature: part.seal.value }
    case 'call':
      return { type: 'tool_use', id: safeId(part.id), name: part.name, input: inputOf(part) }
    case 'result':
      return defined({
        type: 'tool_result',
        tool_use_id: safeId(part.id),
        content: part.parts.every(({ kind }) => kind === 'text')
          ? textOf(part.parts)
          : part.parts.flatMap((inside) => blockOf(inside) ?? []),
        is_error: part.isError,
      })
  }
}

function inputOf({ name, arguments: args }: Extract<Part, { kind: 'call' }>): unknown {
  try {
    return record(JSON.parse(args))
  } catch {
    throw badInput(`the arguments of the call of ${name.slice(0, 60)} are not valid JSON.`)
  }
}

const DATA_URL = /^data:([^;,]{1,100});base64,/

function sourceOf(url: string): Record<string, unknown> {
  const [lead, type] = DATA_URL.exec(url) ?? []
  if (lead === undefined) return { type: 'url', url }
  return { type: 'base64', media_type: type, data: url.slice(lead.length) }
}
