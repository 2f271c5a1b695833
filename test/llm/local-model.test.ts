/** @module-tag long */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLocalModels, type OpenLocalModels } from '../../src/capabilities/llm/local/open.ts'
import { installEngine } from '../support/llm/engine.ts'
import { writeTinyModel } from '../support/llm/tiny-gguf.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { eventually } from '../support/wait.ts'

/** A model file that the instance runs itself, by the real engine. The model writes nonsense. */
let folder: string
let file: string
let service: TestService
let models: OpenLocalModels
const troubles: string[] = []

beforeAll(async () => {
  await installEngine()
  folder = await mkdtemp(join(tmpdir(), 'farebox-model-'))
  file = await writeTinyModel(join(folder, 'tiny.gguf'))
  service = await openTestService({
    settings: { FREE_MODE: 'true', LLM_MODEL: file, EMBEDDINGS_MODEL: file },
  })
  const settings: Record<string, string> = { LLM_MODEL: file, EMBEDDINGS_MODEL: file }
  const opened = await openLocalModels(
    (name) => settings[name],
    (message) => troubles.push(message),
  )
  models = opened!
}, 180_000)
afterAll(async () => {
  await service.stop()
  await models.stop()
  await rm(folder, { recursive: true })
})

const openai = () =>
  new OpenAI({ baseURL: `${service.url}/v1/nano`, apiKey: 'unused', maxRetries: 0 })
const messages = [{ role: 'user' as const, content: 'Say hello' }]

describe('through the gateway', () => {
  test('it answers whole, and says what it is and how much it wrote', async () => {
    const answer = await openai().chat.completions.create({
      model: 'any',
      messages,
      max_completion_tokens: 12,
      seed: 7,
    })
    expect(answer.model).toBe('tiny')
    expect(answer.choices[0]?.message.content).toBeTruthy()
    expect(answer.choices[0]?.finish_reason).toBe('length')
    expect(answer.usage?.completion_tokens).toBe(12)
    expect(answer.usage?.prompt_tokens).toBeGreaterThan(5)
  })
  test('it streams, on another wire as well', async () => {
    const client = new Anthropic({ baseURL: `${service.url}/v1/nano`, apiKey: 'x', maxRetries: 0 })
    const stream = client.messages.stream({ model: 'any', max_tokens: 24, messages })
    let pieces = 0
    stream.on('text', () => (pieces += 1))
    const message = await stream.finalMessage()
    expect(pieces).toBeGreaterThan(2)
    expect(message).toMatchObject({ model: 'tiny', stop_reason: 'max_tokens' })
    expect(message.usage.output_tokens).toBe(24)
  })
  test('a schema holds what it writes', async () => {
    const schema = {
      type: 'object',
      properties: {
        mood: { enum: ['good', 'bad'] },
        parts: { type: 'array', items: { type: 'boolean' }, minItems: 1, maxItems: 2 },
      },
      required: ['mood', 'parts'],
      additionalProperties: false,
    }
    const answer = await openai().chat.completions.create({
      model: 'any',
      messages,
      response_format: { type: 'json_schema', json_schema: { name: 'a', schema, strict: true } },
    })
    const value = JSON.parse(answer.choices[0]?.message.content ?? '') as Record<string, unknown>
    expect(['good', 'bad']).toContain(value['mood'])
    expect([1, 2]).toContain((value['parts'] as boolean[]).length)
  })
  test('a call that is required is made, with arguments that fit', async () => {
    const parameters = {
      type: 'object',
      properties: { unit: { type: 'string', enum: ['C', 'F'] } },
      required: ['unit'],
    }
    const answer = await openai().chat.completions.create({
      model: 'any',
      messages,
      tools: [{ type: 'function', function: { name: 'weather', parameters } }],
      tool_choice: { type: 'function', function: { name: 'weather' } },
    })
    const [call] = answer.choices[0]?.message.tool_calls ?? []
    expect(answer.choices[0]?.finish_reason).toBe('tool_calls')
    expect(call).toMatchObject({ type: 'function', function: { name: 'weather' } })
    expect(['{"unit":"C"}', '{"unit":"F"}']).toContain(
      call?.type === 'function' ? call.function.arguments : '',
    )
  })
  test('a result of a call is read, and tools that are only offered do no harm', async () => {
    const call = { id: 'c1', type: 'function' as const, function: { name: 'now', arguments: '{}' } }
    const answer = await openai().chat.completions.create({
      model: 'any',
      max_completion_tokens: 8,
      messages: [
        ...messages,
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: 'noon' },
      ],
      tools: [{ type: 'function', function: { name: 'now', parameters: { type: 'object' } } }],
    })
    expect(answer.usage?.completion_tokens).toBeGreaterThan(0)
  })
  test.each([
    ['more than it reads', { messages: [{ role: 'user', content: 'x'.repeat(6_000) }] }, /at most/],
    [
      'an image',
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
          },
        ],
      },
      /sees none/,
    ],
    [
      'a schema without a grammar',
      {
        messages,
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'a', schema: { allOf: [{ type: 'object' }] } },
        },
      },
      /allOf/,
    ],
  ])('%s is refused with a reason', async (_, body, why) => {
    const asked = openai().chat.completions.create({ model: 'any', ...body } as never)
    await expect(asked).rejects.toThrow(why)
    await expect(asked).rejects.toMatchObject({ status: 400 })
  })
  test('it makes vectors of its own', async () => {
    const client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: 'x', maxRetries: 0 })
    const answer = await client.embeddings.create({ model: 'any', input: ['hello', 'moon'] })
    expect(answer.model).toBe('tiny')
    expect(answer.data.map(({ embedding }) => embedding.length)).toEqual([32, 32])
    expect(answer.data[0]?.embedding).not.toEqual(answer.data[1]?.embedding)
  })
})

