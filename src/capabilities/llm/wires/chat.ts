import {
  gather,
  NO_USAGE,
  type Citation,
  type Piece,
  type Stop,
  type Usage,
} from '../conversation.ts'
import { CHAT_POLICY } from './chat-policy.ts'
import { decodeChat } from './chat-decode.ts'
import { encodeChat, streaming } from './chat-encode.ts'
import {
  count,
  dataFrame,
  idOf,
  list,
  record,
  reported,
  text,
  type AnswerHead,
  type AnswerReader,
  type Bill,
  type Wire,
} from './wire.ts'

const STOPS: Readonly<Record<string, Stop>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool',
  function_call: 'tool',
  content_filter: 'filter',
}

const FINISH_REASONS: Readonly<Record<Stop, string>> = {
  stop: 'stop',
  length: 'length',
  tool: 'tool_calls',
  filter: 'content_filter',
}

/** `POST /v1/chat/completions` of OpenAI, as most providers speak it. */
export const chat: Wire = {
  name: 'chat',
  path: '/chat/completions',
  turnsField: 'messages',
  policy: CHAT_POLICY,
  decode: decodeChat,
  encode: encodeChat,
  limited(body, maxTokens, { maxField = 'max_tokens' }) {
    const { max_tokens: _old, max_completion_tokens: _new, ...rest } = body
    return { ...rest, [maxField]: maxTokens }
  },
  readAnswer,
  createReader,
  answer,
  createWriter,
  faultFrame: (message) =>
    dataFrame({ error: { message, type: 'server_error', code: 'upstream_failed', param: null } }),
  extras: ({ stream }) => streaming(stream),
  lastFrame: 'data: [DONE]\n\n',
  isUsageOnly: ({ choices }) => list(choices).length === 0,
  keepAlive: ': keepalive\n\n',
  usageIn: ({ usage }) => (usage ? record(usage) : null),
}

/** Gemini and others count thoughts in the total alone, and bill them as output. */
function usageOf(told: Record<string, unknown>): Usage {
  const input = count(told['prompt_tokens'])
  const written = count(told['completion_tokens'])
  const output = Math.max(written, count(told['total_tokens']) - input)
  const { reasoning_tokens: thought } = record(told['completion_tokens_details'])
  return {
    input,
    output,
    cached: count(record(told['prompt_tokens_details'])['cached_tokens']),
    thinking: Math.max(count(thought), output - written),
  }
}

/** Some providers write the content as a list of parts, and thoughts as parts of it. */
function wordsOf(message: Readonly<Record<string, unknown>>) {
  const { content, refusal, reasoning, reasoning_content: thoughts } = message
  return {
    thought: text(thoughts) || text(reasoning) || joined(content, 'thinking'),
    said: text(content) || joined(content, 'text') || text(refusal),
  }
}

/** The text of all parts of one kind; a part of thinking holds a text, or parts again. */
const joined = (content: unknown, kind: 'text' | 'thinking'): string =>
  list(content)
    .filter(({ type }) => type === kind)
    .map(({ [kind]: words }) => text(words) || (kind === 'text' ? '' : joined(words, 'text')))
    .join('')

function readAnswer(body: Readonly<Record<string, unknown>>): readonly Piece[] {
  if (body['error']) throw reported(record(body['error'])['message'] ?? body['error'])
  const choice = record(list(body['choices'])[0])
  const message = record(choice['message'])
  const calls = list(message['tool_calls'])
  const { thought, said } = wordsOf(message)
  const stop = STOPS[text(choice['finish_reason'])] ?? 'stop'
  return [
    ...(thought ? [{ kind: 'thinking' as const, text: thought }] : []),
    ...(said ? [{ kind: 'text' as const, text: said }] : []),
    ...calls.flatMap((call, index): Piece[] => {
      const { name, arguments: args } = record(call['function'])
      const id = text(call['id']) || idOf('call_')
      return [
        { kind: 'call', index, id, name: text(name) },
        { kind: 'arguments', index, text: text(args) || '{}' },
      ]
    }),
    {
      kind: 'end',
      stop: calls.length > 0 && stop === 'stop' ? 'tool' : stop,
      usage: usageOf(record(body['usage'])),
    },
  ]
}

