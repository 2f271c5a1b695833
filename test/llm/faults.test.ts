import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownTiers } from '../../src/capabilities/llm/tiers.ts'
import { hashKey } from '../../src/selling/payments/credits.ts'
import { createCreditStore } from '../../src/stores/credits.ts'
import { openDb } from '../../src/stores/open.ts'
import { bearer } from '../support/buyer.ts'
import { call } from '../support/calls.ts'
import { openTestService, type TestService } from '../support/service.ts'
import {
  asStream,
  chunk,
  cut,
  deep,
  empty,
  endless,
  errorWithin,
  good,
  html,
  huge,
  long,
  silent,
  slow,
  START,
  startProvider,
  status,
  torn,
  wide,
  type FaultyProvider,
  WORDS,
} from '../support/llm/provider.ts'

/** Two providers: the first one fails in every way there is, the second one is well. */
const PRICE = 3_000
const SAID = 'Hello there, buyer!'
const messages = [{ role: 'user' as const, content: 'Hi' }]

let first: FaultyProvider
let second: FaultyProvider
let service: TestService
let key: string
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-tiers-'))
  first = await startProvider()
  second = await startProvider()
})
afterAll(async () => {
  await Promise.all([first.stop(), second.stop(), rm(folder, { recursive: true })])
})

/** A fresh service for each test, so that no provider rests for what another test did to it. */
async function open(settings: Record<string, string> = {}): Promise<void> {
  service = await openTestService({
    settings: {
      LLM_URL: first.url,
      OPENAI_API_KEY: 'sk-secret-of-the-operator',
      UPSTREAM_OPENAI_URL: `${second.url}/v1`,
      LLM_KEEPALIVE_SECONDS: '1',
      ...settings,
    },
  })
  key = await service.issueKey('$1')
}

const tiersWith = async (firstContentMs: number): Promise<string> => {
  const tiers = ownTiers()
  const nano = { ...tiers.tiers.nano, firstContentMs }
  const tiersFile = join(folder, 'tiers.json')
  await writeFile(tiersFile, JSON.stringify({ ...tiers, tiers: { ...tiers.tiers, nano } }))
  return tiersFile
}

const openai = () => new OpenAI({ baseURL: `${service.url}/v1/nano`, apiKey: key, maxRetries: 0 })
const anthropic = () =>
  new Anthropic({ baseURL: `${service.url}/v1/nano`, authToken: key, apiKey: null, maxRetries: 0 })

const spent = async (): Promise<number> => {
  const { balance, held } = await service.account(key)
  expect(held).toBe(0)
  return 1_000_000 - balance
}

const whole = async (): Promise<string> => {
  const answer = await openai().chat.completions.create({ model: 'any', messages })
  return answer.choices[0]?.message.content ?? ''
}

async function streamed(): Promise<string> {
  const stream = await openai().chat.completions.create({ model: 'any', messages, stream: true })
  let said = ''
  for await (const { choices } of stream) said += choices[0]?.delta.content ?? ''
  return said
}

const FAULTS = [
  ['an error 500', status(500)],
  ['a page of HTML with status 200', html],
  ['an error within a 200', errorWithin],
  ['an empty answer', empty],
  ['a status 429 for a minute', status(429, { 'retry-after': '60' })],
  ['a wrong key', status(401)],
  ['an unknown model', status(404)],
  ['a refusal', status(400)],
  ['an answer that is nested deeply', deep],
  ['an answer of very many values', wide],
  ['an answer that is too long', long],
] as const

describe.each(FAULTS)('after %s', (_name, play) => {
  beforeEach(async () => {
    await open()
    first.plays(play)
    second.plays(good)
    return async () => service.stop()
  })
  test('the next model answers, and one call is paid', async () => {
    expect(await whole()).toBe(SAID)
    expect(await streamed()).toBe(SAID)
    expect(await spent()).toBe(2 * PRICE)
  })
  test('nothing is paid where no model answers', async () => {
    second.plays(play)
    await expect(whole()).rejects.toThrow(/^(400|502|503)/)
    await expect(streamed()).rejects.toThrow(/^(400|502|503)/)
    expect(await spent()).toBe(0)
  })
})