/** Asks the process itself, as the gateway does. */
const ask = (body: object, signal?: AbortSignal) =>
  fetch(`${models.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${models.key}` },
    body: JSON.stringify({ model: 'tiny', messages, ...body }),
    ...(signal && { signal }),
  })

describe('the process', () => {
  test('answers nobody without its key', async () => {
    const answer = await fetch(`${models.url}/chat/completions`, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(401)
  })
  test('stops writing when its reader leaves, and has the next one in its place', async () => {
    const gone = new AbortController()
    const long = await ask({ stream: true, max_tokens: 400 }, gone.signal)
    await long.body?.getReader().read()
    gone.abort()
    const begun = performance.now()
    expect((await ask({ max_tokens: 4 })).status).toBe(200)
    expect(performance.now() - begun).toBeLessThan(2_000)
  })
  test('lets so many wait, and tells the next when to come again', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => ask({ max_tokens: 60 })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(17)
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused).toHaveLength(7)
    expect(refused[0]?.headers.get('retry-after')).toBe('5')
    await Promise.all(answers.map(async (answer) => answer.text()))
  })
  test('is started again when it dies, at the same address', { tags: 'long' }, async () => {
    const before = models.pid()
    if (before === null) throw new Error('the process does not run')
    process.kill(before, 'SIGKILL')
    await eventually(async () => expect((await ask({ max_tokens: 4 })).status).toBe(200))
    expect(models.pid()).not.toBe(before)
    expect(troubles.join(' ')).toMatch(/ended with SIGKILL; it is started again/)
  })
})

describe('the start refuses', () => {
  test('a file that is no model', async () => {
    const other = join(folder, 'notes.gguf')
    await writeFile(other, 'no model at all')
    await expect(openTestService({ settings: { LLM_MODEL: other } })).rejects.toThrow(
      /LLM_MODEL: .*no model in GGUF form/,
    )
  })
  test('a file that is not there', async () => {
    const settings = { EMBEDDINGS_MODEL: join(folder, 'none.gguf') }
    await expect(openTestService({ settings })).rejects.toThrow(
      /EMBEDDINGS_MODEL: .*cannot be read/,
    )
  })
})
