/** @module-tag long */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestService, type TestService } from '../support/service.ts'
import { startBillingProvider, type BillingProvider } from '../support/llm/billing-provider.ts'
import {
  asked,
  assertLaw,
  pathOf,
  quiet,
  readUntil,
  sent,
  soldIn,
  WIRES,
  type Wire,
} from '../support/llm/hang-ups.ts'

/** What a provider bills is paid by buyers, or booked as a loss: whenever they hang up. */
let provider: BillingProvider
beforeAll(async () => void (provider = await startBillingProvider()))
afterAll(async () => provider.stop())

describe('with a credits key', () => {
  let service: TestService
  let key: string
  const open = async (settings: Record<string, string> = {}) => {
    service = await openTestService({ settings: { ...provider.settings, ...settings } })
    key = await service.issueKey('$50')
  }
  afterEach(async () => service.stop())
  const headers = () => ({ authorization: `Bearer ${key}` })

  test('hang-ups at every moment are paid or booked', { timeout: 120_000 }, async () => {
    await open()
    await assertLaw(service, provider, { calls: 6, paysUsed: true, pay: async () => headers() })
  })

  test('60 calls that hang up before their answer are 60 sales', { timeout: 60_000 }, async () => {
    await open({ FAILED_CALLS_PER_MINUTE: '60' })
    provider.plays({ words: 20, waitMs: 900 })
    const before = { requests: provider.requests(), billed: provider.billed() }
    for (let round = 0; round < 6; round += 1)
      await Promise.all(
        Array.from({ length: 10 }, async () =>
          sent(service, '/v1/premium/messages', {
            body: asked('messages', false),
            headers: headers(),
            leavesMs: 300,
          }),
        ),
      )
    const { sold, lost } = await quiet(service, provider)
    const asks = provider.requests() - before.requests
    expect(asks).toBeGreaterThan(50)
    expect(sold).toBe(asks * 500_000)
    expect(lost).toBe(0)
    expect(sold).toBeGreaterThan(provider.billed() - before.billed)
  })

  test('the answer to a call that hung up is kept for its key', async () => {
    await open()
    provider.plays({ words: 20, waitMs: 400 })
    const going = {
      body: asked('chat', false),
      headers: { ...headers(), 'idempotency-key': 'once' },
    }
    const path = pathOf('chat', 'pro')
    expect(await sent(service, path, { ...going, leavesMs: 150 })).toBeNull()
    await quiet(service, provider)
    const again = await sent(service, path, going)
    expect(again?.headers['x-idempotent-replay']).toBe('true')
    expect(again?.text).toContain('word word')
    expect(await soldIn(service)).toBe(100_000)
  })

  test('a call that hangs up before a provider is asked costs nothing', async () => {
    await open()
    const requests = provider.requests()
    expect(
      await sent(service, pathOf('chat', 'pro'), {
        body: asked('chat', false),
        headers: headers(),
        leavesMs: 0,
      }),
    ).toBeNull()
    const { sold } = await quiet(service, provider)
    expect(sold).toBe((provider.requests() - requests) * 100_000)
  })

  test.each(Object.keys(WIRES) as Wire[])(
    'a stream of %s that is left behind its words costs what its words cost',
    async (wire) => {
      await open()
      provider.plays({ words: 1_000, wordMs: 1 })
      const before = provider.billed()
      const going = { body: asked(wire, true), headers: headers() }
      await readUntil(service, pathOf(wire, 'metered'), going, 800)
      const { sold, lost } = await quiet(service, provider)
      const billed = provider.billed() - before
      expect(sold).toBeGreaterThan(billed * 0.9)
      expect(sold).toBeLessThan(billed * 1.6)
      expect(lost).toBe(0)
    },
  )

  test.each(['messages', 'chat'] as const)(
    'thoughts on %s that are read before a hang-up are paid',
    async (wire) => {
      await open()
      provider.plays({ words: 800, wordMs: 1, isThought: true })
      const before = provider.billed()
      const going = { body: asked(wire, true), headers: headers() }
      await readUntil(service, pathOf(wire, 'metered'), going, 700)
      const { sold } = await quiet(service, provider)
      expect(sold).toBeGreaterThan((provider.billed() - before) * 0.9)
    },
  )

  test.each(['chat', 'responses'] as const)(
    'reasoning on %s that nobody has reported is paid by its time',
    async (wire) => {
      await open()
      provider.plays({ words: 500, wordMs: 2, waitMs: 4_000, hiddenPerSecond: 75 })
      const before = provider.billed()
      const going = { body: asked(wire, true), headers: headers() }
      await readUntil(service, pathOf(wire, 'metered'), going, 20)
      const { sold } = await quiet(service, provider)
      expect(sold).toBeGreaterThan((provider.billed() - before) * 0.9)
    },
  )

  test('a stream that reaches the limit of time is paid', async () => {
    await open({ LLM_STREAM_SECONDS: '1' })
    provider.plays({ words: 5_000, wordMs: 1 })
    const before = provider.billed()
    const heard = await sent(service, pathOf('messages', 'metered'), {
      body: asked('messages', true),
      headers: headers(),
    })
    expect(heard?.text).toContain('took longer than 1 s')
    const { sold, lost } = await quiet(service, provider)
    const billed = provider.billed() - before
    expect(billed).toBeGreaterThan(10_000)
    expect(sold).toBeGreaterThan(billed * 0.9)
    expect(lost).toBe(0)
  })

  test('an answer that breaks off costs its buyer nothing, and is booked', async () => {
    await open()
    provider.plays({ words: 300, wordMs: 1, isTorn: true })
    const before = provider.billed()
    const going = { body: asked('chat', true), headers: headers() }
    const heard = await sent(service, pathOf('chat', 'metered'), going)
    expect(heard?.text).toContain('broke off')
    const { sold, lost } = await quiet(service, provider)
    const billed = provider.billed() - before
    expect(sold).toBe(0)
    expect(lost).toBeGreaterThan(billed * 0.9)
    expect(lost).toBeLessThan(billed * 1.4)
    const metrics = await service.parts.records.metrics.values()
    const counter = metrics.find(({ name }) => name === 'farebox_losses_usd_total')
    expect(counter?.values).toMatchObject([
      { labels: { provider: 'OpenAI' }, value: lost / 1_000_000 },
    ])
  })
})
