import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createModelUsageStore } from '../src/stores/model-usage.ts'
import { createPurchases } from '../src/stores/purchases.ts'
import { createSaleStore } from '../src/stores/sales.ts'
import { call } from './support/calls.ts'
import { HOUR } from './support/clock.ts'
import { ENGINES, useDatabase } from './support/engines.ts'
import { startProvider, type FaultyProvider } from './support/llm/provider.ts'
import { openShop, type Shop } from './support/x402-shop.ts'

const DAY = 24 * HOUR
const ALICE = '0xa1'
const BASE = 'eip155:8453'

describe.each(ENGINES)('on $name', (engine) => {
  const db = useDatabase(engine)

  beforeEach(async () => {
    await db().batch(
      ['sales', 'model_usage'].map((table) => ({ sql: `delete from ${table}`, values: [] })),
    )
  })

  async function sell(callId: string, sale: object): Promise<void> {
    const rest = { slug: 'hash', rail: 'x402', amount: 1_000, payer: ALICE, network: BASE }
    await db().batch([
      createSaleStore(db()).add({ callId, at: 0, reference: null, ...rest, ...sale }),
    ])
  }

  test('the purchases of a wallet are summed by tool, network and day', async () => {
    await sell('1', { at: DAY })
    await sell('2', { at: DAY + 5, reference: '0xfeed' })
    await sell('3', { at: 2 * DAY, slug: 'slow', amount: 5_000 })
    await sell('4', { at: 2 * DAY, network: null, rail: 'credits' })
    await sell('5', { at: 2 * DAY, payer: '0xb0' })
    await sell('6', { at: DAY - 1 })
    const { sums, recent } = createPurchases(db())
    const query = { wallet: ALICE, since: DAY }
    expect(await sums(query)).toHaveLength(3)
    expect(await sums(query)).toContainEqual({
      slug: 'hash',
      network: BASE,
      day: 1,
      calls: 2,
      paid: 2_000,
      first: DAY,
      last: DAY + 5,
    })
    expect(await sums({ ...query, slug: 'slow' })).toMatchObject([{ day: 2, paid: 5_000 }])
    expect(await sums({ ...query, network: BASE })).toHaveLength(2)
    expect(await sums({ ...query, slug: 'hash', network: 'eip155:1' })).toEqual([])
    expect(await recent(query, 3)).toMatchObject([
      { callId: '3', at: 2 * DAY },
      { callId: '4' },
      { callId: '2', slug: 'hash', amount: 1_000, reference: '0xfeed' },
    ])
  })

  test('old receipts of models are deleted, some at a time', async () => {
    const store = createModelUsageStore(db())
    const told = { model: 'm', provider: 'p', input: 1, output: 1, cached: 0, thinking: 0 }
    await store.add(Array.from({ length: 1_500 }, (_, at) => ({ callId: String(at), at, ...told })))
    expect(await store.forget(1_400)).toBe(true)
    expect(await store.forget(1_400)).toBe(false)
    const left = await db().all<{ at: number }>('select at from model_usage order by at')
    expect(left.map(({ at }) => Number(at))).toEqual(
      Array.from({ length: 100 }, (_, at) => 1_400 + at),
    )
  })
})

describe('a wallet', () => {
  let provider: FaultyProvider
  let shop: Shop
  beforeAll(async () => {
    provider = await startProvider()
    shop = await openShop({}, { settings: { LLM_URL: provider.url } })
  })
  afterAll(async () => {
    await shop.close()
    await provider.stop()
  })

  async function bought(path: string, body: unknown, name = 'usage') {
    const buyer = await shop.chain.wallet(name)
    const headers = await buyer.payFor(shop.service(), path, { body })
    const heard = await call(shop.service(), path, { body, headers })
    expect(heard.status, heard.text).toBe(200)
    return { buyer, heard }
  }

  test('can read its own purchases, and nobody else can', async () => {
    const messages = [{ role: 'user', content: 'Hi' }]
    const { buyer } = await bought('/v1/nano/chat/completions', { messages })
    const count = async () => {
      const { ofPayer } = createModelUsageStore(shop.service().db)
      return ofPayer(buyer.address.toLowerCase(), 0)
    }
    await expect.poll(count).toHaveLength(1)
    const { heard } = await bought('/api/my-usage', { days: 7 })
    const [sale] = await shop.service().sales()
    const network = String(sale?.network)
    expect(heard.body).toMatchObject({
      days: 7,
      totals: { calls: 1, paidUsd: 0.003 },
      byNetwork: { [network]: { calls: 1, usd: 0.003 } },
      bySlug: [{ slug: sale?.slug, calls: 1, usd: 0.003 }],
      byDay: [{ calls: 1, usd: 0.003 }],
      byModel: [{ model: 'default', calls: 1, inputTokens: 7, outputTokens: 3, usd: 0.003 }],
      recent: [{ wire: 'x402', network, txHash: sale?.reference, status: 'settled' }],
    })
    expect(String(heard.body['wallet']).toLowerCase()).toBe(buyer.address.toLowerCase())
    const again = await bought('/api/my-usage', { slug: 'my-usage' })
    expect(again.heard.body).toMatchObject({ totals: { calls: 1, paidUsd: 0.005 } })
    const other = await bought('/api/my-usage', {}, 'another')
    expect(other.heard.body).toMatchObject({
      totals: { calls: 0, paidUsd: 0, firstIso: null, lastIso: null },
      byNetwork: {},
      recent: [],
    })
  })

  test('is required: a credits key has no list of purchases', async () => {
    const headers = { authorization: `Bearer ${await shop.service().issueKey('$1')}` }
    const { status, body } = await call(shop.service(), '/api/my-usage', { body: {}, headers })
    expect(status).toBe(402)
    expect(body['reason']).toBe('identity-bound')
  })
})
