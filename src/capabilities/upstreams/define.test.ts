import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  silent,
  standIn,
  troubled,
  TROUBLES,
  type Answering,
  type ProviderRequest,
  type Trouble,
} from '../../../test/support/upstreams/define.ts'
import type { Host } from '../../base/core/capability.ts'
import { badInput } from '../../base/core/fault.ts'
import { problemOf } from '../../base/core/setting.ts'
import { createSourceLog, type SourceLog } from '../../base/core/provenance.ts'
import type { RateSlots } from '../../base/core/rate-slots.ts'
import { defineUpstream, type UpstreamHttp } from './define.ts'
import { callContext } from '../../../test/support/call-context.ts'

const Pong = z.object({ pong: z.string() })

interface Given {
  readonly cacheTtlMs?: number
  readonly timeoutMs?: number
  readonly perSecond?: number
  readonly among?: 'replicas'
  readonly rateSlots?: RateSlots
}

const pingOf = ({ cacheTtlMs, timeoutMs = 5_000, perSecond, among }: Given = {}) =>
  defineUpstream({
    name: 'ping-pong',
    texts: 'own',
    title: 'Ping',
    terms: 'https://ping.example/terms',
    base: 'https://ping.example',
    asks: '$0.002',
    settings: [{ name: 'PING_KEY', description: 'Key.', need: 'required' }],
    limits: {
      timeoutMs,
      bytesMax: 1_000,
      ...(perSecond && { perSecond }),
      ...(among && { among }),
    },
    ...(cacheTtlMs && { cacheTtlMs }),
    headers: (setting) => ({ 'x-key': setting('PING_KEY') }),
    refusals: { 422: (body) => badInput(`q: ${body}`) },
    api: (http: UpstreamHttp) => ({
      ping: async (path = '/ping', ask = {}) => http.json(path, Pong, ask),
    }),
  })

const SETTING = 'UPSTREAM_PING_PONG_URL'
const { signal } = new AbortController()

function hostWith(settings: Readonly<Record<string, string>>, rateSlots?: RateSlots) {
  const clock = { ms: Date.parse('2026-01-01T00:00:00Z') }
  const setting = (name: string) => settings[name]
  const host = { now: () => clock.ms, setting, rateSlots, onClose: () => {} } as unknown as Host
  return { clock, host }
}

async function ponging(given: Given = {}, answer: Answering = () => ({ pong: 'p' })) {
  const asked: ProviderRequest[] = []
  const settings = await standIn({
    at: SETTING,
    settings: { PING_KEY: 'secret', BASE_URL: 'https://shop.example' },
    answer: (one) => {
      asked.push(one)
      return answer(one)
    },
  })()
  const { clock, host } = hostWith(settings, given.rateSlots)
  const open = pingOf(given).open(host)
  return { asked, clock, call }

  function call(sources?: SourceLog, by = signal) {
    return open(callContext({ signal: by, ...(sources && { sources }) }))
  }
}

describe('the request', () => {
  test('sends the key, the contact, the query, and the body as JSON', async () => {
    const { asked, call } = await ponging()
    await call().ping('/ping', { query: { a: 1, b: ['x', 'y'], c: undefined } })
    await call().ping('/ping', { json: { a: '"' } })
    const [first, second] = asked
    expect(first).toMatchObject({
      method: 'GET',
      headers: { 'x-key': 'secret', 'user-agent': 'farebox (https://shop.example)' },
    })
    expect(String(first!.query)).toBe('a=1&b=x&b=y')
    expect(second).toMatchObject({ method: 'POST', body: '{"a":"\\""}' })
    expect(second!.headers['content-type']).toBe('application/json')
  })
  test('the override replaces every host of the provider', async () => {
    const { asked, call } = await ponging()
    await call().ping('https://files.ping.example/all?x=1', { query: { y: 2 } })
    expect([asked[0]!.path, String(asked[0]!.query)]).toEqual(['/all', 'x=1&y=2'])
  })
  test('an override that is not a URL is refused with its name', () => {
    const address = pingOf().settings.find(({ name }) => name === SETTING)!
    expect(problemOf(address, () => 'ftp://x')).toBe(`${SETTING}: must be an http(s) address`)
  })
})

