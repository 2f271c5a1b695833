import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { openTestService } from '../support/service.ts'
import { startProvider, status } from '../support/llm/provider.ts'

/** How often the official clients ask by themselves, with two retries as they come. */
const messages = [{ role: 'user' as const, content: 'Hi' }]

function counting() {
  let sent = 0
  const counted: typeof fetch = async (input, init) => {
    sent += 1
    return fetch(input, init)
  }
  return { sent: () => sent, fetch: counted }
}

test('they ask once where no provider is set', async () => {
  const service = await openTestService({ settings: {} })
  const baseURL = `${service.url}/v1/nano`
  const apiKey = await service.issueKey('$1')
  const [chat, claude] = [counting(), counting()]
  const openai = new OpenAI({ baseURL, apiKey, fetch: chat.fetch })
  const anthropic = new Anthropic({ baseURL, authToken: apiKey, apiKey: null, fetch: claude.fetch })
  const asked = { model: 'any', max_tokens: 9, messages }
  await expect(openai.chat.completions.create(asked)).rejects.toThrow(/503/)
  await expect(anthropic.messages.create(asked)).rejects.toThrow(/503/)
  expect([chat.sent(), claude.sent()]).toEqual([1, 1])
  await service.stop()
})

test('they ask again after what may pass, as soon as they are told', async () => {
  const provider = await startProvider()
  provider.plays(status(429, { 'retry-after': '3' }))
  const service = await openTestService({ settings: { LLM_URL: provider.url } })
  const client = counting()
  const openai = new OpenAI({
    baseURL: `${service.url}/v1/nano`,
    apiKey: await service.issueKey('$1'),
    fetch: client.fetch,
    maxRetries: 1,
  })
  const startedAt = performance.now()
  const asked = openai.chat.completions.create({ model: 'any', messages })
  await expect(asked).rejects.toThrow(/503/)
  expect(client.sent()).toBe(2)
  expect(performance.now() - startedAt).toBeGreaterThan(2_900)
  await service.stop()
  await provider.stop()
})
