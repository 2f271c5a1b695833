import type { Piece, Stop, Usage } from '../conversation.ts'
import { betaHeader } from './betas.ts'
import { writingOf } from '../cache-writes.ts'
import { MESSAGES_POLICY } from './messages-policy.ts'
import { answer, createWriter, withBill } from './messages-writer.ts'
import { sealPieces } from './seals.ts'
import { decodeMessages } from './messages-decode.ts'
import { encodeMessages, limitedMessages } from './messages-encode.ts'
import {
  count,
  eventFrame,
  list,
  record,
  reported,
  text,
  type AnswerReader,
  type Wire,
} from './wire.ts'

const STOPS: Readonly<Record<string, Stop>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool',
  refusal: 'filter',
}

/** `POST /v1/messages` of Anthropic. */
export const messages: Wire = {
  name: 'messages',
  path: '/messages',
  turnsField: 'messages',
  policy: MESSAGES_POLICY,
  decode: decodeMessages,
  encode: encodeMessages,
  limited: limitedMessages,
  readAnswer,
  createReader,
  answer,
  createWriter,
  faultFrame: (message) =>
    eventFrame({ type: 'error', error: { type: 'api_error', message } } as { type: string }),
  extras: () => ({}),
  headed({ betas, ...rest }, isOwn) {
    return { rest, headers: betaHeader(betas, isOwn) }
  },
  lastFrame: '',
  isUsageOnly: () => false,
  keepAlive: eventFrame({ type: 'ping' }),
  billed: (usage, bill, { type }) =>
    type === 'message_delta' ? withBill(usage, bill) : { ...usage, ...bill },
  usageIn: ({ type, usage }) =>
    (type === 'message' || type === 'message_delta') && usage ? record(usage) : null,
}

/** Here, what is read from and written to the cache is not counted as input. */
function usageOf(told: Record<string, unknown>): Usage {
  const cached = count(told['cache_read_input_tokens'])
  const written = count(told['cache_creation_input_tokens'])
  const writing = writingOf({
    written,
    forAnHour: count(record(told['cache_creation'])['ephemeral_1h_input_tokens']),
  })
  return {
    input: count(told['input_tokens']) + cached + written,
    output: count(told['output_tokens']),
    cached,
    thinking: count(record(told['output_tokens_details'])['thinking_tokens']),
    ...(writing > 0 && { writing }),
  }
}

function readAnswer(body: Readonly<Record<string, unknown>>): readonly Piece[] {
  if (body['type'] === 'error' || body['error']) throw reported(record(body['error'])['message'])
  const pieces: Piece[] = []
  let calls = 0
  for (const block of list(body['content'])) {
    if (block['type'] === 'text') pieces.push({ kind: 'text', text: text(block['text']) })
    else if (block['type'] === 'thinking') {
      pieces.push({ kind: 'thinking', text: text(block['thinking']) })
      pieces.push(...sealPieces(block, 'messages'))
    } else if (block['type'] === 'redacted_thinking')
      pieces.push({ kind: 'redacted', data: text(block['data']) })
    else if (block['type'] === 'tool_use') {
      const [id, name] = [text(block['id']), text(block['name'])]
      pieces.push({ kind: 'call', index: calls, id, name })
      const args = JSON.stringify(block['input'] ?? {})
      pieces.push({ kind: 'arguments', index: calls, text: args })
      calls += 1
    }
  }
  const stop = STOPS[text(body['stop_reason'])] ?? 'stop'
  return [...pieces, { kind: 'end', stop, usage: usageOf(record(body['usage'])) }]
}

function createReader(): AnswerReader {
  const callOfBlock = new Map<number, number>()
  let usage: Record<string, unknown> = {}
  let reason = ''
  let isEnded = false

  function begun(index: number, block: Record<string, unknown>): Piece[] {
    if (block['type'] === 'text' && block['text'])
      return [{ kind: 'text', text: text(block['text']) }]
    if (block['type'] === 'redacted_thinking')
      return [{ kind: 'redacted', data: text(block['data']) }]
    if (block['type'] !== 'tool_use') return []
    const call = callOfBlock.size
    callOfBlock.set(index, call)
    return [{ kind: 'call', index: call, id: text(block['id']), name: text(block['name']) }]
  }

  function grown(index: number, delta: Record<string, unknown>): readonly Piece[] {
    switch (delta['type']) {
      case 'text_delta':
        return [{ kind: 'text', text: text(delta['text']) }]
      case 'thinking_delta':
        return [{ kind: 'thinking', text: text(delta['thinking']) }]
      case 'signature_delta':
        return sealPieces(delta, 'messages')
      case 'input_json_delta': {
        const call = callOfBlock.get(index)
        const part = text(delta['partial_json'])
        return call === undefined || part === ''
          ? []
          : [{ kind: 'arguments', index: call, text: part }]
      }
      default:
        return []
    }
  }

  return {
    read(data) {
      const index = count(data['index'])
      switch (data['type']) {
        case 'message_start':
          usage = { ...record(record(data['message'])['usage']) }
          return []
        case 'content_block_start':
          return begun(index, record(data['content_block']))
        case 'content_block_delta':
          return grown(index, record(data['delta']))
        case 'message_delta':
          reason = text(record(data['delta'])['stop_reason']) || reason
          for (const [name, value] of Object.entries(record(data['usage'])))
            if (value !== null) usage[name] = value
          return []
        case 'message_stop':
          isEnded = true
          return []
        case 'error':
          throw reported(record(data['error'])['message'])
        default:
          return []
      }
    },
    usage: () => usageOf(usage),
    end: () =>
      isEnded ? { kind: 'end', stop: STOPS[reason] ?? 'stop', usage: usageOf(usage) } : null,
  }
}