describe('failures', () => {
  test.each(Object.entries(TROUBLES) as [Trouble, string][])('%s is %s', async (trouble, code) => {
    const { host } = hostWith({ [SETTING]: await troubled(trouble) })
    const asked = pingOf().open(host)(callContext()).ping()
    await expect(asked).rejects.toMatchObject({ name: 'Fault', code })
  })
  test.each([
    [200, { pong: 'your key is 0123456789abcdef' }, { pong: 'your key is ***' }],
    [422, 'the key 0123456789abcdef is invalid', 'q: "the key *** is invalid"'],
  ])('a key that the provider repeats goes no further (%i)', async (status, said, expected) => {
    const settings = await standIn({
      at: SETTING,
      settings: { PING_KEY: '0123456789abcdef' },
      answer: () => Response.json(said, { status }),
    })()
    const { ping } = pingOf().open(hostWith(settings).host)(callContext({ signal }))
    expect(await ping().catch((thrown: Error) => thrown.message)).toEqual(expected)
  })

  test('a rate limit answers Retry-After', async () => {
    const { host } = hostWith({ [SETTING]: await troubled('limited') })
    const asked = pingOf().open(host)(callContext()).ping()
    await expect(asked).rejects.toMatchObject({ detail: { retryAfterSeconds: 7 } })
  })
  test('a provider that does not answer causes a time-out', async () => {
    const { host } = hostWith({ [SETTING]: await silent() })
    const asked = pingOf({ timeoutMs: 100 }).open(host)(callContext()).ping()
    await expect(asked).rejects.toMatchObject({ code: 'upstream_timeout' })
  })
  test('an answer that is too long is not read', async () => {
    const { call } = await ponging({}, () => ({ pong: 'x'.repeat(2_000) }))
    await expect(call().ping()).rejects.toMatchObject({ code: 'upstream_failed' })
  })
  test.each([
    [422, 'bad_input', 'q: no'],
    [403, 'upstream_failed', 'Ping refuses this instance (403).'],
    [404, 'upstream_failed', 'Ping answered 404.'],
  ])('%i is %s', async (status, code, message) => {
    const { call } = await ponging({}, () => new Response('no', { status }))
    await expect(call().ping()).rejects.toMatchObject({ code, message })
  })
  test('a caller who disconnects ends the request', async () => {
    const { call } = await ponging()
    await expect(call(undefined, AbortSignal.abort()).ping()).rejects.toMatchObject({
      code: 'caller_gone',
    })
  })
})

describe('a provider that asks for a pause', () => {
  test('is not asked before the pause is over', async () => {
    const { asked, call } = await ponging({ perSecond: 1_000 }, () => {
      const headers = { 'retry-after': '60' }
      return new Response('', { status: 429, headers })
    })
    await expect(call().ping()).rejects.toMatchObject({ code: 'upstream_failed' })
    await expect(call().ping()).rejects.toMatchObject({
      code: 'overloaded',
      detail: { retryAfterSeconds: 60 },
    })
    expect(asked).toHaveLength(1)
  })
  test('shares its rate slots among replicas if the provider counts them together', async () => {
    const taken: string[] = []
    const rateSlots: RateSlots = {
      take: async (party) => ({ forMs: 0, isTaken: taken.push(party) < 2 }),
      rest: async () => {},
    }
    const given = { perSecond: 5, among: 'replicas', rateSlots } as const
    const { asked, call } = await ponging(given)
    await call().ping()
    await expect(call().ping()).rejects.toMatchObject({ code: 'overloaded' })
    expect([taken, asked.length]).toEqual([['Ping', 'Ping'], 1])
    const { call: other } = await ponging({ perSecond: 5, rateSlots })
    await other().ping()
    expect(taken).toHaveLength(2)
  })
})

describe('source and asOf', () => {
  test('the data may be older than the answer, and have a longer name', async () => {
    const { host } = hostWith(await standIn({ at: 'UPSTREAM_OLD_URL', answer: () => ({}) })())
    const open = defineUpstream({
      name: 'old',
      texts: 'own',
      title: 'Old',
      attribution: 'Old (CC BY 4.0)',
      terms: 'https://old.example/terms',
      base: 'https://old.example',
      limits: { timeoutMs: 5_000, bytesMax: 1_000 },
      api: (http) => ({
        async ask() {
          await http.text('/')
          http.dated(Date.parse('2025-12-31T23:00:00Z'))
        },
      }),
    }).open(host)
    const sources = createSourceLog(host.now)
    await open(callContext({ signal, sources })).ask()
    const asOf = '2025-12-31T23:00:00.000Z'
    expect(sources.provenance()).toEqual({ source: 'Old (CC BY 4.0)', asOf })
  })
})

describe('the cache', () => {
  test('a fresh answer is given again, with its age', async () => {
    const { asked, clock, call } = await ponging({ cacheTtlMs: 60_000 })
    await call().ping()
    clock.ms += 59_000
    const later = createSourceLog(() => clock.ms)
    await call(later).ping()
    const fetched = { source: 'Ping', asOf: '2026-01-01T00:00:00.000Z' }
    expect(later.provenance()).toEqual(fetched)
    expect(asked).toHaveLength(1)
    clock.ms += 1_000
    const last = createSourceLog(() => clock.ms)
    await call(last).ping()
    expect([asked.length, last.provenance().asOf]).toEqual([2, '2026-01-01T00:01:00.000Z'])
  })
  test('POST requests and failures are not cached', async () => {
    const { asked, call } = await ponging({ cacheTtlMs: 60_000 }, ({ method }) =>
      method === 'POST' ? { pong: 'p' } : new Response('', { status: 500 }),
    )
    for (const ask of [{ json: 1 }, { json: 1 }]) await call().ping('/ping', ask)
    for (const path of ['/a', '/a'])
      await call()
        .ping(path)
        .catch(() => null)
    expect(asked).toHaveLength(4)
  })
})
