import { randomBytes } from 'node:crypto'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WIRE_NAMES, type WireName } from '../../src/capabilities/llm/wires/policy.ts'
import { asStream, chunk, END, START, WORDS } from '../support/llm/provider.ts'
import { openWireServices, type WireServices } from '../support/llm/wire-services.ts'

/** Streams through the official clients: seals come back as they were, and no cut end is silent. */
const SIGNATURE = randomBytes(1_500).toString('base64')
const REDACTED = randomBytes(300).toString('base64')
const ENCRYPTED = `gAAAAA${randomBytes(2_000).toString('base64url')}==`
const SAID = WORDS.join('')
const user = { role: 'user' as const, content: 'Hi' }

const event = (value: { readonly type: string }): string =>
  `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`

const block = (index: number, content_block: object, ...deltas: readonly object[]) => [
  event({ type: 'content_block_start', index, content_block } as never),
  ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta } as never)),
  event({ type: 'content_block_stop', index } as never),
]

const MESSAGES = [
  event({
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'played',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 7, output_tokens: 0 },
    },
  } as never),
  ...block(
    0,
    { type: 'thinking', thinking: '', signature: '' },
    { type: 'thinking_delta', thinking: 'Let me see.' },
    { type: 'signature_delta', signature: SIGNATURE },
  ),
  ...block(1, { type: 'redacted_thinking', data: REDACTED }),
  ...block(2, { type: 'text', text: '' }, ...WORDS.map((text) => ({ type: 'text_delta', text }))),
  event({
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 3 },
  } as never),
  event({ type: 'message_stop' }),
]

const reasoning = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: ENCRYPTED }
const part = { type: 'output_text', text: SAID, annotations: [], logprobs: [] }
const message = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed' }
const response = (status: string, output: readonly object[]) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'played',
  status,
  output,
  error: null,
  usage: status === 'completed' ? { input_tokens: 7, output_tokens: 3, total_tokens: 10 } : null,
})
const at = { item_id: 'msg_1', output_index: 1, content_index: 0 }

const RESPONSES = [
  { type: 'response.created', response: response('in_progress', []) },
  {
    type: 'response.output_item.added',
    output_index: 0,
    item: { id: 'rs_1', type: 'reasoning', summary: [] },
  },
  { type: 'response.output_item.done', output_index: 0, item: reasoning },
  {
    type: 'response.output_item.added',
    output_index: 1,
    item: { ...message, status: 'in_progress', content: [] },
  },
  { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
  ...WORDS.map((delta) => ({ type: 'response.output_text.delta', ...at, delta, logprobs: [] })),
  { type: 'response.output_text.done', ...at, text: SAID, logprobs: [] },
  { type: 'response.content_part.done', ...at, part },
  {
    type: 'response.output_item.done',
    output_index: 1,
    item: { ...message, content: [part] },
  },
  {
    type: 'response.completed',
    response: response('completed', [reasoning, { ...message, content: [part] }]),
  },
].map((one, order) => event(Object.assign(one, { sequence_number: order })))

const FRAMES: Readonly<Record<WireName, readonly string[]>> = {
  chat: [
    START,
    ...WORDS.map((content) => chunk({ content })),
    ...END.split('\n\n')
      .filter(Boolean)
      .map((frame) => `${frame}\n\n`),
  ],
  messages: MESSAGES,
  responses: RESPONSES,
}

let services: WireServices
beforeAll(async () => void (services = await openWireServices()))
afterAll(async () => services.stop())

const plays = (frames: readonly string[]): void =>
  services.provider.plays((response) => void asStream(response).end(frames.join('')))

function clientsOf(wire: WireName) {
  const { url } = services.serviceOf(wire)
  return {
    openai: new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 }),
    anthropic: new Anthropic({ baseURL: url, apiKey: 'none', maxRetries: 0 }),
  }
}

test('thoughts come through a stream with their seals, and go back byte for byte', async () => {
  const { anthropic } = clientsOf('messages')
  plays(MESSAGES)
  const asked = { model: 'any', max_tokens: 2_048 }
  const { content } = await anthropic.messages.stream({ ...asked, messages: [user] }).finalMessage()
  const wanted = [
    { type: 'thinking', thinking: 'Let me see.', signature: SIGNATURE },
    { type: 'redacted_thinking', data: REDACTED },
    { type: 'text', text: SAID },
  ]
  expect(content).toEqual(wanted)
  plays(MESSAGES)
  const messages = [user, { role: 'assistant' as const, content }, user]
  await anthropic.messages.stream({ ...asked, messages }).finalMessage()
  expect(services.provider.requests.at(-1)?.body['messages']).toMatchObject([
    user,
    { content: wanted },
    user,
  ])
})

test('encrypted thoughts come through a stream, and go back byte for byte', async () => {
  const { openai } = clientsOf('responses')
  const include = ['reasoning.encrypted_content' as const]
  plays(RESPONSES)
  const asked = { model: 'any', include, store: false }
  const { output } = await openai.responses.stream({ ...asked, input: 'Hi' }).finalResponse()
  expect(output[0]).toEqual(reasoning)
  plays(RESPONSES)
  const input = [user, ...output, user] as OpenAI.Responses.ResponseInput
  await openai.responses.stream({ ...asked, input }).finalResponse()
  const sent = services.provider.requests.at(-1)?.body
  expect(sent?.['include']).toEqual(include)
  expect((sent?.['input'] as unknown[] | undefined)?.[1]).toEqual(reasoning)
})

describe.each(WIRE_NAMES)('a provider of %s that stops after any frame', (wire) => {
  /** What each client makes of a stream, by the wire on which it asks. */
  const heard: Readonly<Record<WireName, () => Promise<string>>> = {
    async chat() {
      const { openai } = clientsOf(wire)
      const asked = { model: 'any', messages: [user] }
      const { choices } = await openai.chat.completions.stream(asked).finalChatCompletion()
      return choices[0]?.message.content ?? ''
    },
    async messages() {
      const { anthropic } = clientsOf(wire)
      const asked = { model: 'any', max_tokens: 99, messages: [user] }
      return anthropic.messages.stream(asked).finalText()
    },
    async responses() {
      const { openai } = clientsOf(wire)
      const stream = openai.responses.stream({ model: 'any', input: 'Hi' })
      return (await stream.finalResponse()).output_text
    },
  }

  test.each(WIRE_NAMES)('never ends a %s stream in silence', { tags: 'long' }, async (own) => {
    const frames = FRAMES[wire]
    const whole: number[] = []
    for (let count = 0; count <= frames.length; count += 1) {
      plays(frames.slice(0, count))
      const text = await heard[own]().catch((thrown: unknown) => {
        expect(thrown, `after ${count}`).toBeInstanceOf(Error)
        return null
      })
      if (text === null) continue
      expect(text, `after ${count}`).toBe(SAID)
      whole.push(count)
    }
    expect(whole).toContain(frames.length)
    // What follows the last words of an answer is its reason and its usage.
    expect(Math.min(...whole)).toBeGreaterThanOrEqual(frames.length - 3)
  })
})
