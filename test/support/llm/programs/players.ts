import type { WireName } from '../../../../src/capabilities/llm/wires/policy.ts'
import type { Seen, SentRequest, Step } from './agent-provider.ts'

type Body = Readonly<Record<string, unknown>>

/** How a stand-in speaks one wire. */
interface Player {
  /** What a real provider of this wire would refuse; null for nothing. */
  problemOf(request: SentRequest): string | null
  read(body: Body): Seen
  whole(step: Step, body: Body): unknown
  stream(step: Step, body: Body): string
}

const record = (value: unknown): Body =>
  typeof value === 'object' && value !== null ? (value as Body) : {}
const list = (value: unknown): readonly Body[] => (Array.isArray(value) ? value.map(record) : [])

/** Text of a content, whether it is text, or a list of parts. */
const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : list(content)
        .map((part) => {
          const said = part['text'] ?? part['type']
          return typeof said === 'string' ? said : ''
        })
        .join('\n')

const argumentsOf = (input: Body | string): string =>
  typeof input === 'string' ? input : JSON.stringify(input)

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`
const event = (type: string, value: object = {}): string =>
  `event: ${type}\n${data({ type, ...value })}`

let ids = 0
const nextId = (): string => `${(ids += 1)}`.padStart(6, '0')

const TOKENS = { input: 100, output: 20 }

const chat: Player = {
  problemOf({ body }) {
    const other = list(body['tools']).find(({ type }) => type !== 'function')
    return other ? `tools: the type ${String(other['type'])} is not known` : null
  },
  read: ({ tools, messages }) => ({
    tools: list(tools).map((tool) => String(record(tool['function'])['name'])),
    results: list(messages)
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => textOf(content)),
  }),
  whole(step) {
    const id = nextId()
    const message =
      'say' in step
        ? { role: 'assistant', content: step.say }
        : { role: 'assistant', content: null, tool_calls: [chatCall(step, id)] }
    const finish = 'say' in step ? 'stop' : 'tool_calls'
    return {
      id: `chatcmpl-${id}`,
      object: 'chat.completion',
      created: 1,
      model: 'played',
      choices: [{ index: 0, message, finish_reason: finish }],
      usage: chatUsage,
    }
  },
  stream(step) {
    const id = nextId()
    const head = { id: `c${id}`, object: 'chat.completion.chunk', created: 1, model: 'played' }
    const chunk = (delta: object, finish: string | null = null) =>
      data({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })
    const said =
      'say' in step
        ? step.say.split(/(?<= )/).map((content) => chunk({ content }))
        : [chunk({ tool_calls: [{ index: 0, ...chatCall(step, id) }] })]
    return [
      chunk({ role: 'assistant', content: '' }),
      ...said,
      chunk({}, 'say' in step ? 'stop' : 'tool_calls'),
      data({ ...head, choices: [], usage: chatUsage }),
      'data: [DONE]\n\n',
    ].join('')
  },
}

const chatUsage = {
  prompt_tokens: TOKENS.input,
  completion_tokens: TOKENS.output,
  total_tokens: TOKENS.input + TOKENS.output,
}

const chatCall = ({ call, input }: Extract<Step, { call: string }>, id: string) => ({
  id: `call_${id}`,
  type: 'function',
  function: { name: call, arguments: argumentsOf(input) },
})

/** Fields of requests that Anthropic takes with their header only. */
const BETAS: Readonly<Record<string, RegExp>> = {
  context_management: /context-management/,
}

const messages: Player = {
  problemOf({ body, headers }) {
    const budget = record(body['thinking'])['budget_tokens']
    if (typeof budget === 'number' && budget >= Number(body['max_tokens']))
      return '`max_tokens` must be greater than `thinking.budget_tokens`.'
    for (const [name, needs] of Object.entries(BETAS))
      if (body[name] !== undefined && !needs.test(String(headers['anthropic-beta'])))
        return `${name}: Extra inputs are not permitted`
    return null
  },
  read: ({ tools, messages: turns }) => ({
    tools: list(tools).map(({ name }) => String(name)),
    results: list(turns)
      .flatMap(({ content }) => list(content))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => textOf(content)),
  }),
  whole: (step) => ({
    ...messageHead(),
    content: [
      'say' in step ? { type: 'text', text: step.say } : { ...useOf(step), input: step.input },
    ],
    stop_reason: 'say' in step ? 'end_turn' : 'tool_use',
    usage: messageUsage,
  }),
  stream(step) {
    const start = { ...messageHead(), content: [], stop_reason: null, usage: messageUsage }
    const block = 'say' in step ? { type: 'text', text: '' } : { ...useOf(step), input: {} }
    const deltas =
      'say' in step
        ? step.say.split(/(?<= )/).map((text) => ({ type: 'text_delta', text }))
        : [{ type: 'input_json_delta', partial_json: argumentsOf(step.input) }]
    return [
      event('message_start', { message: start }),
      event('content_block_start', { index: 0, content_block: block }),
      ...deltas.map((delta) => event('content_block_delta', { index: 0, delta })),
      event('content_block_stop', { index: 0 }),
      event('message_delta', {
        delta: { stop_reason: 'say' in step ? 'end_turn' : 'tool_use', stop_sequence: null },
        usage: { output_tokens: TOKENS.output },
      }),
      event('message_stop'),
    ].join('')
  },
}

const messageUsage = { input_tokens: TOKENS.input, output_tokens: TOKENS.output }

const messageHead = () => ({
  id: `msg_${nextId()}`,
  type: 'message',
  role: 'assistant',
  model: 'played',
  stop_sequence: null,
})

const useOf = ({ call }: Extract<Step, { call: string }>) => ({
  type: 'tool_use',
  id: `toolu_${nextId()}`,
  name: call,
})

const OUTPUTS = ['function_call_output', 'custom_tool_call_output', 'local_shell_call_output']

const responses: Player = {
  problemOf: () => null,
  read: ({ tools, input }) => ({
    tools: list(tools).flatMap(({ name, type, tools: inner }) =>
      inner ? list(inner).map((one) => String(one['name'])) : [String(name ?? type)],
    ),
    results: list(input)
      .filter(({ type }) => OUTPUTS.includes(String(type)))
      .map(({ output }) => textOf(output)),
  }),
  whole: (step) => responseOf('completed', [itemOf(step)]),
  stream(step) {
    const item = itemOf(step)
    const at = { item_id: item.id, output_index: 0 }
    const said =
      'say' in step
        ? [
            event('response.content_part.added', {
              ...at,
              content_index: 0,
              part: { type: 'output_text', text: '', annotations: [] },
            }),
            ...step.say
              .split(/(?<= )/)
              .map((delta) =>
                event('response.output_text.delta', { ...at, content_index: 0, delta }),
              ),
            event('response.output_text.done', { ...at, content_index: 0, text: step.say }),
          ]
        : [
            event(
              typeof step.input === 'string'
                ? 'response.custom_tool_call_input.delta'
                : 'response.function_call_arguments.delta',
              { ...at, delta: argumentsOf(step.input) },
            ),
          ]
    return [
      event('response.created', { response: responseOf('in_progress', []) }),
      event('response.output_item.added', {
        output_index: 0,
        item: { ...item, ...('say' in step && { content: [] }), status: 'in_progress' },
      }),
      ...said,
      event('response.output_item.done', { output_index: 0, item }),
      event('response.completed', { response: responseOf('completed', [item]) }),
    ].join('')
  },
}

const responseOf = (status: string, output: readonly object[]) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'played',
  status,
  output,
  error: null,
  usage:
    status === 'completed'
      ? {
          input_tokens: TOKENS.input,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: TOKENS.output,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: TOKENS.input + TOKENS.output,
        }
      : null,
})

function itemOf(step: Step) {
  const id = nextId()
  if ('say' in step)
    return {
      id: `msg_${id}`,
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: step.say, annotations: [] }],
    }
  const called = { status: 'completed', call_id: `call_${id}`, name: step.call }
  return typeof step.input === 'string'
    ? { id: `ctc_${id}`, type: 'custom_tool_call', ...called, input: step.input }
    : { id: `fc_${id}`, type: 'function_call', ...called, arguments: argumentsOf(step.input) }
}

export const PLAYERS: Readonly<Record<WireName, Player>> = { chat, messages, responses }