describe('a service with failing providers', () => {
  beforeEach(async () => {
    await open()
    second.plays(good)
    return async () => service.stop()
  })

  test('asks the same provider again after a short 429', async () => {
    first.plays(good, status(429, { 'retry-after': '1' }))
    expect(await whole()).toBe(SAID)
    expect(first.requests).toHaveLength(2)
    expect(second.requests).toHaveLength(0)
  })

  test('tells a refusal that two models share as a 400, without the key', async () => {
    first.plays(status(400))
    second.plays((response) => {
      const error = { message: 'bad field, key sk-secret-of-the-operator' }
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error }))
    })
    const refused = await whole().catch((thrown: unknown) => String(thrown))
    expect(refused).toBe('Error: 400 The provider refuses the request: no, 400')
    expect(refused).not.toContain('sk-secret')
  })

  test('tells no key that a provider repeats within its answer', async () => {
    const error = { error: { message: 'Incorrect API key: sk-secret-of-the-operator' } }
    first.plays(status(404))
    second.plays((response, { body }) => {
      if (body['stream'])
        return void asStream(response).end(
          `${START}${chunk({ content: 'Hello' })}data: ${JSON.stringify(error)}\n\n`,
        )
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(error))
    })
    const headers = { authorization: `Bearer ${key}` }
    for (const stream of [false, true]) {
      const body = { messages, stream }
      const { text } = await call(service, '/v1/nano/chat/completions', { headers, body })
      expect(text).not.toContain('sk-secret')
      expect(text.includes('Incorrect API key: ***')).toBe(stream)
    }
  })

  test('ends the vain calls of a buyer who asks for empty answers', async () => {
    await service.stop()
    await open({ FAILED_CALLS_PER_MINUTE: '5' })
    first.plays(empty)
    second.plays(empty)
    for (let calls = 0; calls < 5; calls += 1) await expect(whole()).rejects.toThrow(/^502/)
    await expect(whole()).rejects.toThrow(/^429/)
    expect(second.requests).toHaveLength(5)
  })

  test('does not leave a provider alone for empty answers', async () => {
    first.plays(good, empty, empty, empty, empty)
    for (let calls = 0; calls < 5; calls += 1) expect(await whole()).toBe(SAID)
    expect(first.requests).toHaveLength(5)
  })

  test('charges for thoughts that were read, though no answer follows', async () => {
    first.plays((response) => {
      asStream(response).end(START + chunk({ reasoning_content: 'Hm, 42.' }) + chunk({}, 'stop'))
    })
    await streamed().catch(() => '')
    expect(await spent()).toBe(PRICE)
  })

  test('leaves a provider alone that failed three times', async () => {
    first.plays(status(500))
    for (let calls = 0; calls < 5; calls += 1) expect(await whole()).toBe(SAID)
    expect(first.requests).toHaveLength(3)
  })

  test('leaves a provider alone that said how long it is busy', async () => {
    first.plays(status(429, { 'retry-after': '60' }))
    for (let calls = 0; calls < 3; calls += 1) expect(await whole()).toBe(SAID)
    expect(first.requests).toHaveLength(1)
  })

  test('says who answered', async () => {
    first.plays(status(500))
    const { data, response } = await openai()
      .chat.completions.create({ model: 'any', messages })
      .withResponse()
    expect(response.headers.get('x-router-provider')).toBe('openai')
    expect(response.headers.get('x-router-model')).toBe('openai/gpt-4.1-nano')
    expect(data).toMatchObject({ usage: { cost: 0.003 }, router: { provider: 'openai' } })
  })

  test('limits what a priced model may write to what the price pays for', async () => {
    first.plays(status(500))
    await whole()
    const sent = second.requests[0]?.body['max_completion_tokens']
    expect(sent).toBeGreaterThan(4_096)
    expect(sent).toBeLessThan(4_875)
  })

  test('refuses input that the price does not pay for, and tells what would', async () => {
    await service.stop()
    await open({ LLM_URL: '' })
    const long = [{ role: 'user' as const, content: 'word '.repeat(30_000) }]
    const refused = openai().chat.completions.create({ model: 'any', messages: long })
    await expect(refused).rejects.toThrow(
      /^400 For \$0\.003 this tier can give at most 0 tokens of answer to an input of about 34,\d{3}; 4,096 were asked for, as no limit was named\. The tier auto can, for \$0\.010\./,
    )
    expect(second.requests).toHaveLength(0)
    expect(await spent()).toBe(0)
  })
})

