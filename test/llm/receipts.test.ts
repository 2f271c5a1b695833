import { createPublicKey, verify } from 'node:crypto'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createModelUsageStore } from '../../src/stores/model-usage.ts'
import { call } from '../support/calls.ts'
import { openTestService } from '../support/service.ts'
import { cut, good, startProvider, type FaultyProvider } from '../support/llm/provider.ts'
import { openShop, type Shop } from '../support/x402-shop.ts'

/** Receipts that anybody can check, and the books of what wallets have bought. */
const PATH = '/v1/nano/chat/completions'
const messages = [{ role: 'user' as const, content: 'Hi' }]

let provider: FaultyProvider
let shop: Shop
beforeAll(async () => {
  provider = await startProvider()
  provider.plays(good)
  shop = await openShop({}, { settings: { LLM_URL: provider.url } })
})
afterAll(async () => {
  await shop.close()
  await provider.stop()
})

/** What a receipt says, if the published key has signed it. */
async function proven(receipt: unknown): Promise<Record<string, unknown>> {
  const [head = '', payload = '', signature = ''] = String(receipt).split('.')
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string }
  const { body } = await call(shop.service(), '/.well-known/jwks.json')
  const keys = body['keys'] as { kid: string }[]
  const jwk = keys.find((one) => one.kid === kid)
  const key = createPublicKey({ key: jwk as never, format: 'jwk' })
  const sealed = Buffer.from(signature, 'base64url')
  expect(verify(null, Buffer.from(`${head}.${payload}`), key, sealed)).toBe(true)
  const forged = Buffer.from(`${head}.${payload.replace(/.$/, '_')}x`)
  expect(verify(null, forged, key, sealed)).toBe(false)
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
}

test('a receipt names the model, the tokens, the cost and the wallet', async () => {
  const buyer = await shop.chain.wallet('receipts')
  const headers = await buyer.payFor(shop.service(), PATH, { body: { messages } })
  const heard = await call(shop.service(), PATH, { body: { messages }, headers })
  const usage = heard.body['usage'] as Record<string, unknown>
  expect(heard.headers['x-router-receipt']).toBe(usage['receipt'])
  const bought = await proven(usage['receipt'])
  const [sale] = await shop.service().sales()
  expect(bought).toMatchObject({
    id: sale?.callId,
    wire: 'chat',
    model: 'default',
    provider: 'url',
    usage: { input: 7, output: 3 },
    costUsd: 0.003,
    rail: 'x402',
  })
  expect(String(bought['wallet']).toLowerCase()).toBe(buyer.address.toLowerCase())
  const { ofPayer } = createModelUsageStore(shop.service().db)
  const books = async () => ofPayer(buyer.address.toLowerCase(), 0)
  await expect
    .poll(books)
    .toEqual([{ model: 'default', calls: 1, input: 7, output: 3, paid: 3_000 }])
})

describe('a stream', () => {
  test('ends with a receipt on every wire', async () => {
    const key = await shop.service().issueKey('$1')
    const baseURL = `${shop.service().url}/v1/nano`
    const openai = new OpenAI({ baseURL, apiKey: key, maxRetries: 0 })
    const anthropic = new Anthropic({ baseURL, authToken: key, apiKey: null, maxRetries: 0 })
    const receipts: unknown[] = []
    const options = { stream: true as const, stream_options: { include_usage: true } }
    const chat = await openai.chat.completions.create({ model: 'any', messages, ...options })
    for await (const { usage } of chat) if (usage) receipts.push({ ...usage })
    const asked = { model: 'any', max_tokens: 99, messages, stream: true as const }
    for await (const event of await anthropic.messages.create(asked))
      if (event.type === 'message_delta') receipts.push({ ...event.usage })
    const responses = await openai.responses.create({ model: 'any', input: 'Hi', stream: true })
    for await (const event of responses)
      if (event.type === 'response.completed') receipts.push({ ...event.response.usage })
    expect(receipts).toHaveLength(3)
    const bought = receipts.map(async (usage) =>
      proven((usage as Record<string, unknown>)['receipt']),
    )
    expect(await Promise.all(bought)).toMatchObject([
      { wire: 'chat', rail: 'credits', usage: { input: 7, output: 3 } },
      { wire: 'messages', usage: { input: 7, output: 3 } },
      { wire: 'responses', usage: { input: 7, output: 3 } },
    ])
  })

  test('of Anthropic tells cost and receipt in what its package keeps', async () => {
    const authToken = await shop.service().issueKey('$1')
    const asked = { model: 'any', max_tokens: 99, messages }
    const baseURL = `${shop.service().url}/v1/nano`
    const anthropic = new Anthropic({ baseURL, authToken, apiKey: null, maxRetries: 0 })
    const { usage } = await anthropic.messages.stream(asked).finalMessage()
    const details = { ...usage.output_tokens_details } as Record<string, unknown>
    expect(details).toMatchObject({ thinking_tokens: 0, cost: 0.003 })
    expect(await proven(details['receipt'])).toMatchObject({ wire: 'messages', costUsd: 0.003 })
  })

  test('that breaks off has none', async () => {
    provider.plays(cut)
    const headers = { authorization: `Bearer ${await shop.service().issueKey('$1')}` }
    const body = { messages, stream: true, stream_options: { include_usage: true } }
    const { text } = await call(shop.service(), PATH, { body, headers })
    provider.plays(good)
    expect(text).toContain('broke off')
    expect(text).not.toContain('receipt')
  })
})

test('the echo books what it says, streamed and whole', async () => {
  const service = await openTestService({ settings: { FREE_MODE: 'true' } })
  for (const stream of [true, false]) {
    const { status } = await call(service, PATH, { body: { messages, stream } })
    expect(status).toBe(200)
  }
  const told = () =>
    service.db.all<{ output: number }>(
      "select output from model_usage where model = 'local/echo' and provider = 'local'",
    )
  await expect.poll(told).toHaveLength(2)
  for (const { output } of await told()) expect(Number(output)).toBeGreaterThan(0)
  await service.stop()
})
