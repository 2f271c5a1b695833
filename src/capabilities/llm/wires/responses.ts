import { gather, NO_USAGE, type Piece, type Usage } from '../conversation.ts'
import { RESPONSES_POLICY } from './responses-policy.ts'
import { sealPieces, sealText } from './seals.ts'
import { decodeResponses } from './responses-decode.ts'
import { encodeResponses } from './responses-encode.ts'
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
  type Wire,
} from './wire.ts'
import { callItem, calledWith } from './responses-calls.ts'
import { annotationOf, createResponsesWriter, responseBody, usageBody } from './responses-writer.ts'

/** `POST /v1/responses` of OpenAI, without what it stores. */
export const responses: Wire = {
  name: 'responses',
  path: '/responses',
  turnsField: 'input',
  policy: RESPONSES_POLICY,
  decode: decodeResponses,
  encode: encodeResponses,
  limited: (body, maxTokens) => ({ ...body, max_output_tokens: maxTokens, store: false }),
  readAnswer,
  createReader,
  answer,
  createWriter: createResponsesWriter,
  faultFrame(message, last) {
    const sequence_number = nextNumber(last)
    const fault = { type: 'error', sequence_number, code: 'upstream_failed', message, param: null }
    return eventFrame(fault)
  },
  extras: () => ({ store: false }),
  lastFrame: '',
  isUsageOnly: () => false,
  keepAlive: ': keepalive\n\n',
  usageIn(data) {
    const { usage } = data['response'] ? record(data['response']) : data
    return usage ? record(usage) : null
  },
}

/** A quote within a text is escaped, so that only members of the event are found. */
const NUMBER = /"sequence_number":\s*(\d+)/g

const nextNumber = (last: string): number =>
  1 + Math.max(-1, ...Array.from(last.matchAll(NUMBER), ([, number]) => Number(number)))

const usageOf = (told: Record<string, unknown>): Usage => ({
  input: count(told['input_tokens']),
  output: count(told['output_tokens']),
  cached: count(record(told['input_tokens_details'])['cached_tokens']),
  thinking: count(record(told['output_tokens_details'])['reasoning_tokens']),
})

/** A call of a tool of any kind: a function, free text, or what the provider defines. */
const isCall = ({ type }: Record<string, unknown>): boolean => text(type).endsWith('_call')

const callPiece = (item: Record<string, unknown>, index: number) =>
  ({
    kind: 'call',
    index,
    id: text(item['call_id']) || text(item['id']),
    name: text(item['name']) || text(item['type']),
  }) as const

/** Where each kind of call says what it is called with. */
const INPUTS = ['arguments', 'input', 'action', 'operation'] as const

function inputOfCall(item: Record<string, unknown>): string {
  const said = INPUTS.map((name) => item[name]).find((value) => value != null)
  return typeof said === 'string' ? said : said ? JSON.stringify(said) : ''
}

function endOf(response: Record<string, unknown>, hasCalls: boolean) {
  const reason = record(response['incomplete_details'])['reason']
  const stop =
    response['status'] === 'incomplete'
      ? reason === 'content_filter'
        ? 'filter'
        : 'length'
      : hasCalls
        ? 'tool'
        : 'stop'
  return { kind: 'end', stop, usage: usageOf(record(response['usage'])) } as const
}

function readAnswer(body: Readonly<Record<string, unknown>>): readonly Piece[] {
  if (body['error']) throw reported(record(body['error'])['message'])
  const pieces: Piece[] = []
  let calls = 0
  for (const item of list(body['output'])) {
    if (item['type'] === 'message')
      for (const part of list(item['content']))
        pieces.push({ kind: 'text', text: text(part['text']) || text(part['refusal']) })
    else if (item['type'] === 'reasoning') {
      const thoughts = [...list(item['summary']), ...list(item['content'])]
      const thought = thoughts.map((part) => text(part['text'])).join('')
      if (thought) pieces.push({ kind: 'thinking', text: thought })
      pieces.push(...sealPieces(item, 'responses'))
    } else if (isCall(item)) {
      pieces.push(callPiece(item, calls))
      pieces.push({ kind: 'arguments', index: calls, text: inputOfCall(item) })
      calls += 1
    }
  }
  return [...pieces, endOf({ ...body }, calls > 0)]
}

function createReader(): AnswerReader {
  const callOfItem = new Map<number, number>()
  let ended: Extract<Piece, { kind: 'end' }> | null = null

  return {
    read(data) {
      const at = count(data['output_index'])
      switch (data['type']) {
        case 'response.output_text.delta':
        case 'response.refusal.delta':
          return [{ kind: 'text', text: text(data['delta']) }]
        case 'response.reasoning_summary_text.delta':
        case 'response.reasoning_text.delta':
          return [{ kind: 'thinking', text: text(data['delta']) }]
        case 'response.output_item.added': {
          const item = record(data['item'])
          if (!isCall(item)) return []
          const index = callOfItem.size
          callOfItem.set(at, index)
          return [callPiece(item, index)]
        }
        case 'response.custom_tool_call_input.delta':
        case 'response.function_call_arguments.delta': {
          const index = callOfItem.get(at)
          return index === undefined
            ? []
            : [{ kind: 'arguments', index, text: text(data['delta']) }]
        }
        case 'response.output_item.done': {
          return sealPieces(data['item'], 'responses')
        }
        case 'response.completed':
        case 'response.incomplete':
          ended = endOf(record(data['response']), callOfItem.size > 0)
          return []
        case 'response.failed':
          throw reported(record(record(data['response'])['error'])['message'])
        case 'error':
          throw reported(data['message'] ?? record(data['error'])['message'])
        default:
          return []
      }
    },
    usage: () => ended?.usage ?? NO_USAGE,
    end: () => ended,
  }
}

function answer(pieces: readonly Piece[], head: AnswerHead): Record<string, unknown> {
  const { thoughts, text: said, citations, calls, stop, usage } = gather(pieces)
  const isCut = stop === 'length' || stop === 'filter'
  const status = isCut ? 'incomplete' : 'completed'
  const part = {
    type: 'output_text',
    annotations: citations.map(annotationOf),
    logprobs: [],
    text: said,
  }
  const output = [
    ...thoughts.map(({ text: thought, seal }) => ({
      id: idOf('rs_'),
      type: 'reasoning',
      summary: thought ? [{ type: 'summary_text', text: thought }] : [],
      ...(seal && { encrypted_content: sealText(seal, 'responses') }),
    })),
    ...(said
      ? [{ id: idOf('msg_'), type: 'message', status, role: 'assistant', content: [part] }]
      : []),
    ...calls.map(({ id, name, arguments: args }) => {
      const item = callItem(head.tools, { id, name })
      return { ...item, status: 'completed', ...calledWith(item, args) }
    }),
  ]
  return responseBody(head, {
    id: idOf('resp_'),
    status,
    output,
    usage: usageBody(usage, head.bill(usage)),
    stop,
  })
}