function createReader(): AnswerReader {
  const calls = new Set<number>()
  let finish: string | null = null
  let usage = NO_USAGE

  function partsOfCall(call: Record<string, unknown>): Piece[] {
    const index = count(call['index'])
    const { name, arguments: args } = record(call['function'])
    const pieces: Piece[] = []
    if (!calls.has(index)) {
      calls.add(index)
      const id = text(call['id']) || idOf('call_')
      pieces.push({ kind: 'call', index, id, name: text(name) })
    }
    if (text(args) !== '') pieces.push({ kind: 'arguments', index, text: text(args) })
    return pieces
  }

  return {
    read(data) {
      if (data['error']) throw reported(record(data['error'])['message'])
      if (data['usage']) usage = usageOf(record(data['usage']))
      const choice = record(list(data['choices'])[0])
      const delta = record(choice['delta'])
      const { thought, said } = wordsOf(delta)
      finish = text(choice['finish_reason']) || finish
      return [
        ...(thought ? [{ kind: 'thinking' as const, text: thought }] : []),
        ...(said ? [{ kind: 'text' as const, text: said }] : []),
        ...list(delta['tool_calls']).flatMap(partsOfCall),
      ]
    },
    usage: () => usage,
    end() {
      if (finish === null) return null
      const stop = STOPS[finish] ?? 'stop'
      return { kind: 'end', stop: calls.size > 0 && stop === 'stop' ? 'tool' : stop, usage }
    },
  }
}

const usageBody = (usage: Usage, bill: Bill) => ({
  prompt_tokens: usage.input,
  completion_tokens: usage.output,
  total_tokens: usage.input + usage.output,
  prompt_tokens_details: { cached_tokens: usage.cached, audio_tokens: 0 },
  completion_tokens_details: {
    reasoning_tokens: usage.thinking,
    audio_tokens: 0,
    accepted_prediction_tokens: 0,
    rejected_prediction_tokens: 0,
  },
  ...bill,
})

function answer(pieces: readonly Piece[], { model, created, bill }: AnswerHead) {
  const all = gather(pieces)
  const thought = all.thoughts.map(({ text }) => text).join('')
  const calls = all.calls.map(({ id, name, arguments: args }) => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  }))
  const message = {
    role: 'assistant',
    content: all.text || (calls.length > 0 ? null : ''),
    refusal: null,
    annotations: all.citations.map(annotationOf),
    ...(thought && { reasoning_content: thought }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
  return {
    id: idOf('chatcmpl-'),
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: FINISH_REASONS[all.stop] }],
    usage: usageBody(all.usage, bill(all.usage)),
    system_fingerprint: null,
  }
}

const annotationOf = ({ start, end, url, title }: Citation) => ({
  type: 'url_citation',
  url_citation: { start_index: start, end_index: end, url, title },
})

const callDelta = (index: number, call: object) => ({ tool_calls: [{ index, ...call }] })

function createWriter({ model, created, includeUsage, bill }: AnswerHead) {
  const head = {
    id: idOf('chatcmpl-'),
    object: 'chat.completion.chunk',
    created,
    model,
    system_fingerprint: null,
  }
  const chunk = (delta: object, finish: string | null = null): string =>
    dataFrame({
      ...head,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...(includeUsage && { usage: null }),
    })
  const write = (piece: Piece): string => {
    switch (piece.kind) {
      case 'text':
        return chunk({ content: piece.text })
      case 'thinking':
        return chunk({ reasoning_content: piece.text })
      case 'citation':
        return chunk({ annotations: [annotationOf(piece)] })
      case 'call': {
        const named = { id: piece.id, type: 'function' }
        return chunk(
          callDelta(piece.index, { ...named, function: { name: piece.name, arguments: '' } }),
        )
      }
      case 'arguments':
        return chunk(callDelta(piece.index, { function: { arguments: piece.text } }))
      case 'end': {
        const usage = usageBody(piece.usage, bill(piece.usage))
        const last = includeUsage ? dataFrame({ ...head, choices: [], usage }) : ''
        return `${chunk({}, FINISH_REASONS[piece.stop])}${last}data: [DONE]\n\n`
      }
      default:
        return ''
    }
  }
  let isBegun = false
  return (piece: Piece): string => {
    const start = isBegun ? '' : chunk({ role: 'assistant', content: '', refusal: null })
    isBegun = true
    return start + write(piece)
  }
}
