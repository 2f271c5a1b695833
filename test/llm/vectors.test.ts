import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import embedding from '../../src/goods/tools/llm-gateway/vectors/embeddings.ts'
import reranking from '../../src/goods/tools/llm-gateway/vectors/rerank.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { startProvider, type FaultyProvider, type Play } from '../support/llm/provider.ts'
import { runExample } from '../support/run-tool.ts'

const embeddings = embedding['v1-embeddings']
const rerank = reranking['v1-rerank']

let provider: FaultyProvider

beforeAll(async () => {
  provider = await startProvider()
})
afterAll(async () => provider.stop())

const answers =
  (body: unknown): Play =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

describe('embeddings', () => {
  let service: TestService
  const openai = () => new OpenAI({ baseURL: `${service.url}/v1`, apiKey: 'unused', maxRetries: 0 })
  afterEach(async () => service.stop())

  test('of a provider keep the order of the texts, as the SDK reads them', async () => {
    service = await openTestService({
      settings: {
        FREE_MODE: 'true',
        OPENROUTER_API_KEY: 'k',
        UPSTREAM_OPENROUTER_URL: provider.url,
      },
    })
    provider.plays(
      answers({
        data: [
          { index: 1, embedding: [0.5, -0.25] },
          { index: 0, embedding: [1, 0] },
        ],
        usage: { prompt_tokens: 4 },
      }),
    )
    const answer = await openai().embeddings.create({ model: 'any', input: ['a', 'b'] })
    expect(answer.data.map(({ embedding }) => [...embedding])).toEqual([
      [1, 0],
      [0.5, -0.25],
    ])
    expect(answer.model).toBe('openai/text-embedding-3-small')
    expect(provider.requests[0]).toMatchObject({
      path: '/embeddings',
      body: { input: ['a', 'b'], encoding_format: 'float' },
    })
  })

  test('without a provider are near where texts share words, and say what they are', async () => {
    service = await openTestService({ settings: { FREE_MODE: 'true' } })
    const input = ['the refund of an order', 'order refund', 'clouds above mountains']
    const answer = await openai().embeddings.create({ model: 'any', input, dimensions: 512 })
    const [a = [], b = [], c = []] = answer.data.map(({ embedding }) => embedding)
    const likeness = (x: readonly number[], y: readonly number[]) =>
      x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0)
    expect(a).toHaveLength(512)
    expect(likeness(a, b)).toBeGreaterThan(0.6)
    expect(likeness(a, c)).toBeLessThan(0.3)
    expect(answer.model).toBe('local/hashed-words')
  })
})

test('embeddings read tokens as the texts that they stand for', async () => {
  const vectorsOf = async (input: unknown) =>
    ((await runExample(embeddings, { input }))['data'] as { embedding: unknown }[]).map(
      ({ embedding }) => embedding,
    )
  const [hello] = await vectorsOf('Hello world')
  expect(await vectorsOf([9906, 1917])).toEqual([hello])
  expect(await vectorsOf([[9906, 1917], [9906]])).toEqual(await vectorsOf(['Hello world', 'Hello']))
  await expect(vectorsOf([[9906], [150_000]])).rejects.toThrow(/input\.1: holds a token/)
})

test('embeddings refuse more text than the price pays for', async () => {
  const input = Array.from({ length: 3 }, () => 'x'.repeat(30_000))
  await expect(runExample(embeddings, { input })).rejects.toThrow(/at most 64 KB/)
})

describe('rerank', () => {
  const input = {
    query: 'refund of an order',
    documents: ['Shipping takes days.', 'How to get a refund for an order', 'An order of soup'],
    return_documents: true,
  }
  test('without a provider ranks by words, and says so', async () => {
    const answer = await runExample(rerank, input)
    expect(answer['model']).toBe('local/words')
    const results = answer['results'] as { index: number; relevance_score: number }[]
    expect(results.map(({ index }) => index)).toEqual([1, 2, 0])
    expect(results[0]).toMatchObject({ relevance_score: 1, document: { text: input.documents[1] } })
    expect(results[2]?.relevance_score).toBe(0)
  })
  test('reads documents that are objects with a text', async () => {
    const documents = input.documents.map((text, id) => ({ id, text }))
    expect((await runExample(rerank, { ...input, documents }))['results']).toEqual(
      (await runExample(rerank, input))['results'],
    )
  })
  test('hands on what a cross-encoder ranks', async () => {
    provider.plays(answers({ id: 'x', results: [{ index: 2, relevance_score: 0.9 }] }))
    const given = { OPENROUTER_API_KEY: 'k', UPSTREAM_OPENROUTER_URL: provider.url }
    const answer = await runExample(rerank, { ...input, top_n: 1 }, undefined, given)
    expect(answer).toMatchObject({
      model: 'cohere/rerank-v3.5',
      results: [{ index: 2, relevance_score: 0.9, document: { text: 'An order of soup' } }],
    })
  })
  test('refuses a ranking of documents that were not sent', async () => {
    provider.plays(answers({ id: 'x', results: [{ index: 7, relevance_score: 0.9 }] }))
    const given = { OPENROUTER_API_KEY: 'k', UPSTREAM_OPENROUTER_URL: provider.url }
    await expect(runExample(rerank, input, undefined, given)).rejects.toThrow(/unknown shape/)
  })
})
