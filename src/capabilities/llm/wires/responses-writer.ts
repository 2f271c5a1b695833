import type { Citation, Piece, Stop, Usage } from '../conversation.ts'
import { calledWith, callItem, takesText } from './responses-calls.ts'
import { sealText } from './seals.ts'
import { eventFrame, idOf, list, record, type AnswerHead, type Bill } from './wire.ts'

export const usageBody = (usage: Usage, bill: Bill) => ({
  input_tokens: usage.input,
  input_tokens_details: { cached_tokens: usage.cached, cache_write_tokens: 0 },
  output_tokens: usage.output,
  output_tokens_details: { reasoning_tokens: usage.thinking },
  total_tokens: usage.input + usage.output,
  ...bill,
})

export const annotationOf = ({ start, end, url, title }: Citation) => ({
  type: 'url_citation',
  start_index: start,
  end_index: end,
  url,
  title,
})

interface ResponseState {
  readonly id: string
  readonly status: 'in_progress' | 'completed' | 'incomplete'
  readonly output: readonly unknown[]
  readonly usage: object | null
  readonly stop?: Stop
}

const REASONS: Partial<Record<Stop, string>> = {
  length: 'max_output_tokens',
  filter: 'content_filter',
}

/** A response object, with what it repeats of the request. */
export function responseBody(
  { model, created, request }: AnswerHead,
  { id, status, output, usage, stop }: ResponseState,
): Record<string, unknown> {
  const reasoning = record(request['reasoning'])
  return {
    id,
    object: 'response',
    created_at: created,
    status,
    background: false,
    error: null,
    incomplete_details: status === 'incomplete' && stop ? { reason: REASONS[stop] } : null,
    instructions: request['instructions'] ?? null,
    max_output_tokens: request['max_output_tokens'] ?? null,
    max_tool_calls: null,
    model,
    output,
    parallel_tool_calls: request['parallel_tool_calls'] ?? true,
    previous_response_id: null,
    prompt_cache_key: null,
    reasoning: { effort: reasoning['effort'] ?? null, summary: reasoning['summary'] ?? null },
    safety_identifier: null,
    service_tier: 'default',
    store: false,
    temperature: request['temperature'] ?? 1,
    text: request['text'] ?? { format: { type: 'text' }, verbosity: 'medium' },
    tool_choice: request['tool_choice'] ?? 'auto',
    tools: list(request['tools']).map((tool) => ({ parameters: null, strict: null, ...tool })),
    top_logprobs: 0,
    top_p: request['top_p'] ?? 1,
    truncation: 'disabled',
    usage,
    user: null,
    metadata: request['metadata'] ?? {},
  }
}

interface OpenItem {
  readonly kind: 'text' | 'thinking' | 'call'
  readonly item: Record<string, unknown>
  readonly at: { readonly item_id: unknown; readonly output_index: number }
  text: string
  readonly annotations: object[]
}