describe('a stream that breaks after its first words', () => {
  beforeEach(async () => {
    await open()
    second.plays(good)
    return async () => service.stop()
  })
  test.each([
    ['ends without a reason', cut],
    ['is torn', torn],
  ])('that %s throws on every wire, and costs nothing', async (_name, play) => {
    first.plays(play)
    await expect(streamed()).rejects.toThrow(/broke off/)
    const messaged = anthropic().messages.stream({ model: 'any', max_tokens: 99, messages })
    await expect(messaged.finalMessage()).rejects.toThrow(/broke off/)
    const responded = openai().responses.stream({ model: 'any', input: 'Hi' })
    await expect(responded.finalResponse()).rejects.toThrow(/broke off/)
    await expect.poll(spent).toBe(0)
  })
  test('is kept open while the provider is silent', { tags: 'long' }, async () => {
    first.plays(slow)
    const answer = await fetch(`${service.url}/v1/nano/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messages, stream: true }),
    })
    expect(await answer.text()).toMatch(/Hello.*: keepalive\n\n.*there.*\[DONE\]/s)
    expect(await spent()).toBe(PRICE)
  })
})

test('a server that loads its model first is waited for, where that is set', async () => {
  first.plays((response, request) => void setTimeout(() => void good(response, request), 1_500))
  second.plays(good)
  await open({ LLM_TIERS: await tiersWith(700), LLM_URL_WAIT_SECONDS: '20' })
  expect(await streamed()).toBe(SAID)
  expect(second.requests).toHaveLength(0)
  await service.stop()
})

describe('a provider that gives nothing', () => {
  test.each([
    ['is silent', silent],
    ['sends a frame without end', huge],
  ])('and %s is left for the next one', async (_name, play) => {
    first.plays(play)
    second.plays(good)
    await open({ LLM_TIERS: await tiersWith(700) })
    expect(await streamed()).toBe(SAID)
    await service.stop()
  })
})

test('without a provider, a paid call is refused, and told what to set', async () => {
  await open({ LLM_URL: '', OPENAI_API_KEY: '' })
  const headers = bearer(await service.issueKey('$1'))
  const body = { max_tokens: 9, messages }
  const refused = await call(service, '/v1/nano/messages', { body, headers })
  expect(refused.status).toBe(503)
  expect(refused.headers['payment-required']).toBeUndefined()
  expect(refused.body).toMatchObject({
    type: 'error',
    error: {
      message: expect.stringContaining('LLM_URL or OPENROUTER_API_KEY or OPENAI_API_KEY'),
    },
  })
  await service.stop()
})

test.each([
  ['chat', '/v1/nano/chat/completions', { messages, stream: true }, /"error":\{.*stopping/],
  [
    'messages',
    '/v1/nano/messages',
    { messages, max_tokens: 99, stream: true },
    /event: error\n.*stopping/,
  ],
  ['responses', '/v1/nano/responses', { input: 'Hi', stream: true }, /"type":"error".*stopping/],
])(
  'a stream that a stop cuts ends with an error of its wire, and is not charged: %s',
  async (...given) => {
    const [, path, body, error] = given
    const dataDir = await mkdtemp(join(folder, 'data-'))
    await open({ STOP_SECONDS: '1', DATA_DIR: dataDir })
    first.plays(endless)
    const { body: stream } = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const reader = stream!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('and on')) text += (await reader.read()).value ?? ''
    const stopped = service.stop()
    for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value
    await stopped
    expect(text).toMatch(error)
    expect(first.open()).toBe(0)
    const db = await openDb({ dataDir, now: Date.now, onError: () => {} })
    const account = await createCreditStore(db).account(hashKey(key))
    expect(account).toMatchObject({ balance: 1_000_000, held: 0 })
    await db.close()
  },
)

describe('a buyer who leaves', () => {
  beforeEach(async () => {
    await open()
    return async () => service.stop()
  })
  test.each([
    ['before the first byte', silent, 0],
    ['in the middle of a stream', endless, PRICE],
  ])('%s ends the call of the provider within 100 ms', async (_when, play, cost) => {
    first.plays(play)
    // The least of some tries: processors that are shared make the same work longer now and then.
    let least = Number.POSITIVE_INFINITY
    let tries = 0
    for (; tries < 10 && least >= 100; tries += 1) {
      const gone = new AbortController()
      const call = fetch(`${service.url}/v1/nano/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ messages, stream: true }),
        signal: gone.signal,
      })
      await expect.poll(() => first.open()).toBe(1)
      if (cost > 0) await (await call).body?.getReader().read()
      const leftAt = performance.now()
      gone.abort()
      await call.catch(() => {})
      await expect.poll(() => first.open(), { interval: 5 }).toBe(0)
      least = Math.min(least, performance.now() - leftAt)
    }
    expect(least).toBeLessThan(100)
    await expect.poll(spent).toBe(tries * cost)
  })

  test('after all content and before the last event pays for the whole answer', async () => {
    first.plays((response) => {
      asStream(response).write(START + WORDS.map((content) => chunk({ content })).join(''))
    })
    for (let calls = 1; calls <= 20; calls += 1) {
      const gone = new AbortController()
      const { body } = await fetch(`${service.url}/v1/nano/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ messages, stream: true }),
        signal: gone.signal,
      })
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
      for (let text = ''; !text.includes('buyer!');) text += (await reader?.read())?.value ?? ''
      gone.abort()
      await expect.poll(() => first.open(), { interval: 5 }).toBe(0)
    }
    await sleep(200)
    expect(await spent()).toBe(20 * PRICE)
  })
})
