/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import imageDescribe from '../../src/goods/tools/ai-compute/media/image-describe.ts'
import transcribe from '../../src/goods/tools/ai-compute/media/transcribe.ts'
import askDocument from '../../src/goods/tools/ai-compute/text/ask-document.ts'
import extract from '../../src/goods/tools/ai-compute/text/extract-structured.ts'
import moderate from '../../src/goods/tools/ai-compute/text/moderate.ts'
import pdfSummarize from '../../src/goods/tools/ai-compute/text/pdf-summarize.ts'
import summarize from '../../src/goods/tools/ai-compute/text/summarize.ts'
import type { ToolSpec } from '../../src/base/core/tool.ts'
import { startProvider, type FaultyProvider, type Play } from '../support/llm/provider.ts'
import { OPENROUTER, answerMedia } from '../support/llm/media.ts'
import { runExample } from '../support/run-tool.ts'
import { standIn } from '../support/upstreams/define.ts'

/** Tools that ask a model, and what they make of its answers. */
let provider: FaultyProvider

beforeAll(async () => {
  provider = await startProvider()
})
afterAll(async () => provider.stop())

const says =
  (value: unknown): Play =>
  (response) => {
    const message = { role: 'assistant', content: JSON.stringify(value) }
    const body = { choices: [{ index: 0, message, finish_reason: 'stop' }] }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

const run = (tool: ToolSpec, input: Record<string, unknown>) =>
  runExample(tool, input, undefined, { LLM_URL: provider.url, LLM_URL_MODEL: 'small' })

const sent = (at = 0): string => JSON.stringify(provider.requests[at]?.body)

const PAPER = 'https://example.com/paper.pdf'

describe('a summary', () => {
  test('of a page names its source, and is marked as written by strangers', async () => {
    provider.plays(says({ summary: 'A quay was saved.', keyPoints: ['It is old.'] }))
    const told = await run(summarize, { url: 'https://example.com/post', style: 'tldr' })
    expect(told).toMatchObject({
      summary: 'A quay was saved.',
      wordCount: 4,
      truncated: false,
      model: 'small',
      untrustedContent: true,
      source: 'example.com',
    })
    expect(sent()).toContain('two hundred years')
  })
  test('needs a text or an address, and not both', async () => {
    await expect(run(summarize, {})).rejects.toThrow(/give either text or url/)
    const both = { text: 'a', url: 'https://example.com/post' }
    await expect(run(summarize, both)).rejects.toThrow(/give either text or url/)
  })
  test('costs its price for each 50,000 characters', () => {
    const { price } = summarize
    if (typeof price === 'string') throw new Error('its price is flat')
    const quoted = (input: Record<string, unknown>) => price.quote(input, {})
    expect(quoted({ text: 'x'.repeat(50_000) })).toBe(10_000)
    expect(quoted({ text: 'x'.repeat(50_001) })).toBe(20_000)
    expect(quoted({ url: 'https://example.com' })).toBe(10_000)
  })
})

describe('structured data', () => {
  const schema = {
    type: 'object',
    properties: { total: { type: 'number' }, currency: { enum: ['EUR', 'USD'] } },
    required: ['total'],
    additionalProperties: false,
  }
  const asked = { text: 'Invoice 12, total 40 EUR', schema }
  test('that fits is answered', async () => {
    provider.plays(says({ total: 40, currency: 'EUR' }))
    expect(await run(extract, asked)).toMatchObject({ data: { total: 40, currency: 'EUR' } })
    expect(sent()).toContain('"currency"')
  })
  test('that does not fit is asked for once more, and then is a failure', async () => {
    provider.plays(says({ total: 40, currency: 'EUR' }), says({ total: '40' }))
    expect(await run(extract, asked)).toMatchObject({ data: { total: 40 } })
    provider.plays(says({ total: 'forty' }))
    await expect(run(extract, asked)).rejects.toThrow(/another shape/)
  })
  test.each([
    [{ type: 'object', properties: { a: { type: 'string', pattern: '(a+)+$' } } }, /`pattern`/],
    [{ type: 'object', properties: { a: { $ref: '#' } } }, /\$ref/],
    [{ type: 'array', items: {} }, /type must be object/],
    [{ type: 'object', properties: { a: { enum: ['x'.repeat(20_000)] } } }, /characters of JSON/],
  ])('a schema such as %j is refused', async (bad, why) => {
    await expect(run(extract, { ...asked, schema: bad })).rejects.toThrow(why)
  })
})

describe('an answer from a document', () => {
  const question = 'When is a fare collected?'
  test('has only quotes that stand in it, with their pages', async () => {
    const quotes = ['It is collected before the ride begins', 'Fares are paid in gold']
    provider.plays(says({ found: true, answer: 'Before the ride.', quotes }))
    const told = await run(askDocument, { url: PAPER, question })
    expect(told).toMatchObject({ found: true, answer: 'Before the ride.' })
    expect(told['quotes']).toEqual([{ text: quotes[0], page: 1 }])
  })
  test('that is not there is said to be missing', async () => {
    provider.plays(says({ found: false, answer: 'Perhaps never.', quotes: [] }))
    const told = await run(askDocument, { url: PAPER, question })
    expect(told).toMatchObject({ found: false, answer: '', quotes: [] })
  })
})

test('a PDF is summarised part by part, and then as a whole', async () => {
  provider.plays(
    says({ summary: 'Pay before you ride.' }),
    says({ title: 'Fares', summary: 'Kinds of fares.' }),
  )
  expect(await run(pdfSummarize, { url: PAPER })).toMatchObject({
    summary: 'Pay before you ride.',
    sections: [{ title: 'Fares', summary: 'Kinds of fares.' }],
    pages: 2,
    truncated: false,
  })
  expect(sent(1)).toContain('Kinds of fares.')
})

describe('a picture', () => {
  const image =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const seen = { text: 'One pixel.', altText: 'A dot.', objects: ['dot'], visibleText: '' }
  test('is handed to the model with its question', async () => {
    provider.plays(says(seen))
    expect(await run(imageDescribe, { image, question: 'How many pixels?' })).toMatchObject(seen)
    expect(sent()).toContain(`data:image/png;base64,${image}`)
    expect(sent()).toContain('How many pixels?')
  })
  test('that is none is refused', async () => {
    const text = Buffer.from('no picture at all').toString('base64')
    await expect(run(imageDescribe, { image: text })).rejects.toThrow(/must be PNG, JPEG/)
  })
})

test('harm is flagged as the provider judges it', async () => {
  expect(await runExample(moderate, { text: 'I will kill you' })).toMatchObject({
    flagged: true,
    categories: { violence: true },
  })
})

describe('a transcript', () => {
  const url = 'https://example.com/episode.wav'
  test('becomes subtitles', async () => {
    const told = await runExample(transcribe, { url, format: 'srt' })
    expect(told['text']).toBe(
      '1\n00:00:00,000 --> 00:00:01,200\nHello from\n\n2\n00:00:01,200 --> 00:00:02,000\nthe harbour.\n',
    )
    expect(told).toMatchObject({ language: 'en', durationSeconds: 2, model: 'openai/whisper-1' })
  })
  test('without times is no subtitles', async () => {
    const settings = await standIn({
      ...OPENROUTER,
      answer: (request) =>
        request.path === '/audio/transcriptions' ? { text: 'Hello' } : answerMedia(request),
    })()
    const asked = (format: string) => runExample(transcribe, { url, format }, undefined, settings)
    expect(await asked('text')).toMatchObject({ text: 'Hello', segments: [] })
    await expect(asked('vtt')).rejects.toThrow(/tells no times/)
  })
  test('is asked of a server of the operator as a form', async () => {
    let form: FormData | undefined
    const settings = await standIn({
      at: 'LLM_URL',
      settings: { LLM_URL_TRANSCRIPTION_MODEL: 'whisper-large' },
      async answer({ path, headers, body }) {
        if (path !== '/v1/audio/transcriptions') return undefined
        const type = headers['content-type'] ?? ''
        form = await new Response(body, { headers: { 'content-type': type } }).formData()
        return { text: 'Ahoy' }
      },
    })()
    const given = { ...settings, OPENROUTER_API_KEY: '' }
    expect(await runExample(transcribe, { url }, undefined, given)).toMatchObject({
      text: 'Ahoy',
      model: 'whisper-large',
    })
    expect(form?.get('model')).toBe('whisper-large')
    expect(form?.get('file')).toBeInstanceOf(File)
  })
})
