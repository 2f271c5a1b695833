/** @module-tag long */
import Anthropic from '@anthropic-ai/sdk'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/calls.ts'
import { openTestService, type TestService } from '../support/service.ts'
import {
  asStream,
  chunk,
  cut,
  good,
  START,
  startProvider,
  type FaultyProvider,
  type Play,
} from '../support/llm/provider.ts'
import { createPermitBuyer } from '../support/permit-buyer.ts'
import { openShop, type Shop } from '../support/x402-shop.ts'

/** Calls whose price is quoted from their body, and which cost what was really used. */
const model = 'openai/gpt-6.1-terra'
const PATH = '/v1/metered/chat/completions'
const messages = [{ role: 'user' as const, content: 'Say hi' }]
/** 2,000 tokens in and 100 out, at $1 and $5 for a million, and 15 % on top. */
const USED = { prompt_tokens: 2_000, completion_tokens: 100, total_tokens: 2_100 }
const USED_MICROS = 2_875

const usageIn: Play = (response, { body }) => {
  const usage = { id: 'x', object: 'chat.completion.chunk', created: 1, choices: [], usage: USED }
  if (body['stream'])
    return void asStream(response).end(
      `${START}${chunk({ content: 'Hi' })}${chunk({}, 'stop')}data: ${JSON.stringify(usage)}\n\ndata: [DONE]\n\n`,
    )
  const message = { role: 'assistant', content: 'Hi' }
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, choices, usage: USED }),
  )
}

let provider: FaultyProvider
const settings = () => ({ OPENAI_API_KEY: 'key', UPSTREAM_OPENAI_URL: provider.url })

beforeAll(async () => void (provider = await startProvider()))
afterAll(async () => provider.stop())

const quoted = async (service: { readonly url: string }, body: unknown): Promise<number> => {
  const { headers, status } = await call(service, PATH, { body })
  expect(status).toBe(402)
  const required = decodePaymentRequiredHeader(String(headers['payment-required']))
  return Number(required.accepts[0]?.amount)
}

describe('a credits key', () => {
  let service: TestService
  let key: string
  beforeAll(async () => {
    service = await openTestService({ settings: settings() })
  })
  afterAll(async () => service.stop())

  const openai = async () => {
    key = await service.issueKey('$1')
    return new OpenAI({ baseURL: `${service.url}/v1/metered`, apiKey: key, maxRetries: 0 })
  }
  const spent = async () => {
    const { balance, held } = await service.account(key)
    expect(held).toBe(0)
    return 1_000_000 - balance
  }

  test('pays for the tokens of a whole answer on every wire', async () => {
    provider.plays(usageIn)
    const client = await openai()
    const asked = { model, max_tokens: 5_000, messages }
    const answer = await client.chat.completions.create(asked)
    expect(answer.usage).toMatchObject({ cost: USED_MICROS / 1_000_000 })
    expect(await spent()).toBe(USED_MICROS)
    const claude = new Anthropic({
      baseURL: `${service.url}/v1/metered`,
      authToken: key,
      apiKey: null,
      maxRetries: 0,
    })
    expect((await claude.messages.create(asked)).usage).toMatchObject({ cost: 0.002875 })
    expect(await spent()).toBe(2 * USED_MICROS)
  })

  test('pays for the tokens of a stream, once it has ended', async () => {
    provider.plays(usageIn)
    const client = await openai()
    const stream = await client.chat.completions.create({
      model: 'gpt-6.1-terra',
      max_completion_tokens: 5_000,
      messages,
      stream: true,
      stream_options: { include_usage: true },
    })
    const usages = []
    for await (const { usage } of stream) if (usage) usages.push(usage)
    expect(usages).toMatchObject([{ cost: 0.002875 }])
    await expect.poll(spent).toBe(USED_MICROS)
  })

  test('pays for counted tokens where the provider tells none', async () => {
    provider.plays((response) => {
      const words = Array.from({ length: 500 }, () => chunk({ content: 'hello ' })).join('')
      asStream(response).end(`${START}${words}${chunk({}, 'stop')}data: [DONE]\n\n`)
    })
    const client = await openai()
    const asked = { model, max_tokens: 5_000, messages, stream: true as const }
    for await (const _ of await client.chat.completions.create(asked));
    await expect.poll(spent).toBeLessThan(3_200)
    expect(await spent()).toBeGreaterThan(2_800)
  })

  test('pays nothing for a stream that breaks off, and the least for a short answer', async () => {
    provider.plays(cut)
    const client = await openai()
    const asked = { model, max_tokens: 5_000, messages }
    const streamed = async () => {
      for await (const _ of await client.chat.completions.create({ ...asked, stream: true }));
    }
    await expect(streamed()).rejects.toThrow(/broke off/)
    await expect.poll(spent).toBe(0)
    provider.plays(good)
    await client.chat.completions.create(asked)
    expect(await spent()).toBe(1_000)
  })

  test('is asked for no more tokens than were quoted', async () => {
    provider.plays(usageIn)
    const client = await openai()
    await client.chat.completions.create({ model, messages })
    expect(provider.requests[0]?.body).toMatchObject({ max_completion_tokens: 1_024 })
    expect(provider.requests[0]?.body).toMatchObject({ model: 'gpt-6.1-terra' })
  })

  test('hears that the tokens of a long text were estimated, with the same quote', async () => {
    provider.plays(usageIn)
    const content = 'A line of a long text, with few words in it.\n'.repeat(7_000)
    const asked = { model, max_tokens: 50, messages: [{ role: 'user', content }] }
    expect(await quoted(service, asked)).toBe(await quoted(service, asked))
    await openai()
    const headers = { authorization: `Bearer ${key}` }
    const heard = await call(service, PATH, { body: asked, headers })
    expect(heard.headers['x-router-input']).toBe('estimated')
    expect(heard.body['router']).toMatchObject({ inputEstimated: true })
    const short = { ...asked, messages }
    const other = await call(service, PATH, { body: short, headers })
    expect(other.headers['x-router-input']).toBeUndefined()
  })

  test('is refused for models that nobody serves, and for what costs too much', async () => {
    const client = await openai()
    const create = (more: object) =>
      client.chat.completions.create({ model, max_tokens: 50, messages, ...more })
    await expect(create({ model: 'nobody/knows' })).rejects.toThrow(/400 .*model: .* is not served/)
    await expect(create({ model: 'anthropic/claude-opus-5.5' })).rejects.toThrow(/400 .*model/)
    const input = 'word '.repeat(450_000)
    await expect(create({ messages: [{ role: 'user', content: input }] })).rejects.toThrow(
      /400 .*this model takes at most/,
    )
    expect(await spent()).toBe(0)
  })
})

