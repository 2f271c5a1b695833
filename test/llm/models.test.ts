import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownTiers } from '../../src/capabilities/llm/tiers.ts'
import { call } from '../support/calls.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { good, startProvider, type FaultyProvider } from '../support/llm/provider.ts'

/** What is listed is served, and what is served is listed. */
const messages = [{ role: 'user' as const, content: 'Hi' }]
const table = ownTiers()

let provider: FaultyProvider
beforeAll(async () => {
  provider = await startProvider()
  provider.plays(good)
})
afterAll(async () => provider.stop())

const namesAt = async (service: TestService, base: string): Promise<readonly string[]> => {
  const { data } = await new OpenAI({ baseURL: service.url + base, apiKey: 'none' }).models.list()
  return data.map(({ id }) => id)
}

const ask = (service: TestService, base: string, model: string) =>
  call(service, `${base}/chat/completions`, { body: { model, messages } })

describe('with a key of OpenAI', () => {
  let service: TestService
  beforeAll(async () => {
    service = await openTestService({
      settings: { FREE_MODE: 'true', OPENAI_API_KEY: 'key', UPSTREAM_OPENAI_URL: provider.url },
    })
  })
  afterAll(async () => service.stop())

  test('the models of OpenAI are listed for both SDKs, and no others', async () => {
    const wanted = Object.keys(table.models).filter((id) => id.startsWith('openai/'))
    const listed = await namesAt(service, '/v1')
    expect(listed.toSorted()).toEqual(wanted.toSorted())
    const client = new Anthropic({ baseURL: service.url, apiKey: 'none' })
    const pages: string[] = []
    for await (const { id, type, created_at: since } of client.models.list()) {
      expect([type, Number.isNaN(Date.parse(since))]).toEqual(['model', false])
      pages.push(id)
    }
    expect(pages).toEqual(listed)
  })

  test('each that metered lists answers by its name, and the others are refused', async () => {
    const listed = await namesAt(service, '/v1/metered')
    for (const id of listed) {
      const { status, headers } = await ask(service, '/v1/metered', id)
      expect([id, status, headers['x-router-model']]).toEqual([id, 200, id])
    }
    const others = Object.keys(table.models).filter((id) => !listed.includes(id))
    expect(others.length).toBeGreaterThan(0)
    for (const id of others) expect((await ask(service, '/v1/metered', id)).status).not.toBe(200)
  })

  test.each(['nano', 'auto', 'base', 'pro', 'premium'])(
    '%s lists who answers there',
    async (tier) => {
      const listed = await namesAt(service, `/v1/${tier}`)
      expect(listed.length).toBeGreaterThan(0)
      const base = tier === 'base' ? '/v1' : `/v1/${tier}`
      for (const id of listed) {
        const { status, headers } = await ask(service, base, id)
        expect(status).toBe(200)
        expect(listed).toContain(headers['x-router-model'])
      }
    },
  )

  test('grounded lists what auto does, and nobody lists an unknown tier', async () => {
    expect(await namesAt(service, '/v1/grounded')).toEqual(await namesAt(service, '/v1/auto'))
    expect((await call(service, '/v1/constructor/models', { method: 'GET' })).status).toBe(404)
  })
})

describe('models that hold no conversation', () => {
  test('are found by their names, and listed where they work', async () => {
    const service = await openTestService({
      settings: { OPENROUTER_API_KEY: 'key', UPSTREAM_OPENROUTER_URL: provider.url },
    })
    const found = async (id: string) =>
      (await call(service, `/v1/models/${id}`, { method: 'GET' })).body['id']
    expect(await found('openai%2Ftext-embedding-3-small')).toBe('openai/text-embedding-3-small')
    expect(await found('openai/gpt-image-2')).toBe('openai/gpt-image-2')
    expect(await namesAt(service, '/v1/images')).toContain('openai/gpt-image-2')
    expect(await namesAt(service, '/v1')).not.toContain('openai/gpt-image-2')
    expect((await call(service, '/v1/models/nobody', { method: 'GET' })).status).toBe(404)
    await service.stop()
    const alone = await openTestService({ settings: {} })
    expect(await namesAt(alone, '/v1/embeddings')).toEqual(['local/hashed-words'])
    expect(await namesAt(alone, '/v1/images')).toEqual([])
    await alone.stop()
  })
})

