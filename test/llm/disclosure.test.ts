import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../support/calls.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { good, startProvider, type FaultyProvider } from '../support/llm/provider.ts'

/** What an answer tells of limits that its caller did not ask for, and of what it will cost. */
const messages = [{ role: 'user', content: 'Hi' }]
const NANO = '/v1/nano/chat/completions'
const METERED = '/v1/metered/chat/completions'
const model = 'openai/gpt-6.1-terra'

let provider: FaultyProvider
let service: TestService
let authorization: string
beforeAll(async () => {
  provider = await startProvider()
  provider.plays(good)
  const settings = { OPENAI_API_KEY: 'key', UPSTREAM_OPENAI_URL: provider.url }
  service = await openTestService({ settings })
  authorization = `Bearer ${await service.issueKey('$10')}`
})
afterAll(async () => {
  await service.stop()
  await provider.stop()
})

const send = (path: string, more: object) =>
  call(service, path, { body: { messages, ...more }, headers: { authorization } })

test.each([
  ['more than the price pays for', NANO, { max_tokens: 50_000 }],
  ['as much as it likes', NANO, {}],
  ['more than the model can write', METERED, { model, max_tokens: 90_000 }],
  ['as much as it likes, by its tokens', METERED, { model }],
])('a caller who asks for %s hears how much is written', async (_what, path, more) => {
  for (const stream of [false, true]) {
    const { status, headers, body } = await send(path, { ...more, stream })
    expect(status).toBe(200)
    const limit = provider.requests.at(-1)?.body['max_completion_tokens']
    expect(limit).toBeGreaterThan(500)
    expect(headers['x-router-max-tokens']).toBe(String(limit))
    if (!stream) expect(body['router']).toMatchObject({ maxTokens: limit })
  }
})

test('a caller who hears as much as it asked for is told nothing of it', async () => {
  const { headers, body } = await send(NANO, { max_tokens: 40 })
  expect(provider.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 40 })
  expect(headers['x-router-max-tokens']).toBeUndefined()
  expect(body['router']).not.toHaveProperty('maxTokens')
})

test('a metered stream says beforehand whether it costs what is used', async () => {
  const metered = await send(METERED, { model, stream: true })
  expect(metered.headers['x-router-charge']).toBe('used tokens')
  expect((await send(NANO, { stream: true })).headers['x-router-charge']).toBeUndefined()
})
