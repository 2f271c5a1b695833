import {
  gather,
  NO_USAGE,
  type Citation,
  type Piece,
  type Stop,
  type Usage,
} from '../conversation.ts'
import { sealText } from './seals.ts'
import { eventFrame, idOf, record, type AnswerHead, type Bill } from './wire.ts'

const STOP_REASONS: Readonly<Record<Stop, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool: 'tool_use',
  filter: 'refusal',
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

/**
 * What a stream has cost, twice: the package of Anthropic keeps of its usage what it knows, and the
 * details whole.
 */
export function withBill(usage: Readonly<Record<string, unknown>>, bill: Bill) {
  const details = { ...record(usage['output_tokens_details']), ...bill }
  return { ...usage, ...bill, output_tokens_details: details }
}

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

export function answer(
  pieces: readonly Piece[],
  { model, bill }: AnswerHead,
): Record<string, unknown> {
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
      input: parseArguments(args),
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
function parseArguments(args: string): unknown {
  try {
    return JSON.parse(args || '{}')
  } catch {
    return { invalid_json: args }
  }
}

type BlockKind = 'text' | 'thinking' | `call ${number}`

const frame = (type: string, rest: object): string => eventFrame({ type, ...rest })

/** Blocks follow each other and are never open together: what comes for another one waits. */
export function createWriter({ model, bill }: AnswerHead) {
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

  function write(piece: Piece): string {
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
            usage: withBill(usageBody(piece.usage), bill(piece.usage)),
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

  return (piece: Piece): string => begin() + ordered(piece).map(write).join('')
}
