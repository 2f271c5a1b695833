import OpenAI from 'openai'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import imageTools from '../../src/goods/tools/llm-gateway/media/images.ts'
import speechTools from '../../src/goods/tools/llm-gateway/media/speech.ts'
import videoTools from '../../src/goods/tools/llm-gateway/media/videos.ts'
import { bearer } from '../support/buyer.ts'
import { call } from '../support/calls.ts'
import { openTestService } from '../support/service.ts'
import { answerMedia, FILM, OPENROUTER, PIXEL, SOUND } from '../support/llm/media.ts'
import { runExample } from '../support/run-tool.ts'
import { standIn, type Answering, type Settings } from '../support/upstreams/define.ts'

/**
 * Pictures, films and speech, from a provider in all its moods.
 *
 * @module-tag long
 */
const image = imageTools['v1-images']
const film = videoTools['v1-videos']
const speech = speechTools['v1-speech']

let settings: Settings
let answer: Answering = answerMedia
let asked: { method: string; path: string; body: Record<string, unknown> }[] = []

beforeAll(async () => {
  settings = await standIn({
    ...OPENROUTER,
    answer(request) {
      const { method, path, body } = request
      asked.push({ method, path, body: body ? (JSON.parse(body) as Record<string, unknown>) : {} })
      return answer(request)
    },
  })()
})
afterEach(() => {
  answer = answerMedia
  asked = []
})

const run = (tool: typeof film, input: Record<string, unknown>) =>
  runExample(tool, input, undefined, settings)

describe('a picture', () => {
  test('is drawn by the first model of its tier, as the SDK asks for it', async () => {
    const service = await openTestService({ settings: { FREE_MODE: 'true', ...settings } })
    try {
      const client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: 'x', maxRetries: 0 })
      const told = await client.images.generate({
        prompt: 'a crane',
        size: '1536x1024',
        background: 'transparent',
      })
      expect(told.data).toEqual([{ b64_json: PIXEL }])
      expect(asked[0]).toMatchObject({
        path: '/images',
        body: { model: 'bytedance-seed/seedream-4.5', prompt: 'a crane', size: '1536x1024', n: 1 },
      })
      expect(asked[0]?.body['background']).toBe('transparent')
    } finally {
      await service.stop()
    }
  })
  test.each([
    ['an error', () => new Response('{}', { status: 500 })],
    ['an empty answer', () => ({ created: 1, data: [] })],
    ['text in the place of a picture', () => ({ data: [{ b64_json: 'SGVsbG8=' }] })],
  ])('comes from the next model after %s', async (_, bad) => {
    answer = (request) => (request.body.includes('seedream') ? bad() : answerMedia(request))
    expect(await run(image!, { prompt: 'a crane' })).toMatchObject({
      data: [{ b64_json: PIXEL }],
      model: 'black-forest-labs/flux.2-pro',
    })
  })
  test('that nobody draws is a failure', async () => {
    answer = () => ({ data: [{ b64_json: 'SGVsbG8=' }] })
    await expect(run(image!, { prompt: 'a crane' })).rejects.toThrow(/gave no picture/)
  })
  test('that the provider refuses to draw is refused with its reason', async () => {
    answer = () => Response.json({ error: { message: 'against our rules' } }, { status: 400 })
    await expect(run(image!, { prompt: 'a crane' })).rejects.toThrow(/against our rules/)
  })
})

describe('speech', () => {
  test('is the bytes of the provider, in the format that was asked for', async () => {
    const service = await openTestService({ settings: { FREE_MODE: 'true', ...settings } })
    try {
      const client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: 'x', maxRetries: 0 })
      const told = await client.audio.speech.create({
        model: 'any',
        voice: 'alloy',
        input: 'Hello',
        response_format: 'opus',
      })
      expect(told.headers.get('content-type')).toBe('audio/ogg')
      expect(Buffer.from(await told.arrayBuffer())).toEqual(SOUND)
      expect(asked[0]?.body).toMatchObject({ input: 'Hello', response_format: 'opus', speed: 1 })
    } finally {
      await service.stop()
    }
  })
  test.each([
    ['nothing', () => new Response('')],
    ['an error within 200', () => ({ error: { message: 'overloaded' } })],
    ['a page', () => new Response('<html>'.padEnd(200), { status: 200 })],
  ])('that is %s is a failure', async (_, bad) => {
    answer = bad
    await expect(run(speech, { input: 'Hello' })).rejects.toThrow(/gave no sound/)
  })
  test('of a long text is made by a model that the price pays for', async () => {
    answer = (request) =>
      request.body.includes('mini-tts') ? new Response('', { status: 500 }) : answerMedia(request)
    await expect(run(speech, { input: 'x'.repeat(4_000) })).rejects.toThrow(/answered 500/)
    expect(asked.map(({ body }) => body['model'])).toEqual(['openai/gpt-4o-mini-tts'])
  })
})

describe('a film', () => {
  test('is ordered, waited for and fetched', async () => {
    const told = await run(film, { prompt: 'waves', seconds: 4 })
    expect(told).toMatchObject({ status: 'completed', seconds: 4, model: 'alibaba/wan-2.6' })
    expect(Buffer.from(told['b64_mp4'] as string, 'base64')).toEqual(FILM)
    expect(asked.map(({ method, path }) => `${method} ${path.replace(/job-\d+/, 'job')}`)).toEqual([
      'POST /videos',
      'GET /videos/job',
      'GET /videos/job',
      'GET /videos/job/content',
    ])
  })
  test.each(['failed', 'cancelled', 'expired'])(
    'that has %s is made by the next',
    async (status) => {
      let orders = 0
      answer = (request) => {
        if (request.method === 'POST') orders += 1
        if (orders === 1 && request.method === 'GET') return { status }
        return answerMedia(request)
      }
      expect(await run(film, { prompt: 'waves' })).toMatchObject({
        model: 'bytedance/seedance-1.5-pro',
      })
    },
  )
  test('that is no film is a failure', async () => {
    answer = (request) =>
      request.path.endsWith('/content') ? new Response('<html>') : answerMedia(request)
    await expect(run(film, { prompt: 'waves' })).rejects.toThrow(/gave no film/)
  })
  test('is a job where that is wanted', async () => {
    const service = await openTestService({ settings: { FREE_MODE: 'true', ...settings } })
    try {
      const accepted = await call(service, '/v1/videos/generations', {
        body: { prompt: 'waves' },
        headers: { prefer: 'respond-async' },
      })
      expect(accepted.status).toBe(202)
    } finally {
      await service.stop()
    }
  })
})

test('without a provider that draws, the tool is not sold', async () => {
  const service = await openTestService({ settings: { ANTHROPIC_API_KEY: 'k' } })
  try {
    const headers = bearer(await service.issueKey('$1'))
    const prompt = { body: { prompt: 'a crane' }, headers }
    const { status, body } = await call(service, '/v1/images/fast', prompt)
    expect(status).toBe(503)
    expect(JSON.stringify(body)).toContain('OPENROUTER_API_KEY or OPENAI_API_KEY')
  } finally {
    await service.stop()
  }
})
