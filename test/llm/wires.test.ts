import Anthropic from '@anthropic-ai/sdk'
import { LLMock } from '@copilotkit/aimock'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestService, type TestService } from '../support/service.ts'
import { startRecorder, type Recorder } from '../support/llm/recorder.ts'

/**
 * The official clients on every wire, against an independent provider on every wire: three of the
 * nine pass through, six are translated.
 */
const WEATHER = {
  type: 'object' as const,
  properties: { city: { type: 'string' } },
  required: ['city'],
}
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const mock = new LLMock({ port: 0, logLevel: 'silent' })
let recorder: Recorder
const user = (content: string) => [{ role: 'user' as const, content }]

beforeAll(async () => {
  mock.onMessage(/greet/, { content: 'Hello there, buyer!' })
  mock.onMessage(/weather/, {
    toolCalls: [
      { id: 'call_1', name: 'weather', arguments: '{"city":"Bern"}' },
      { id: 'call_2', name: 'weather', arguments: '{"city":"Rome"}' },
    ],
  })
  mock.onMessage(/think/, { content: 'Forty-two.', reasoning: 'It is six times seven.' })
  mock.onMessage(/picture/, { content: 'One pixel.' })
  mock.onMessage(/json/, { content: '{"city":"Bern"}' })
  await mock.start()
  recorder = await startRecorder(mock.url)
})
afterAll(async () => {
  await recorder.stop()
  await mock.stop()
})

const lastSent = (): string => recorder.lastBody()