test('a server of the operator lists its own model, and answers to its name', async () => {
  const settings = { FREE_MODE: 'true', LLM_URL: provider.url, LLM_URL_MODEL: 'my-model' }
  const service = await openTestService({ settings })
  for (const base of ['/v1', '/v1/nano', '/v1/metered', '/v1/grounded'])
    expect(await namesAt(service, base)).toEqual(['my-model'])
  expect((await ask(service, '/v1/metered', 'my-model')).status).toBe(200)
  await service.stop()
})

test('the echo is listed where it answers, below metered too', async () => {
  const service = await openTestService({ settings: { FREE_MODE: 'true' } })
  expect(await namesAt(service, '/v1/metered')).toEqual(['local/echo'])
  expect((await ask(service, '/v1/metered', 'local/echo')).status).toBe(200)
  await service.stop()
  const silent = await openTestService({ settings: {} })
  expect(await namesAt(silent, '/v1')).toEqual([])
  await silent.stop()
})

describe('counting tokens', () => {
  // Only the limit of large ones is to be met here.
  const settings = { FREE_MODE: 'true', QUOTES_PER_MINUTE: '1000000' }
  let service: TestService
  beforeAll(async () => void (service = await openTestService({ settings })))
  afterAll(async () => service.stop())

  test('reads the system, tools and results of tools', async () => {
    const client = new Anthropic({ baseURL: service.url, apiKey: 'none', maxRetries: 0 })
    const words = 'one two three four five six seven eight nine ten '.repeat(20)
    const count = async (more: object) => {
      const asked = { model: 'any', messages, ...more }
      return (await client.messages.countTokens(asked)).input_tokens
    }
    const bare = await count({})
    expect(await count({ system: words })).toBeGreaterThan(bare + 190)
    expect(await count({ system: words })).toBeLessThan(bare + 230)
    const schema = { type: 'object', properties: { city: { type: 'string', description: words } } }
    expect(await count({ tools: [{ name: 'w', input_schema: schema }] })).toBeGreaterThan(
      bare + 190,
    )
    const result = { type: 'tool_result', tool_use_id: 'a', content: words }
    const use = { type: 'tool_use', id: 'a', name: 'w', input: {} }
    const turns = [
      ...messages,
      { role: 'assistant', content: [use] },
      { role: 'user', content: [result] },
    ]
    expect(await count({ messages: turns })).toBeGreaterThan(bare + 190)
    await expect(count({ messages: [{ role: 'user', content: 5 }] })).rejects.toThrow(/400/)
  })

  test('reads what a long session holds, and large ones less often', async () => {
    const block = { type: 'text', text: 'word '.repeat(100_000) }
    const asked = {
      model: 'any',
      messages: [{ role: 'user', content: [block, block, block, block] }],
    }
    const heard = await call(service, '/v1/messages/count_tokens', { body: asked })
    const { input_tokens: tokens } = heard.body as { input_tokens: number }
    expect(tokens).toBeGreaterThan(395_000)
    expect(tokens).toBeLessThan(440_000)
    const long = { ...asked, messages: [{ role: 'user', content: 'word '.repeat(14_000) }] }
    const statuses: number[] = []
    for (let left = 30; left > 0; left -= 1)
      statuses.push((await call(service, '/v1/messages/count_tokens', { body: long })).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    const small = { ...asked, messages }
    const other = await call(service, '/v1/messages/count_tokens', { body: small })
    expect(other.status).toBe(200)
  })
})
