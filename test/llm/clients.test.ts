import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WIRE_NAMES, type WireName } from '../../src/capabilities/llm/wires/policy.ts'
import { asStream, chunk, START, status, type Play } from '../support/llm/provider.ts'
import { openWireServices, type WireServices } from '../support/llm/wire-services.ts'

/** What the official clients make of providers that fail, and of their own leaving. */
const messages = [{ role: 'user' as const, content: 'Hi' }]

let services: WireServices
beforeAll(async () => void (services = await openWireServices()))
afterAll(async () => services.stop())

type Send = (signal?: AbortSignal) => Promise<unknown>

/** Reads a stream to its end, and tells of each event. */
async function readOut(
  stream: Promise<AsyncIterable<unknown>>,
  onEvent: () => void,
): Promise<unknown> {
  for await (const _ of await stream) onEvent()
  return null
}

/** A whole and a streamed call of each wire by its client, to a provider of one wire. */
function callsTo(wire: WireName, onEvent = () => {}): Record<WireName, readonly [Send, Send]> {
  const { url } = services.serviceOf(wire)
  const quiet = { apiKey: 'none', maxRetries: 0 }
  const { chat, responses } = new OpenAI({ baseURL: `${url}/v1`, ...quiet })
  const claude = new Anthropic({ baseURL: url, ...quiet }).messages
  const asked = { model: 'any', max_tokens: 99, messages }
  const input = { model: 'any', input: 'Hi' }
  const stream = true as const
  return {
    chat: [
      async (signal) => chat.completions.create(asked, { signal }),
      (signal) => readOut(chat.completions.create({ ...asked, stream }, { signal }), onEvent),
    ],
    messages: [
      async (signal) => claude.create(asked, { signal }),
      (signal) => readOut(claude.create({ ...asked, stream }, { signal }), onEvent),
    ],
    responses: [
      async (signal) => responses.create(input, { signal }),
      (signal) => readOut(responses.create({ ...input, stream }, { signal }), onEvent),
    ],
  }
}

const event = (value: { readonly type: string }): string =>
  `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`

const blank = { id: 'resp_1', object: 'response', created_at: 1, model: 'played', output: [] }
const usage = { input_tokens: 7, output_tokens: 0 }
const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'played', content: [] }
const at = { item_id: 'msg_1', output_index: 0, content_index: 0 }
const item = { ...message, status: 'in_progress' }

/** The first words of an answer on each wire, as its events. */
const FIRST_WORDS: Readonly<Record<WireName, string>> = {
  chat: START + chunk({ content: 'Hello' }),
  messages: [
    { type: 'message_start', message: { ...message, usage } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
  ]
    .map(event)
    .join(''),
  responses: [
    { type: 'response.created', response: { ...blank, status: 'in_progress' } },
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.content_part.added', ...at, part: { type: 'output_text', text: '' } },
    { type: 'response.output_text.delta', ...at, delta: 'Hello' },
  ]
    .map(event)
    .join(''),
}

const overloaded = { type: 'overloaded_error', message: 'too much to do' }

/** How each wire reports an error within a stream. */
const ERRORS: Readonly<Record<WireName, string>> = {
  chat: `data: ${JSON.stringify({ error: overloaded })}\n\n`,
  messages: event({ type: 'error', error: overloaded } as never),
  responses: event({
    type: 'response.failed',
    response: { ...blank, status: 'failed', error: { code: 'server_error', ...overloaded } },
  } as never),
}

describe.each(WIRE_NAMES)('a provider of %s', (wire) => {
  test.each([
    ['a refusal', status(400), 400],
    ['a quota', status(429, { 'retry-after': '60' }), 503],
    ['a wrong key', status(401), 502],
    ['a failure', status(500), 502],
    ['a body that is too large for it', status(413), 400],
  ] as const)('that answers with %s is an error of its kind', async (_what, play, code) => {
    services.provider.plays(play)
    for (const [own, calls] of Object.entries(callsTo(wire)))
      for (const send of calls) {
        const thrown: unknown = await send().catch((error: unknown) => error)
        const kind = own === 'messages' ? Anthropic.APIError : OpenAI.APIError
        expect(thrown, own).toBeInstanceOf(kind)
        expect((thrown as { status: number }).status, own).toBe(code)
      }
  })

  test('that reports an error after its first words throws on every wire', async () => {
    services.provider.plays((response) => {
      asStream(response).write(FIRST_WORDS[wire])
      setTimeout(() => response.end(ERRORS[wire]), 50)
    })
    for (const [own, [, send]] of Object.entries(callsTo(wire)))
      await expect(send(), own).rejects.toThrow(/too much to do/)
  })

  test('is let go by a client that leaves, before and after its first words', async () => {
    const silent: Play = () => {}
    const talking: Play = (response) => void asStream(response).write(FIRST_WORDS[wire])
    for (const play of [silent, talking])
      for (const own of WIRE_NAMES) {
        services.provider.plays(play)
        const gone = new AbortController()
        let heard = 0
        const [, send] = callsTo(wire, () => void (heard += 1))[own]
        const call = send(gone.signal).catch((error: unknown) => error)
        await expect.poll(() => services.provider.open(), { interval: 5 }).toBe(1)
        if (play === talking) await expect.poll(() => heard, { interval: 5 }).toBeGreaterThan(0)
        gone.abort()
        await call
        await expect.poll(() => services.provider.open(), { interval: 5 }).toBe(0)
      }
  })
})