describe('a wallet', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ permit2: true }, { settings: settings() })
  })
  afterAll(async () => shop.close())

  test('hears the same quote for the same body, and a higher one for more', async () => {
    const body = { model, max_tokens: 2_000, messages }
    const amount = await quoted(shop.service(), body)
    // 2,000 tokens out at $5 for a million, the input, and 15 % on top.
    expect(amount).toBeGreaterThan(11_500)
    expect(amount).toBeLessThan(11_600)
    expect(await quoted(shop.service(), { ...body })).toBe(amount)
    expect(await quoted(shop.service(), { ...body, max_tokens: 4_000 })).toBe(amount + 11_500)
    const longer = [{ role: 'user', content: 'Say hi '.repeat(1_000) }]
    expect(await quoted(shop.service(), { ...body, messages: longer })).toBeGreaterThan(13_000)
  })

  test('pays what was used with upto, and the quote with exact', async () => {
    provider.plays(usageIn)
    const body = { model, max_tokens: 2_000, messages }
    const upto = await createPermitBuyer(shop.chain, 'metered upto')
    const headers = await upto.payFor(shop.service(), PATH, body)
    const heard = await call(shop.service(), PATH, { body, headers })
    expect(heard.body['usage']).toMatchObject({ cost: USED_MICROS / 1_000_000 })
    const stream = { ...body, stream: true }
    const signedUpto = await upto.payFor(shop.service(), PATH, stream)
    const streamed = await call(shop.service(), PATH, { body: stream, headers: signedUpto })
    expect(streamed.headers['x-router-charge']).toBe('quote')
    const exact = await shop.chain.wallet('metered exact')
    const signed = await exact.payFor(shop.service(), PATH, { body })
    const second = await call(shop.service(), PATH, { body, headers: signed })
    const quote = await quoted(shop.service(), body)
    expect(second.body['usage']).toMatchObject({ cost: quote / 1_000_000 })
    const amounts = (await shop.service().sales()).map(({ amount }) => amount)
    // A stream is settled before its first word, when nobody knows what it will have used.
    expect(amounts).toEqual([USED_MICROS, quote, quote])
  })
})
