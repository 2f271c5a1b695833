import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireName } from '../../src/capabilities/llm/wires/policy.ts'
import { openWireServices, type WireServices } from '../support/llm/wire-services.ts'

/**
 * Thoughts of a provider of one wire, in a conversation on the other: they find back to the wire
 * that has sealed them, and no provider is sent a seal that it cannot open.
 */
const user = { role: 'user' as const, content: 'Hi' }
const SIGNATURES = ['Zmlyc3Q=', 'c2Vjb25k']
const ENCRYPTED = 'gAAAAABo+/encrypted=='

const BY_MESSAGES = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'played',
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 7, output_tokens: 3 },
  content: [
    { type: 'thinking', thinking: 'One.', signature: SIGNATURES[0] },
    { type: 'thinking', thinking: 'Two.', signature: SIGNATURES[1] },
    { type: 'text', text: 'Hello' },
  ],
}

const BY_RESPONSES = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'played',
  status: 'completed',
  error: null,
  usage: { input_tokens: 7, output_tokens: 3, total_tokens: 10 },
  output: [
    {
      id: 'rs_1',
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'One.' }],
      encrypted_content: ENCRYPTED,
    },
    {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Hello', annotations: [], logprobs: [] }],
    },
  ],
}

let services: WireServices
beforeAll(async () => void (services = await openWireServices()))
afterAll(async () => services.stop())

const plays = (answer: object): void =>
  services.provider.plays((response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
const sentAs = (field: string) =>
  services.provider.requests.at(-1)?.body[field] as readonly Record<string, unknown>[]

describe('a client of messages', () => {
  const anthropic = (wire: WireName) =>
    new Anthropic({ baseURL: services.serviceOf(wire).url, apiKey: 'none', maxRetries: 0 })
  const asked = { model: 'any', max_tokens: 2_048 }

  test('takes thoughts of a provider of responses back to it, and to no other', async () => {
    plays(BY_RESPONSES)
    const { content } = await anthropic('responses').messages.create({ ...asked, messages: [user] })
    const [thought] = content
    expect(thought).toMatchObject({ type: 'thinking', thinking: 'One.' })

    const messages = [user, { role: 'assistant' as const, content }, user]
    const { response } = await anthropic('responses')
      .messages.create({ ...asked, messages })
      .withResponse()
    expect(sentAs('input')[1]).toEqual({
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'One.' }],
      encrypted_content: ENCRYPTED,
    })
    expect(response.headers.get('x-dropped-fields')).toBeNull()

    plays(BY_MESSAGES)
    const elsewhere = await anthropic('messages')
      .messages.create({ ...asked, messages })
      .withResponse()
    expect(sentAs('messages')[1]).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'Hello' }],
    })
    expect(elsewhere.response.headers.get('x-dropped-fields')).toBe('thoughts sealed elsewhere')
  })

  test('sends no thoughts that nobody has sealed', async () => {
    plays(BY_MESSAGES)
    const bare = { type: 'thinking' as const, thinking: 'Mine.', signature: '' }
    const messages = [user, { role: 'assistant' as const, content: [bare] }, user]
    await anthropic('messages').messages.create({ ...asked, messages })
    expect(sentAs('messages')).toEqual([user, user])
  })
})

describe('a client of responses', () => {
  const openai = (wire: WireName) =>
    new OpenAI({ baseURL: `${services.serviceOf(wire).url}/v1`, apiKey: 'none', maxRetries: 0 })
  const asked = { model: 'any', store: false }

  test('takes each thought of a provider of messages back to it, and to no other', async () => {
    plays(BY_MESSAGES)
    const { output } = await openai('messages').responses.create({ ...asked, input: 'Hi' })
    expect(output.map(({ type }) => type)).toEqual(['reasoning', 'reasoning', 'message'])

    const input = [user, ...output, user] as OpenAI.Responses.ResponseInput
    await openai('messages').responses.create({ ...asked, input })
    const thinking = (at: number, text: string) => ({
      type: 'thinking',
      thinking: text,
      signature: SIGNATURES[at],
    })
    expect(sentAs('messages')[1]).toMatchObject({
      content: [thinking(0, 'One.'), thinking(1, 'Two.'), { type: 'text', text: 'Hello' }],
    })

    plays(BY_RESPONSES)
    await openai('responses').responses.create({ ...asked, input })
    expect(sentAs('input').map((item) => item['type'] ?? 'message')).toEqual([
      'message',
      'message',
      'message',
    ])
  })
})
