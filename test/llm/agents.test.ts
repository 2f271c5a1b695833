import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/calls.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { ANSWERS, startProvider, type FaultyProvider, type Play } from '../support/llm/provider.ts'

/** Requests in the shape that coding agents send, by their public documentation. */
const SIGNATURE = 'EqQBCkYIBxgCKkB4+/seal=='
const ENCRYPTED = 'gAAAAABo+/encrypted=='

const cached = { cache_control: { type: 'ephemeral' } }
const SCHEMA = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }

/** A loop of tools with thoughts between, as on the messages wire. */
const MESSAGES_LOOP = {
  model: 'claude-sonnet-5-5',
  max_tokens: 8_000,
  stream: false,
  system: [
    { type: 'text', text: 'You are a coding agent.' },
    { type: 'text', text: 'The repository is in /src.', ...cached },
  ],
  thinking: { type: 'enabled', budget_tokens: 4_000 },
  metadata: { user_id: 'user_1_session_2' },
  tools: [
    { name: 'Read', description: 'Reads a file.', input_schema: SCHEMA },
    { name: 'Edit', description: 'Edits a file.', input_schema: SCHEMA, ...cached },
  ],
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'Mend the test.' }] },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: '', signature: SIGNATURE },
        { type: 'redacted_thinking', data: 'cmVkYWN0ZWQ=' },
        { type: 'text', text: 'I read two files.' },
        { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { path: 'a.ts' } },
        { type: 'tool_use', id: 'toolu_2', name: 'Read', input: { path: 'b.ts' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_1', content: 'export const a = 1' },
        {
          type: 'tool_result',
          tool_use_id: 'toolu_2',
          is_error: true,
          content: [{ type: 'text', text: 'no such file', ...cached }],
        },
      ],
    },
  ],
}

const RESPONSES_LOOP = {
  model: 'gpt-6.1-terra',
  instructions: 'You are a coding agent.',
  store: false,
  stream: false,
  include: ['reasoning.encrypted_content'],
  reasoning: { effort: 'medium', summary: 'auto' },
  text: { verbosity: 'low' },
  parallel_tool_calls: true,
  prompt_cache_key: 'session-2',
  tool_choice: 'auto',
  tools: [{ type: 'function', name: 'shell', strict: false, parameters: SCHEMA }],
  input: [
    { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Be brief.' }] },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Mend it.' }] },
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: ENCRYPTED },
    { type: 'function_call', call_id: 'call_1', name: 'shell', arguments: '{"path":"a.ts"}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'export const a = 1' },
  ],
}

const answering: Play = (response, { path }) =>
  void response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify(ANSWERS[path]))

let provider: FaultyProvider
const services = new Map<string, TestService>()

beforeAll(async () => {
  provider = await startProvider()
  for (const wire of ['chat', 'messages', 'responses']) {
    const settings = { FREE_MODE: 'true', LLM_URL: provider.url, LLM_URL_WIRES: wire }
    services.set(wire, await openTestService({ settings }))
  }
})
afterAll(async () => {
  await Promise.all([...services.values()].map((service) => service.stop()))
  await provider.stop()
})

/** What the provider got for a call. */
async function sent(wire: string, path: string, body: object): Promise<Record<string, unknown>> {
  provider.plays(answering)
  const service = services.get(wire)
  const answer = await call(service ?? { url: '' }, path, { body })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.text).toContain('Done.')
  return provider.requests.at(-1)?.body ?? {}
}

describe('a loop of the messages wire', () => {
  const { model: _model, stream: _stream, max_tokens: _max, ...kept } = MESSAGES_LOOP
  test('passes through as it came', async () => {
    expect(await sent('messages', '/v1/messages', MESSAGES_LOOP)).toMatchObject({
      ...kept,
      max_tokens: 8_000,
    })
  })
  test('is a loop of the chat wire', async () => {
    const {
      messages,
      tools,
      reasoning_effort: effort,
    } = await sent('chat', '/v1/messages', MESSAGES_LOOP)
    expect(effort).toBe('medium')
    expect(tools).toHaveLength(2)
    expect(messages).toMatchObject([
      { role: 'system', content: 'You are a coding agent.\nThe repository is in /src.' },
      { role: 'user', content: 'Mend the test.' },
      {
        role: 'assistant',
        content: 'I read two files.',
        tool_calls: [
          { id: 'toolu_1' },
          { id: 'toolu_2', function: { arguments: '{"path":"b.ts"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'toolu_1', content: 'export const a = 1' },
      { role: 'tool', tool_call_id: 'toolu_2', content: 'Error: no such file' },
    ])
  })
  test('is a loop of the responses wire', async () => {
    const { input, store } = await sent('responses', '/v1/messages', MESSAGES_LOOP)
    expect(store).toBe(false)
    expect((input as { type: string }[]).map(({ type }) => type)).toEqual([
      'message',
      'message',
      'function_call',
      'function_call',
      'function_call_output',
      'function_call_output',
    ])
  })
})

describe('a loop of the responses wire', () => {
  test('passes through as it came', async () => {
    const { model: _model, stream: _stream, ...kept } = RESPONSES_LOOP
    expect(await sent('responses', '/v1/responses', RESPONSES_LOOP)).toMatchObject(kept)
  })
  test('is a loop of the chat wire', async () => {
    const { messages } = await sent('chat', '/v1/responses', RESPONSES_LOOP)
    expect(messages).toMatchObject([
      { role: 'system', content: 'You are a coding agent.\nBe brief.' },
      { role: 'user', content: 'Mend it.' },
      { role: 'assistant', tool_calls: [{ id: 'call_1', function: { name: 'shell' } }] },
      { role: 'tool', tool_call_id: 'call_1', content: 'export const a = 1' },
    ])
  })
  test('is a loop of the messages wire', async () => {
    const { messages, thinking } = await sent('messages', '/v1/responses', RESPONSES_LOOP)
    expect(thinking).toEqual({ type: 'adaptive' })
    expect(messages).toMatchObject([
      { role: 'user', content: [{ type: 'text', text: 'Mend it.' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', input: { path: 'a.ts' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1' }] },
    ])
  })
})
