import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/calls.ts'
import { openTestService, type TestService } from '../support/service.ts'

/** The official clients against a service that has no provider: the echo answers. */
let service: TestService
let openai: OpenAI
let anthropic: Anthropic

beforeAll(async () => {
  service = await openTestService({ settings: { FREE_MODE: 'true' } })
  openai = new OpenAI({ baseURL: `${service.url}/v1/nano`, apiKey: 'unused', maxRetries: 0 })
  anthropic = new Anthropic({ baseURL: `${service.url}/v1/nano`, apiKey: 'unused', maxRetries: 0 })
})
afterAll(async () => service.stop())

const WEATHER = {
  type: 'object' as const,
  properties: { city: { type: 'string' } },
  required: ['city'],
}
const SAID = 'local/echo is no model, it repeats: Say hi'
const user = { role: 'user' as const, content: 'Say hi' }

describe('chat completions', () => {
  test('answer whole', async () => {
    const answer = await openai.chat.completions.create({ model: 'any', messages: [user] })
    expect(answer.choices[0]?.message.content).toBe(SAID)
    expect(answer.choices[0]?.finish_reason).toBe('stop')
    expect(answer.model).toBe('local/echo')
    expect(answer.usage?.completion_tokens).toBeGreaterThan(0)
  })
  test('stream with usage at the end', async () => {
    const stream = openai.chat.completions.stream({
      model: 'any',
      messages: [user],
      stream_options: { include_usage: true },
    })
    const final = await stream.finalChatCompletion()
    expect(final.choices[0]?.message.content).toBe(SAID)
    expect((await stream.totalUsage()).completion_tokens).toBeGreaterThan(0)
  })
  test('call a tool, whole and streamed', async () => {
    const asked = {
      model: 'any',
      messages: [user],
      tools: [{ type: 'function' as const, function: { name: 'weather', parameters: WEATHER } }],
    }
    const whole = await openai.chat.completions.create(asked)
    const streamed = await openai.chat.completions.stream(asked).finalChatCompletion()
    for (const { choices } of [whole, streamed]) {
      expect(choices[0]?.finish_reason).toBe('tool_calls')
      expect(choices[0]?.message.tool_calls?.[0]).toMatchObject({
        function: { name: 'weather', arguments: '{"city":"echo"}' },
      })
    }
  })
  test('answer in a schema', async () => {
    const answer = await openai.chat.completions.create({
      model: 'any',
      messages: [user],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'weather', schema: WEATHER, strict: true },
      },
    })
    expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toEqual({ city: 'echo' })
  })
})

describe('messages', () => {
  test('answer whole', async () => {
    const asked = { model: 'any', max_tokens: 100, messages: [user] }
    const answer = await anthropic.messages.create(asked)
    expect(answer.content).toMatchObject([{ type: 'text', text: SAID }])
    expect(answer.stop_reason).toBe('end_turn')
  })
  test('stream', async () => {
    const stream = anthropic.messages.stream({ model: 'any', max_tokens: 100, messages: [user] })
    expect(await stream.finalText()).toBe(SAID)
    expect((await stream.finalMessage()).usage.output_tokens).toBeGreaterThan(1)
  })
  test('stop at the limit', async () => {
    const asked = { model: 'any', max_tokens: 2, messages: [user] }
    const final = await anthropic.messages.stream(asked).finalMessage()
    expect(final.stop_reason).toBe('max_tokens')
  })
  test('call a tool, whole and streamed', async () => {
    const asked = {
      model: 'any',
      max_tokens: 100,
      messages: [user],
      tools: [{ name: 'weather', input_schema: WEATHER }],
    }
    const whole = await anthropic.messages.create(asked)
    const streamed = await anthropic.messages.stream(asked).finalMessage()
    for (const { content, stop_reason: stop } of [whole, streamed]) {
      expect(stop).toBe('tool_use')
      expect(content[0]).toMatchObject({ name: 'weather', input: { city: 'echo' } })
    }
  })
  test('are found where the SDK looks below /v1', async () => {
    const below = new Anthropic({ baseURL: `${service.url}/v1`, apiKey: 'unused', maxRetries: 0 })
    const asked = { model: 'any', max_tokens: 100, messages: [user] }
    expect((await below.messages.create(asked)).content).toMatchObject([{ text: SAID }])
  })
})

