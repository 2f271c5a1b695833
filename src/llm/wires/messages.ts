import {
  gather,
  NO_USAGE,
  type Citation,
  type Piece,
  type Stop,
  type Usage,
} from '../conversation.ts'
import { writingOf } from '../cache-writes.ts'
import { MESSAGES_POLICY } from './messages-policy.ts'
import { sealPieces, sealText } from './seals.ts'
import { decodeMessages, encodeMessages } from './messages-request.ts'
import {
  count,
  eventFrame,
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
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool',
  refusal: 'filter',
}

const STOP_REASONS: Readonly<Record<Stop, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool: 'tool_use',
  filter: 'refusal',
}

/** `POST /v1/messages` of Anthropic. */
export const messages: Wire = {
  name: 'messages',
  path: '/messages',
  turnsField: 'messages',
  policy: MESSAGES_POLICY,
  decode: decodeMessages,
  encode: encodeMessages,
  limited: (body, maxTokens) => ({ ...body, max_tokens: maxTokens }),
  readAnswer,
  createReader,
  answer,
  createWriter,
  faultFrame: (message) =>
    eventFrame({ type: 'error', error: { type: 'api_error', message } } as { type: string }),
  extras: () => ({}),
  lastFrame: '',
  isUsageOnly: () => false,
  keepAlive: eventFrame({ type: 'ping' }),
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

const usageBody = (usage: Usage, bill?: Bill) => ({
  input_tokens: Math.max(0, usage.input - usage.cached),
  output_tokens: usage.output,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: usage.cached,
  cache_creation: null,
  server_tool_use: null,
  service_tier: null,
  inference_geo: null,
  speed: null,
  output_tokens_details: { thinking_tokens: usage.thinking },
  ...bill,
})

const envelope = (model: string) => ({
  id: idOf('msg_'),
  type: 'message',
  role: 'assistant',
  model,
  stop_sequence: null,
  stop_details: null,
  container: null,
  diagnostics: null,
})

function answer(pieces: readonly Piece[], { model, bill }: AnswerHead): Record<string, unknown> {
  const { thoughts, redacted, text: said, citations, calls, stop, usage } = gather(pieces)
  const content = [
    ...thoughts.map(({ text: thinking, seal }) => ({
      type: 'thinking',
      thinking,
      signature: seal ? sealText(seal, 'messages') : '',
    })),
    ...redacted.map((data) => ({ type: 'redacted_thinking', data })),
    ...(said
      ? [
          {
            type: 'text',
            text: said,
            citations: citations.length > 0 ? citations.map(citationOf) : null,
          },
        ]
      : []),
    ...calls.map(({ id, name, arguments: args }) => ({
      type: 'tool_use',
      id,
      name,
      input: parsed(args),
      caller: { type: 'direct' },
    })),
  ]
  const reason = STOP_REASONS[stop]
  return { ...envelope(model), content, stop_reason: reason, usage: usageBody(usage, bill(usage)) }
}

const citationOf = ({ url, title, quote }: Citation) => ({
  type: 'web_search_result_location',
  url,
  title,
  cited_text: quote,
  encrypted_index: '',
})

/** A model may write arguments that are no JSON; what can be kept of them is. */
function parsed(args: string): unknown {
  try {
    return JSON.parse(args || '{}')
  } catch {
    return { invalid_json: args }
  }
}

type BlockKind = 'text' | 'thinking' | `call ${number}`

const frame = (type: string, rest: object): string => eventFrame({ type, ...rest })

/** Blocks follow each other and are never open together: what comes for another one waits. */
function createWriter({ model, bill }: AnswerHead) {
  let index = -1
  let open: BlockKind | null = null
  let isBegun = false
  let isSigned = true
  const waiting = new Map<number, Piece[]>()

  const delta = (change: object): string => frame('content_block_delta', { index, delta: change })
  const signed = (signature: string): string => {
    isSigned = true
    return delta({ type: 'signature_delta', signature })
  }

  function begin(): string {
    if (isBegun) return ''
    isBegun = true
    const usage = usageBody({ ...NO_USAGE, output: 1 })
    const message = { ...envelope(model), content: [], stop_reason: null, usage }
    return frame('message_start', { message }) + frame('ping', {})
  }

  function close(): string {
    if (open === null) return ''
    const seal = open === 'thinking' && !isSigned ? signed('') : ''
    open = null
    return seal + frame('content_block_stop', { index })
  }

  function opened(kind: BlockKind, block: object): string {
    if (open === kind && !(kind === 'thinking' && isSigned)) return ''
    const before = close()
    index += 1
    open = kind
    isSigned = false
    return before + frame('content_block_start', { index, content_block: block })
  }

  const thinkingOpened = () => opened('thinking', { type: 'thinking', thinking: '', signature: '' })

  function written(piece: Piece): string {
    switch (piece.kind) {
      case 'text':
        return (
          opened('text', { type: 'text', text: '', citations: null }) +
          delta({ type: 'text_delta', text: piece.text })
        )
      case 'thinking':
        return thinkingOpened() + delta({ type: 'thinking_delta', thinking: piece.text })
      case 'seal':
        return thinkingOpened() + signed(sealText(piece.seal, 'messages'))
      case 'redacted': {
        const before = close()
        index += 1
        const block = { type: 'redacted_thinking', data: piece.data }
        const start = frame('content_block_start', { index, content_block: block })
        return before + start + frame('content_block_stop', { index })
      }
      case 'citation':
        return open === 'text'
          ? delta({ type: 'citations_delta', citation: citationOf(piece) })
          : ''
      case 'call': {
        const { id, name } = piece
        const block = { type: 'tool_use', id, name, input: {}, caller: { type: 'direct' } }
        return opened(`call ${piece.index}`, block)
      }
      case 'arguments':
        return delta({ type: 'input_json_delta', partial_json: piece.text })
      case 'end': {
        const stop = { stop_reason: STOP_REASONS[piece.stop], stop_sequence: null }
        return (
          close() +
          frame('message_delta', {
            delta: { ...stop, stop_details: null, container: null },
            usage: usageBody(piece.usage, bill(piece.usage)),
          }) +
          frame('message_stop', {})
        )
      }
    }
  }

  /** Calls whose pieces come in turns are written one after the other, at the end. */
  function ordered(piece: Piece): readonly Piece[] {
    const isOfCall = piece.kind === 'call' || piece.kind === 'arguments'
    if (isOfCall && open?.startsWith('call ') && open !== `call ${piece.index}`) {
      const others = waiting.get(piece.index) ?? []
      waiting.set(piece.index, [...others, piece])
      return []
    }
    if (isOfCall || waiting.size === 0) return [piece]
    const late = [...waiting.values()].flat()
    waiting.clear()
    return [...late, piece]
  }

  return (piece: Piece): string => begin() + ordered(piece).map(written).join('')
}
