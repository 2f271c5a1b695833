import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call } from '../support/calls.ts'
import { openTestService, type TestService } from '../support/service.ts'
import {
  cut,
  good,
  startProvider,
  type FaultyProvider,
  type Play,
} from '../support/llm/provider.ts'

/** Answers that a caller may hear again, because it said so. */
const PATH = '/v1/nano/chat/completions'
const PRICE = 3_000
const ask = (content: string, more: object = {}) => ({
  messages: [{ role: 'user', content }],
  cache: true,
  ...more,
})

let provider: FaultyProvider
let service: TestService
let key: string
beforeAll(async () => {
  provider = await startProvider()
  service = await openTestService({ settings: { LLM_URL: provider.url } })
})
afterAll(async () => {
  await service.stop()
  await provider.stop()
})
beforeEach(async () => {
  provider.plays(good)
  key = await service.issueKey('$1')
})

const send = (body: object) =>
  call(service, PATH, { body, headers: { authorization: `Bearer ${key}` } })
const spent = async () => 1_000_000 - (await service.account(key)).balance

test('a whole answer is told again, with its age, for nothing', async () => {
  const first = await send(ask('one'))
  expect(first.headers['x-cache']).toBe('miss')
  expect(first.body['usage']).toMatchObject({ cost: 0.003 })
  const again = await send(ask('one', { user: 'somebody else' }))
  expect(again.status).toBe(200)
  expect(again.headers).toMatchObject({ 'x-cache': 'hit', 'x-router-provider': 'url' })
  expect(Number(again.headers['age'])).toBeLessThan(60)
  expect(again.body['choices']).toEqual(first.body['choices'])
  expect(again.body['usage']).toMatchObject({ cost: 0 })
  expect(provider.requests).toHaveLength(1)
  expect(provider.requests[0]?.body).not.toHaveProperty('cache')
  expect(await spent()).toBe(PRICE)
})

test('an answer that is told again has a receipt of its own, which says so', async () => {
  const claimsOf = (receipt: unknown) =>
    JSON.parse(Buffer.from(String(receipt).split('.')[1] ?? '', 'base64url').toString()) as object
  const [first, again] = [await send(ask('receipts')), await send(ask('receipts'))]
  const [made, told] = [first, again].map(({ body }) => {
    const { receipt } = body['usage'] as { readonly receipt: string }
    return { receipt, claims: claimsOf(receipt) as Record<string, unknown> }
  })
  expect(again.headers['x-router-receipt']).toBe(told?.receipt)
  expect(made?.claims).not.toHaveProperty('again')
  const { model, provider: by, usage } = made?.claims ?? {}
  expect(told?.claims).toMatchObject({ again: true, model, provider: by, usage, costUsd: 0 })
  expect(told?.claims['id']).not.toBe(made?.claims['id'])
})

test('nobody hears an answer again who does not ask for it', async () => {
  await send(ask('two'))
  const other = await send({ ...ask('two'), cache: undefined })
  expect(other.headers['x-cache']).toBeUndefined()
  expect((await send(ask('two', { temperature: 0 }))).headers['x-cache']).toBe('miss')
  expect(provider.requests).toHaveLength(3)
  expect(await spent()).toBe(3 * PRICE)
})

const shortened: Play = (response) => {
  const message = { role: 'assistant', content: 'Hello th' }
  const choices = [{ index: 0, message, finish_reason: 'length' }]
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices }))
}

test('an answer that was cut short is not told again', async () => {
  provider.plays(shortened)
  expect((await send(ask('three'))).headers['x-cache']).toBe('miss')
  expect((await send(ask('three'))).headers['x-cache']).toBe('miss')
})

test('a stream is neither kept nor told from what was kept', async () => {
  const openai = new OpenAI({ baseURL: `${service.url}/v1/nano`, apiKey: key, maxRetries: 0 })
  const streamed = async (content: string) => {
    const body = { ...ask(content), model: 'any', stream: true }
    const stream = await openai.chat.completions.create(body as never)
    for await (const _ of stream as unknown as AsyncIterable<unknown>);
  }
  await streamed('four')
  expect((await send(ask('four'))).headers['x-cache']).toBe('miss')
  await streamed('four')
  expect(provider.requests).toHaveLength(3)
  provider.plays(cut)
  await expect(streamed('four')).rejects.toThrow(/broke off/)
})