describe('responses', () => {
  test('answer whole', async () => {
    const answer = await openai.responses.create({ model: 'any', input: 'Say hi' })
    expect(answer.output_text).toBe(SAID)
    expect(answer.status).toBe('completed')
  })
  test('stream', async () => {
    const stream = openai.responses.stream({ model: 'any', input: 'Say hi' })
    const final = await stream.finalResponse()
    expect(final.output_text).toBe(SAID)
    expect(final.usage?.output_tokens).toBeGreaterThan(0)
  })
  test('call a tool, whole and streamed', async () => {
    const asked = {
      model: 'any',
      input: 'Say hi',
      tools: [{ type: 'function' as const, name: 'weather', parameters: WEATHER, strict: true }],
    }
    const whole = await openai.responses.create(asked)
    const streamed = await openai.responses.stream(asked).finalResponse()
    for (const { output } of [whole, streamed])
      expect(output[0]).toMatchObject({ name: 'weather', arguments: '{"city":"echo"}' })
  })
  test('hold every field that the client declares', async () => {
    const tools = [{ type: 'function', name: 'weather' }]
    const body = { input: 'Say hi', tools }
    const { body: told } = await call(service, '/v1/responses', { body })
    expect(told).toMatchObject({
      tools: [{ type: 'function', name: 'weather', parameters: null, strict: null }],
      usage: { input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 } },
    })
  })
  test('refuse what would need a store', async () => {
    const stored = openai.responses.create({
      model: 'any',
      input: 'Go on',
      previous_response_id: 'resp_1',
    })
    await expect(stored).rejects.toThrow(/previous_response_id: nothing is stored here/)
  })
})

test.each(['ask a language model', 'ask an llm a question', 'let gpt answer a prompt'])(
  'who knows no wire finds one: %s',
  async (words) => {
    const found = await call(service, `/api/find?q=${encodeURIComponent(words)}&k=5`, {
      method: 'GET',
    })
    const { results } = found.body as { results: readonly { readonly slug: string }[] }
    expect(results.map(({ slug }) => slug)).toContain('v1-chat')
  },
)

test('both SDKs list the models, of all tiers and of one', async () => {
  const all = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: 'unused', maxRetries: 0 })
  const root = new Anthropic({ baseURL: service.url, apiKey: 'unused', maxRetries: 0 })
  for (const list of [await openai.models.list(), await all.models.list()])
    expect(list.data).toMatchObject([{ id: 'local/echo', object: 'model' }])
  expect((await root.models.list()).data).toMatchObject([{ id: 'local/echo', type: 'model' }])
})

test('both SDKs get one model, count tokens and list models wherever they are led', async () => {
  const model = { id: 'local/echo', object: 'model', type: 'model' }
  const asked = { model: 'any', messages: [user] }
  for (const base of ['/v1', '/v1/nano']) {
    const chat = new OpenAI({ baseURL: service.url + base, apiKey: 'unused', maxRetries: 0 })
    expect(await chat.models.retrieve('local/echo')).toMatchObject(model)
    await expect(chat.models.retrieve('nobody')).rejects.toThrow(/No model is called nobody/)
  }
  for (const base of ['', '/v1', '/v1/nano']) {
    const own = new Anthropic({ baseURL: service.url + base, apiKey: 'unused', maxRetries: 0 })
    expect(await own.models.retrieve('local/echo')).toMatchObject(model)
    expect((await own.models.list()).data).toMatchObject([model])
    expect((await own.messages.countTokens(asked)).input_tokens).toBeGreaterThan(0)
  }
  const bare = await call(service, '/v1/models/local/echo')
  expect(bare.body).toMatchObject(model)
})

