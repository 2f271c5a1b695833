import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WIRE_NAMES } from '../../src/capabilities/llm/wires/policy.ts'
import { startAgentProvider, type AgentProvider } from '../support/llm/programs/agent-provider.ts'
import { call } from '../support/calls.ts'
import { openTestService, type TestService } from '../support/service.ts'

/** Requests in the shape that Codex 0.171 and Claude Code 2.1 were seen to send. */
const CODEX = {
  model: 'gpt-6.1-terra',
  stream: false,
  input: [
    {
      type: 'additional_tools',
      role: 'developer',
      tools: [
        {
          type: 'namespace',
          name: 'functions',
          description: '',
          tools: [{ type: 'custom', name: 'exec', description: 'Runs a script.' }],
        },
      ],
    },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'List the files.' }] },
    { type: 'custom_tool_call', call_id: 'c1', name: 'exec', namespace: 'functions', input: 'ls' },
    { type: 'custom_tool_call_output', call_id: 'c1', output: 'a.txt' },
  ],
  tools: [{ type: 'web_search', external_web_access: true }],
  store: false,
  include: ['reasoning.encrypted_content'],
}

const CLAUDE = {
  model: 'claude-opus-5-5-20260901',
  max_tokens: 2_000,
  thinking: { type: 'enabled', budget_tokens: 1_999 },
  context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
  messages: [{ role: 'user', content: 'Hello' }],
}

let provider: AgentProvider
beforeAll(async () => void (provider = await startAgentProvider()))
afterAll(async () => provider.stop())

describe.each(WIRE_NAMES)('Codex before a provider of %s', (wire) => {
  test('calls its own tool by its own name', async () => {
    const settings = {
      FREE_MODE: 'true',
      LLM_URL: provider.url,
      LLM_URL_WIRES: wire,
      LLM_URL_MODEL: 'gpt-6.1-terra',
    }
    const service = await openTestService({ settings })
    provider.plays(() =>
      wire === 'responses'
        ? { call: 'exec', input: 'pwd' }
        : { call: 'functions__exec', input: { input: 'pwd' } },
    )
    const { status, body, text, headers } = await call(service, '/v1/metered/responses', {
      body: CODEX,
    })
    await service.stop()
    expect(status, text).toBe(200)
    const called = { type: 'custom_tool_call', name: 'exec', input: 'pwd' }
    expect(body['output']).toMatchObject([
      wire === 'responses' ? called : { ...called, namespace: 'functions' },
    ])
    const dropped = String(headers['x-dropped-fields'] ?? '')
    expect(dropped.includes('tools.web_search')).toBe(wire !== 'responses')
    expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain('a.txt')
  })
})

describe('a vendor', () => {
  let service: TestService
  let headers: Readonly<Record<string, string>>
  beforeAll(async () => {
    service = await openTestService({
      settings: { ANTHROPIC_API_KEY: 'key-of-test', UPSTREAM_ANTHROPIC_URL: `${provider.url}/v1` },
    })
    headers = { authorization: `Bearer ${await service.issueKey('$50')}` }
  })
  afterAll(async () => service.stop())

  test('gets the betas of Claude Code beside their fields, but none that costs more', async () => {
    provider.plays(() => ({ say: 'Hello.' }))
    const { status, text } = await call(service, '/v1/metered/messages', {
      body: CLAUDE,
      headers: {
        ...headers,
        'anthropic-beta': 'context-management-2025-06-27,context-1m-2025-08-07',
      },
    })
    expect(status, text).toBe(200)
    const [sent] = provider.requests
    expect(sent?.headers['anthropic-beta']).toBe('context-management-2025-06-27')
    expect(sent?.body).toMatchObject({ model: 'claude-opus-5-5' })
    expect(sent?.body).not.toHaveProperty('betas')
  })

  test('is not asked where a flat price cannot pay the answer', async () => {
    provider.plays(() => ({ say: 'Hello.' }))
    const body = { ...CLAUDE, model: 'auto', max_tokens: 64_000, thinking: { type: 'disabled' } }
    const input = 'word '.repeat(12_000)
    const heard = await call(service, '/v1/nano/messages', {
      body: { ...body, messages: [{ role: 'user', content: input }] },
      headers,
    })
    expect(heard.status).toBe(400)
    expect(heard.body).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } })
    expect(heard.text).toContain('By its tokens (/v1/metered)')
    expect(Number(heard.headers['x-metered-price'])).toBeGreaterThan(0)
    expect(provider.requests).toHaveLength(0)
  })

  test('is not asked for a model that nobody serves', async () => {
    const heard = await call(service, '/v1/metered/messages', {
      body: { ...CLAUDE, model: 'claude-opus-9' },
      headers,
    })
    expect(heard.status).toBe(400)
    expect(heard.text).toContain('anthropic/claude-opus-5.5')
  })

  test('a caller without a key reads errors as text', async () => {
    const { body } = await call(service, '/v1/metered/messages', { body: CLAUDE })
    expect(typeof body['error']).toBe('string')
  })
})