/** The events of a response, with growing sequence numbers. */
export function createResponsesWriter(head: AnswerHead): (piece: Piece) => string {
  const id = idOf('resp_')
  const output: Record<string, unknown>[] = []
  const calls = new Map<number, OpenItem>()
  let sequence = 0
  let open: OpenItem | null = null

  const emit = (type: string, rest: object): string =>
    eventFrame({ type, sequence_number: sequence++, ...rest } as { type: string })
  const state = (status: ResponseState['status'], usage: object | null = null, stop?: Stop) =>
    responseBody(head, { id, status, output, usage, ...(stop && { stop }) })

  function begin(): string {
    if (sequence > 0) return ''
    return (
      emit('response.created', { response: state('in_progress') }) +
      emit('response.in_progress', { response: state('in_progress') })
    )
  }

  function add(kind: OpenItem['kind'], item: Record<string, unknown>): OpenItem {
    const at = { item_id: item['id'], output_index: output.length }
    output.push(item)
    return { kind, item, at, text: '', annotations: [] }
  }

  const added = ({ item, at }: OpenItem): string =>
    emit('response.output_item.added', { output_index: at.output_index, item: { ...item } })
  const finished = ({ item, at }: OpenItem): string =>
    emit('response.output_item.done', { output_index: at.output_index, item: { ...item } })

  function closeOne(one: OpenItem, status: string): string {
    const { kind, item, at } = one
    item['status'] = status
    if (kind === 'call') {
      const input = calledWith(item, one.text)
      Object.assign(item, input)
      if (takesText(item)) {
        const delta = { ...at, delta: item['input'] }
        return (
          emit('response.custom_tool_call_input.delta', delta) +
          emit('response.custom_tool_call_input.done', { ...at, ...input }) +
          finished(one)
        )
      }
      const done = { ...at, name: item['name'], ...input }
      return emit('response.function_call_arguments.done', done) + finished(one)
    }
    if (kind === 'text') {
      const { annotations, text } = one
      const part = { type: 'output_text', annotations, logprobs: [], text }
      item['content'] = [part]
      return (
        emit('response.output_text.done', {
          ...at,
          content_index: 0,
          text: one.text,
          logprobs: [],
        }) +
        emit('response.content_part.done', { ...at, content_index: 0, part }) +
        finished(one)
      )
    }
    if (one.text === '') return finished(one)
    const part = { type: 'summary_text', text: one.text }
    item['summary'] = [part]
    return (
      emit('response.reasoning_summary_text.done', { ...at, summary_index: 0, text: one.text }) +
      emit('response.reasoning_summary_part.done', { ...at, summary_index: 0, part }) +
      finished(one)
    )
  }

  /** Text and thoughts end where something else begins; calls may grow side by side. */
  function close(status = 'completed'): string {
    const one = open
    open = null
    return one ? closeOne(one, status) : ''
  }

  function opened(kind: 'text' | 'thinking'): { one: OpenItem; frames: string } {
    if (open?.kind === kind) return { one: open, frames: '' }
    const before = close()
    const item =
      kind === 'text'
        ? {
            id: idOf('msg_'),
            type: 'message',
            status: 'in_progress',
            role: 'assistant',
            content: [],
          }
        : { id: idOf('rs_'), type: 'reasoning', status: 'in_progress', summary: [] }
    const one = add(kind, item)
    open = one
    return { one, frames: before + added(one) }
  }

  function text(grown: string): string {
    const { one, frames } = opened('text')
    const part = { type: 'output_text', annotations: [], logprobs: [], text: '' }
    const begun =
      one.text === '' && frames !== ''
        ? emit('response.content_part.added', { ...one.at, content_index: 0, part })
        : ''
    one.text += grown
    const delta = { ...one.at, content_index: 0, delta: grown, logprobs: [] }
    return frames + begun + emit('response.output_text.delta', delta)
  }

  function cited(citation: Citation): string {
    if (open?.kind !== 'text') return ''
    const annotation = annotationOf(citation)
    const annotation_index = open.annotations.push(annotation) - 1
    const at = { ...open.at, content_index: 0, annotation_index }
    return emit('response.output_text.annotation.added', { ...at, annotation })
  }

  function thinking(grown: string): string {
    const { one, frames } = opened('thinking')
    const part = { type: 'summary_text', text: '' }
    const begun =
      one.text === ''
        ? emit('response.reasoning_summary_part.added', { ...one.at, summary_index: 0, part })
        : ''
    one.text += grown
    const delta = { ...one.at, summary_index: 0, delta: grown }
    return frames + begun + emit('response.reasoning_summary_text.delta', delta)
  }

  function ended({ stop, usage }: Extract<Piece, { kind: 'end' }>): string {
    const status = REASONS[stop] ? 'incomplete' : 'completed'
    const last = close(status) + [...calls.values()].map((one) => closeOne(one, status)).join('')
    const response = state(status, usageBody(usage, head.bill(usage)), stop)
    return last + emit(`response.${status}`, { response })
  }

  function write(piece: Piece): string {
    switch (piece.kind) {
      case 'text':
        return text(piece.text)
      case 'thinking':
        return thinking(piece.text)
      case 'seal': {
        const { one, frames } = opened('thinking')
        one.item['encrypted_content'] = sealText(piece.seal, 'responses')
        return frames + close()
      }
      case 'citation':
        return cited(piece)
      case 'call': {
        const before = close()
        const one = add('call', callItem(head.tools, piece))
        calls.set(piece.index, one)
        return before + added(one)
      }
      case 'arguments': {
        const one = calls.get(piece.index)
        if (!one) return ''
        one.text += piece.text
        // What takes text is written when all of it is known: it comes within JSON.
        if (takesText(one.item)) return ''
        return emit('response.function_call_arguments.delta', { ...one.at, delta: piece.text })
      }
      case 'redacted':
        return ''
      case 'end':
        return ended(piece)
    }
  }

  return (piece) => begin() + write(piece)
}
