/** @module-tag long */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CallAnswer } from '../support/calls.ts'
import { startBillingProvider, type BillingProvider } from '../support/llm/billing-provider.ts'
import { asked, assertLaw, quiet, sent } from '../support/llm/hang-ups.ts'
import { openShop, type Shop } from '../support/x402-shop.ts'

/** What a provider bills, where the money of the buyer may be gone when it is asked for. */
let provider: BillingProvider
beforeAll(async () => void (provider = await startBillingProvider()))
afterAll(async () => provider.stop())

/** A premium call costs its buyer so much, and its provider at most that. */
const PREMIUM = 500_000
const PREMIUM_COST = 325_000

describe('with wallets', () => {
  let shop: Shop
  const settings = (more: Record<string, string> = {}) => ({ ...provider.settings, ...more })
  const open = async (more: Record<string, string> = {}) => {
    shop = await openShop({}, { settings: settings(more) })
  }
  afterEach(async () => shop.close())

  const PATH = '/v1/premium/messages'
  const body = asked('messages', false, { max_tokens: 60_000 })
  const from = (address: string) => ({ 'x-forwarded-for': address })

  test('hang-ups at every moment are paid or booked', { timeout: 240_000 }, async () => {
    await open()
    const wallet = await shop.chain.wallet('the law', 50_000_000n)
    await assertLaw(shop.service(), provider, {
      calls: 4,
      paysUsed: false,
      pay: async (path, body) => wallet.payFor(shop.service(), path, { body }),
    })
  })

  test('hang-ups are paid, with the money of one call each', { timeout: 60_000 }, async () => {
    await open()
    provider.plays({ words: 20, waitMs: 500 })
    const before = { requests: provider.requests() }
    const wallets = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => shop.chain.wallet(`wallet ${at}`, 500_000n)),
    )
    for (let round = 0; round < 3; round += 1)
      await Promise.all(
        wallets.map(async (wallet) => {
          const headers = await wallet.payFor(shop.service(), PATH, { body })
          await sent(shop.service(), PATH, { body, headers, leavesMs: 300 })
        }),
      )
    const { sold, lost } = await quiet(shop.service(), provider)
    expect(provider.requests() - before.requests).toBe(sold / PREMIUM)
    expect(sold).toBeGreaterThan(4 * PREMIUM)
    expect(sold).toBeLessThanOrEqual(6 * PREMIUM)
    expect(lost).toBe(0)
  })

  /** Signs for a call, and moves the money elsewhere while the model answers. */
  async function drained(name: string, address: string) {
    const wallet = await shop.chain.wallet(name, 500_000n)
    const headers = { ...(await wallet.payFor(shop.service(), PATH, { body })), ...from(address) }
    const answer = sent(shop.service(), PATH, { body, headers })
    const asks = provider.requests()
    await Promise.race([expect.poll(() => provider.requests()).toBeGreaterThan(asks), answer])
    await shop.chain.give(wallet.address, 0n)
    return (await answer) as CallAnswer
  }

  test('whose money is gone when they settle, they are a loss with a cap', async () => {
    await open({ LOSS_CLIENT_USD: '0.33', LOSS_BLOCK_USD: '0.34' })
    provider.plays({ words: 2_000, waitMs: 2_500 })
    const { billed } = { billed: provider.billed() }
    const first = await drained('thief', '203.0.113.5')
    expect(first.status).toBe(402)
    const { sold, lost } = await quiet(shop.service(), provider)
    expect(sold).toBe(0)
    const cost = provider.billed() - billed
    expect(lost).toBeGreaterThan(cost * 0.9)
    expect(lost).toBeLessThan(cost * 1.4)
    const asks = provider.requests()
    for (const [name, address, cap] of [
      ['another wallet', '203.0.113.5', 'client'],
      ['another address', '203.0.113.77', 'block'],
    ] as const) {
      const refused = await drained(name, address)
      expect(refused.status).toBe(429)
      expect(refused.headers['retry-after']).toBe('3600')
      expect(refused.body).toMatchObject({ cap, error: expect.stringContaining('not charged') })
    }
    expect(provider.requests()).toBe(asks)
    await shop.reopen({ settings: settings({ LOSS_CLIENT_USD: '0.33' }) }, async () => {})
    expect((await drained('after a restart', '203.0.113.5')).status).toBe(429)
    provider.plays({ words: 5, waitMs: 0 })
    const honest = await shop.chain.wallet('honest', 500_000n)
    const headers = await honest.payFor(shop.service(), PATH, { body })
    const served = await sent(shop.service(), PATH, {
      body,
      headers: { ...headers, ...from('198.51.100.1') },
    })
    expect(served?.status).toBe(200)
  })

  test('the gas of a transfer that fails is a loss too', async () => {
    await open({ GAS_COIN_USD: `${shop?.chain.network.id ?? 'eip155:84532'}=3000` })
    // Sooner than the balance would be read again.
    provider.plays({ words: 5, waitMs: 700 })
    const { status, headers } = await drained('gas thief', '203.0.113.9')
    expect(status).toBe(402)
    expect(headers['payment-response']).toBeDefined()
    await quiet(shop.service(), provider)
    const rows = await shop
      .service()
      .db.all<{ provider: string; amount: number }>('select provider, amount from losses')
    const gas = rows.find(({ provider: name }) => name === 'gas')
    expect(gas?.amount).toBeGreaterThan(0)
    expect(rows.map(({ provider: name }) => name).toSorted()).toEqual(['Anthropic', 'gas'])
  })

  test('many at once lose no more than the cap', { timeout: 60_000 }, async () => {
    await open({ LOSS_HOUR_USD: '1' })
    provider.plays({ words: 50, waitMs: 3_000 })
    const asks = provider.requests()
    const wallets = await Promise.all(
      Array.from({ length: 10 }, async (_, at) => {
        const wallet = await shop.chain.wallet(`thief ${at}`, 500_000n)
        const headers = await wallet.payFor(shop.service(), PATH, { body })
        return { wallet, headers: { ...headers, ...from(`198.51.${at}.1`) } }
      }),
    )
    const answers = wallets.map(async ({ headers }) =>
      sent(shop.service(), PATH, { body, headers }),
    )
    await pause(1_500)
    await Promise.all(wallets.map(async ({ wallet }) => shop.chain.give(wallet.address, 0n)))
    const statuses = (await Promise.all(answers)).map((answer) => answer?.status)
    expect(provider.requests() - asks).toBe(Math.floor(1_000_000 / PREMIUM_COST))
    expect(statuses.filter((status) => status === 429)).toHaveLength(7)
    const { sold, lost } = await quiet(shop.service(), provider)
    expect(sold).toBe(0)
    expect(lost).toBeGreaterThan(0)
    expect(lost).toBeLessThanOrEqual(1_000_000)
    const soon = await shop.service().db.one('select id from losses where is_booked = 0')
    expect(soon).toBeNull()
  })
})