describe.each(['chat', 'messages', 'responses'])('a provider that speaks %s', (wire) => {
  let service: TestService
  let openai: OpenAI
  let anthropic: Anthropic

  beforeAll(async () => {
    const settings = {
      FREE_MODE: 'true',
      LLM_URL: recorder.url,
      LLM_URL_WIRES: wire,
      LLM_URL_MODEL: 'claude-sonnet-4-5',
    }
    service = await openTestService({ settings })
    openai = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: 'unused', maxRetries: 0 })
    anthropic = new Anthropic({ baseURL: service.url, apiKey: 'unused', maxRetries: 0 })
  })
  afterAll(async () => service.stop())

  describe('behind the chat wire', () => {
    const model = 'any'
    test('answers text, whole and streamed', async () => {
      const asked = { model, messages: user('greet me') }
      const whole = await openai.chat.completions.create(asked)
      const stream = openai.chat.completions.stream({
        ...asked,
        stream_options: { include_usage: true },
      })
      for (const { choices } of [whole, await stream.finalChatCompletion()]) {
        expect(choices[0]?.message.content).toBe('Hello there, buyer!')
        expect(choices[0]?.finish_reason).toBe('stop')
      }
    })
    test('shows thoughts before the answer', async () => {
      const asked = { model, messages: user('think') }
      const whole = await openai.chat.completions.create(asked)
      expect(whole.choices[0]?.message).toMatchObject({
        reasoning_content: 'It is six times seven.',
        content: 'Forty-two.',
      })
      const said = { reasoning_content: '', content: '' }
      for await (const { choices } of await openai.chat.completions.create({
        ...asked,
        stream: true,
      })) {
        const delta = choices[0]?.delta as Partial<typeof said> | undefined
        said.reasoning_content += delta?.reasoning_content ?? ''
        said.content += delta?.content ?? ''
      }
      expect(said).toEqual({
        reasoning_content: 'It is six times seven.',
        content: 'Forty-two.',
      })
    })
    test('sends no usage in a stream unless it is asked for', async () => {
      const stream = await openai.chat.completions.create({
        model,
        messages: user('greet me'),
        stream: true,
      })
      for await (const { choices } of stream) expect(choices).toHaveLength(1)
    })
    test('calls tools in parallel, whole and streamed', async () => {
      const asked = {
        model,
        messages: user('weather in Bern and Rome'),
        tools: [{ type: 'function' as const, function: { name: 'weather', parameters: WEATHER } }],
      }
      const whole = await openai.chat.completions.create(asked)
      const streamed = await openai.chat.completions.stream(asked).finalChatCompletion()
      for (const { choices } of [whole, streamed]) {
        expect(choices[0]?.finish_reason).toBe('tool_calls')
        expect(choices[0]?.message.tool_calls).toMatchObject([
          { function: { name: 'weather', arguments: '{"city":"Bern"}' } },
          { function: { name: 'weather', arguments: '{"city":"Rome"}' } },
        ])
      }
    })
    test('hands on what a tool answered', async () => {
      await openai.chat.completions.create({
        model,
        messages: [
          ...user('greet me'),
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              { id: 'call_9', type: 'function', function: { name: 'weather', arguments: '{}' } },
            ],
          },
          { role: 'tool', tool_call_id: 'call_9', content: 'Rain.' },
          ...user('now greet me'),
        ],
        tools: [{ type: 'function', function: { name: 'weather', parameters: WEATHER } }],
      })
      expect(lastSent()).toMatch(/call_9.*Rain\./)
    })
    test('hands on an image', async () => {
      const url = `data:image/png;base64,${PIXEL}`
      const answer = await openai.chat.completions.create({
        model,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'picture' },
              { type: 'image_url', image_url: { url } },
            ],
          },
        ],
      })
      expect(answer.choices[0]?.message.content).toBe('One pixel.')
      expect(lastSent()).toContain(PIXEL)
    })
    test('hands on a schema', async () => {
      const answer = await openai.chat.completions.create({
        model,
        messages: user('json please'),
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'weather', schema: WEATHER, strict: true },
        },
      })
      expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toEqual({ city: 'Bern' })
    })
  })

  describe('behind the messages wire', () => {
    const base = { model: 'any', max_tokens: 2_048 }
    test('answers text, whole and streamed', async () => {
      const asked = { ...base, messages: user('greet me') }
      const whole = await anthropic.messages.create(asked)
      const streamed = await anthropic.messages.stream(asked).finalMessage()
      for (const { content, stop_reason: stop } of [whole, streamed]) {
        expect(content).toMatchObject([{ type: 'text', text: 'Hello there, buyer!' }])
        expect(stop).toBe('end_turn')
      }
    })
    test('calls tools in parallel, whole and streamed', async () => {
      const asked = {
        ...base,
        messages: user('weather in Bern and Rome'),
        tools: [{ name: 'weather', input_schema: WEATHER }],
      }
      const whole = await anthropic.messages.create(asked)
      const streamed = await anthropic.messages.stream(asked).finalMessage()
      for (const { content, stop_reason: stop } of [whole, streamed]) {
        expect(stop).toBe('tool_use')
        expect(content).toMatchObject([
          { name: 'weather', input: { city: 'Bern' } },
          { name: 'weather', input: { city: 'Rome' } },
        ])
      }
    })
    test('shows thoughts before the answer', async () => {
      const asked = { ...base, messages: user('think') }
      const whole = await anthropic.messages.create(asked)
      const streamed = await anthropic.messages.stream(asked).finalMessage()
      for (const { content } of [whole, streamed])
        expect(content).toMatchObject([
          { type: 'thinking', thinking: 'It is six times seven.' },
          { type: 'text', text: 'Forty-two.' },
        ])
    })
    test('hands on a schema', async () => {
      const answer = await anthropic.messages.create({
        ...base,
        messages: user('json please'),
        output_config: { format: { type: 'json_schema', schema: WEATHER } },
      })
      expect(answer.content).toMatchObject([{ type: 'text', text: '{"city":"Bern"}' }])
      expect(lastSent()).toContain('"required":["city"]')
    })
    test('hands on results of tools and an image', async () => {
      const answer = await anthropic.messages.create({
        ...base,
        tools: [{ name: 'weather', input_schema: WEATHER }],
        messages: [
          ...user('weather'),
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 'call_9', name: 'weather', input: {} }],
          },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'call_9', content: 'Rain.' },
              { type: 'text', text: 'picture' },
              {
                type: 'image',
                source: { type: 'base64', media_type: 'image/png', data: PIXEL },
              },
            ],
          },
        ],
      })
      expect(answer.content).toMatchObject([{ text: 'One pixel.' }])
      const sent = lastSent()
      expect(sent).toMatch(/call_9.*Rain\./)
      expect(sent).toContain(PIXEL)
    })
  })

  describe('behind the responses wire', () => {
    const model = 'any'
    test('answers text, whole and streamed', async () => {
      const asked = { model, input: 'greet me' }
      const whole = await openai.responses.create(asked)
      const streamed = await openai.responses.stream(asked).finalResponse()
      for (const answer of [whole, streamed]) {
        expect(answer.output_text).toBe('Hello there, buyer!')
        expect(answer.status).toBe('completed')
      }
    })
    test('calls tools in parallel, whole and streamed', async () => {
      const asked = {
        model,
        input: 'weather in Bern and Rome',
        tools: [{ type: 'function' as const, name: 'weather', parameters: WEATHER, strict: true }],
      }
      const whole = await openai.responses.create(asked)
      const streamed = await openai.responses.stream(asked).finalResponse()
      for (const { output } of [whole, streamed])
        expect(output.filter(({ type }) => type === 'function_call')).toMatchObject([
          { name: 'weather', arguments: '{"city":"Bern"}' },
          { name: 'weather', arguments: '{"city":"Rome"}' },
        ])
    })
    test('shows thoughts before the answer', async () => {
      const streamed = await openai.responses.stream({ model, input: 'think' }).finalResponse()
      expect(streamed.output.map(({ type }) => type)).toEqual(['reasoning', 'message'])
      expect(streamed.output_text).toBe('Forty-two.')
    })
    test('hands on a schema and an image', async () => {
      const format = { type: 'json_schema', name: 'weather', schema: WEATHER, strict: true }
      const answer = await openai.responses.create({
        model,
        input: 'json please',
        text: { format: format as { type: 'json_schema' } & typeof format },
      })
      expect(JSON.parse(answer.output_text)).toEqual({ city: 'Bern' })
      expect(lastSent()).toContain('"required":["city"]')
      const image_url = `data:image/png;base64,${PIXEL}`
      const content: OpenAI.Responses.ResponseInputContent[] = [
        { type: 'input_text', text: 'picture' },
        { type: 'input_image', image_url, detail: 'auto' },
      ]
      const seen = await openai.responses.create({ model, input: [{ role: 'user', content }] })
      expect(seen.output_text).toBe('One pixel.')
      expect(lastSent()).toContain(PIXEL)
    })
  })
})