test.each([
  [
    'chat/completions',
    { messages: [{ role: 'robot' }] },
    /messages\.0\.role: must be one of "system"/,
  ],
  ['chat/completions', { messages: [{ role: 'user' }] }, /messages\.0\.content: is required\./],
  ['messages', { max_tokens: 1, messages: [{ role: 'user', content: 1 }] }, /content: must be a /],
  ['responses', { input: [{ type: 'message', role: 'user' }] }, /input\.0\.content: is required\./],
])('%s says in words what does not fit: %j', async (path, body, says) => {
  const heard = await call(service, `/v1/nano/${path}`, { body })
  expect(heard.body['error']).toMatch(says)
})

test('what is dropped is told, whole and streamed, and so is the kind of question', async () => {
  const asked = { messages: [user], service_tier: 'flex', colour: 'red' }
  const whole = await call(service, '/v1/auto/chat/completions', { body: asked })
  const streamed = await call(service, '/v1/auto/chat/completions', {
    body: { ...asked, stream: true },
  })
  const told = { 'x-dropped-fields': 'colour, service_tier', 'x-router-category': 'general' }
  for (const { headers } of [whole, streamed])
    expect({ ...headers, 'x-dropped-fields': dropped(headers) }).toMatchObject(told)
  expect(whole.body['router']).toMatchObject({ provider: 'local', category: 'general' })
})

const dropped = (headers: Readonly<Record<string, unknown>>): string =>
  String(headers['x-dropped-fields']).split(', ').toSorted().join(', ')

test('fields of the chat wire that are null ask for nothing', async () => {
  const none = { max_tokens: null, temperature: null, top_p: null, stop: null, seed: null }
  const rest = { n: null, tools: null, response_format: null, tool_choice: null, user: null }
  const asked = { model: 'any', messages: [user], ...none, ...rest }
  const { choices, ...answer } = await openai.chat.completions.create(asked as never)
  expect(choices[0]?.message.content).toBe(SAID)
  expect(answer).not.toHaveProperty('router.dropped')
})

test('tokens are counted for nothing', async () => {
  const root = new Anthropic({ baseURL: service.url, apiKey: 'unused', maxRetries: 0 })
  const counted = await root.messages.countTokens({ model: 'any', messages: [user] })
  expect(counted.input_tokens).toBeGreaterThanOrEqual(2)
  expect(counted.input_tokens).toBeLessThan(6)
})

test('fields that a wire does not know are told as dropped', async () => {
  const answer: unknown = await openai.chat.completions.create({
    model: 'any',
    messages: [user],
    prediction: { type: 'content', content: 'x' },
    ...({ strange_field: 'x' } as object),
  })
  expect(answer).toMatchObject({ router: { dropped: ['prediction', 'strange_field'] } })
})

test('a bad body is a 400 that names the place', async () => {
  const asked = { model: 'any', messages: [{ role: 'user', content: [{ type: 'video' }] }] }
  const refused = openai.chat.completions.create(asked as never)
  await expect(refused).rejects.toThrow(
    /400 messages\.0\.content\.0\.type: must be one of .*text.*refusal.*image_url/,
  )
})

test('what no wire serves is refused without sending the buyer to another', async () => {
  const body = { messages: [user], n: 2, logit_bias: { 5: 1 } }
  expect((await call(service, '/v1/chat/completions', { body })).body).toEqual({
    error: 'n: is not served here; leave it out.',
  })
})

test('a ranking counts its units as the API of Cohere does', async () => {
  const body = { query: 'refunds', documents: ['Shipping', 'Refund policy'] }
  const { body: told } = await call(service, '/v1/rerank', { body })
  expect(told).toMatchObject({ meta: { billed_units: { search_units: 1 } } })
})
