/** @module-tag long */
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client } from '@x402/core/client'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openCatalog } from '../src/service/build/catalog.ts'
import { ownGood } from '../src/service/build/own-offers.ts'
import type { Dollars } from '../src/base/core/money.ts'
import { bearer, BUYER_KEYS, createBuyer } from './support/buyer.ts'
import { catalogOfTools } from './support/catalog.ts'
import { call } from './support/calls.ts'
import { createFixtures } from './support/fixture-tools.ts'
import { STOCK_CLIENTS } from './support/mcp-clients.ts'
import { openTestService, sharedIndex, type TestService } from './support/service.ts'

/** Tools that are switched off or get another price while the service runs. */
const TOKEN = 'a-token-of-the-operator-0123'
const buyer = createBuyer()
let service: TestService

beforeAll(async () => {
  const settings = { OPERATOR_TOKEN: TOKEN, SANDBOX: 'true', MPP: 'false' }
  service = await openTestService({ settings, tools: createFixtures().tools })
})
afterAll(() => service.stop())
afterEach(() => change({ slug: 'fixture-echo', off: false, price: null }))

const change = async (body: unknown) => {
  const reply = await fetch(`${service.url}/api/operator/tools`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}
const setPrice = (price: string) => change({ slug: 'fixture-echo', price })
const text = async (path: string) => (await fetch(service.url + path)).text()
const ECHO = { body: { text: 'hi' } }
const echo = (headers = {}) => call(service, '/api/fixture-echo', { ...ECHO, headers })
const payment = () => buyer.payFor(service, '/api/fixture-echo', ECHO)

test('a changed price is in every quote and document, and is charged', async () => {
  await text('/openapi.json')
  await text('/api/pricing')
  expect((await setPrice('$0.25')).status).toBe(200)
  const quote = await echo()
  expect(quote.body).toMatchObject({ accepts: [{ amount: '250000' }, { amount: '250000' }] })
  const found = JSON.parse(await text('/api/find?q=fixture+echo&k=25')) as {
    results: { slug: string; price: string }[]
  }
  expect(found.results.find(({ slug }) => slug === 'fixture-echo')?.price).toBe('$0.250')
  for (const path of ['/openapi.json', '/api/pricing']) expect(await text(path)).toMatch(/0\.25\b/)
  expect(await text('/tools/fixture-echo')).toContain('$0.250')
  const key = await service.issueKey('$1.00')
  expect((await echo(bearer(key))).status).toBe(200)
  expect(await service.account(key)).toMatchObject({ balance: 750_000 })
  expect((await echo(await payment())).status).toBe(200)
})

describe.each(Object.entries(STOCK_CLIENTS))('over MCP, %s', (_name, open) => {
  const slug = 'fixture-stranger'
  const asked = { name: 'catalog.call', arguments: { slug, params: {} } }
  const wallet = new x402Client().register(
    'eip155:*',
    new ExactEvmScheme(privateKeyToAccount(BUYER_KEYS[1])),
  )

  test('the changed price is quoted and paid, and the old one is refused', async () => {
    const client = await open(service)
    try {
      const before = await client.callTool(asked)
      const outdated = await wallet.createPaymentPayload(before.structuredContent as never)
      await change({ slug, price: '$0.30' })
      const described = await client.callTool({
        name: 'catalog.describe',
        arguments: { slug },
      })
      expect(described.structuredContent).toMatchObject({ price: '$0.300' })
      const quote = await client.callTool(asked)
      expect(quote.structuredContent).toMatchObject({
        accepts: [{ amount: '300000' }, { amount: '300000' }],
      })
      const late = await client.callTool({ ...asked, _meta: { 'x402/payment': outdated } })
      expect(late.isError).toBe(true)
      const payment = await wallet.createPaymentPayload(quote.structuredContent as never)
      const paid = await client.callTool({ ...asked, _meta: { 'x402/payment': payment } })
      expect(paid.isError).toBeFalsy()
      const [sale] = (await service.sales()).slice(-1)
      expect(sale).toMatchObject({ slug, amount: 300_000 })
      await change({ slug, off: true })
      const refused = await client.callTool(asked)
      expect(JSON.stringify(refused.content)).toContain('switched this tool off')
    } finally {
      await change({ slug, off: false, price: null })
      await client.close()
    }
  })
})

test('a tool that is switched off is not sold until it is switched on again', async () => {
  const key = await service.issueKey('$1.00')
  await change({ slug: 'fixture-echo', off: true })
  const refused = await echo(bearer(key))
  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject({ error: expect.stringContaining('switched this tool off') })
  expect((await echo()).status).toBe(503)
  expect(await text('/tools/fixture-echo')).toContain('switched this tool off')
  const found = await text('/api/find?q=fixture+echo&k=25')
  expect(found).toMatch(/"slug":"fixture-echo"[^\n]*?"available":false/)
  expect(await service.account(key)).toMatchObject({ balance: 1_000_000 })
  await change({ slug: 'fixture-echo', off: false })
  expect((await echo(bearer(key))).status).toBe(200)
})

test.each([['$0.5'], ['$0.0005']] as const)(
  'a payment for an older quote is refused without a charge: now %s',
  async (price: Dollars) => {
    const signed = await payment()
    await setPrice(price)
    const sold = (await service.sales()).length
    const refused = await echo(signed)
    expect(refused.status).toBe(402)
    expect((await service.sales()).length).toBe(sold)
    expect((await echo(await payment())).status).toBe(200)
  },
)

test('the router sees a changed price and a switched-off tool at once', async () => {
  const row = async () => {
    const { body } = await call(service, '/api/route', { body: { query: 'fixture echo', top: 25 } })
    const { results } = body as unknown as { results: readonly Record<string, unknown>[] }
    return results.find(({ slug }) => slug === 'fixture-echo')
  }
  expect(await row()).toMatchObject({ priceUsd: 0.001, executeViaCallableNow: true })
  await setPrice('$0.25')
  const via = { tool: 'route-execute-max', underlyingPriceUsd: 0.25 }
  expect(await row()).toMatchObject({ price: '$0.250', executeVia: via })
  await change({ slug: 'fixture-echo', off: true })
  expect(await row()).not.toHaveProperty('executeVia')
  await change({ slug: 'fixture-echo', off: false, price: null })
  expect(await row()).toMatchObject({ priceUsd: 0.001, executeViaCallableNow: true })
})

test('a pack leaves out a tool that is switched off', async () => {
  const pack = service.catalog.tools.find(({ parts, spec, unavailable }) => {
    const all = parts ?? []
    return spec.pack && all.length > 1 && unavailable === undefined
  })
  const [part] = pack?.parts ?? []
  const before = pack?.spec.pack?.tools ?? []
  await change({ slug: part?.slug, off: true })
  const after = service.catalog.bySlug(pack?.slug ?? '')
  expect(before).toContain(part?.slug)
  expect(after?.parts?.map(({ slug }) => slug)).not.toContain(part?.slug)
  await change({ slug: part?.slug, off: false })
  expect(service.catalog.bySlug(pack?.slug ?? '')?.spec.pack?.tools).toEqual(before)
})

const aPack = () => {
  const pack = service.catalog.tools.find(({ spec, unavailable }) => spec.pack && !unavailable)
  if (!pack) throw new Error('no pack is sold')
  return pack
}
const amountOf = (body: unknown): number =>
  Number((body as { accepts: readonly { amount: string }[] }).accepts[0]?.amount)

test('a price computed from the input is multiplied in each quote and document', async () => {
  const asked = { slug: 'batch-run', factor: 250 }
  const body = { slug: 'hash', inputs: Array.from({ length: 30 }, () => ({ text: 'a' })) }
  const before = (await call(service, '/api/batch-run', { body })).body
  expect((await change(asked)).status).toBe(200)
  const after = (await call(service, '/api/batch-run', { body })).body
  expect(amountOf(after)).toBe(amountOf(before) * 2.5)
  const least = (await call(service, '/api/batch-run', { body: {} })).body
  expect(amountOf(least)).toBe(25_000)
  const found = await text('/api/find?q=run+one+tool+over+many+inputs&k=25')
  expect(found).toMatch(/"slug":"batch-run"[^\n]*?"price":"\$0\.025"/)
  for (const path of ['/openapi.json', '/api/pricing']) expect(await text(path)).toContain('0.025')
  expect(await text('/tools/batch-run')).toContain('$0.025')
  const key = await service.issueKey('$1.00')
  expect((await call(service, '/api/batch-run', { body, headers: bearer(key) })).status).toBe(200)
  expect(await service.account(key)).toMatchObject({ balance: 1_000_000 - amountOf(after) })
  await change({ slug: 'batch-run', factor: null })
  expect(amountOf((await call(service, '/api/batch-run', { body })).body)).toBe(amountOf(before))
})

test('a pack can be sold for a part of the price of its tools', async () => {
  const { slug, price, path } = aPack()
  expect((await change({ slug, factor: 50 })).status).toBe(200)
  const quote = await call(service, path, {
    body: service.catalog.bySlug(slug)?.spec.examples[0].input,
  })
  expect(amountOf(quote.body)).toBe(Math.ceil(price / 2))
  const { packs } = JSON.parse(await text('/api/skill-packs.json')) as {
    packs: readonly {
      promptName: string
      price: string
      aLaCarteUsd: number
    }[]
  }
  const told = packs.find(({ promptName }) => promptName === slug)
  expect(Number(told?.price.slice(1))).toBe(Math.ceil(price / 2) / 1e6)
  expect(told?.aLaCarteUsd).toBe(price / 1e6)
  await change({ slug, factor: null })
  expect(service.catalog.bySlug(slug)?.price).toBe(price)
})

describe('what is refused', () => {
  test.each([
    [{ off: true }, 400, 'slug: is required'],
    [{ slug: 'nothing-like-it', off: true }, 404, 'slug: no tool is called'],
    [{ slug: 'hash', price: '$0' }, 400, 'price: must be dollars from'],
    [{ slug: 'hash', price: '$2000' }, 400, 'price: must be dollars from'],
    [{ slug: 'hash', price: '$0.0000001' }, 400, 'price: must be dollars from'],
    [{ slug: 'hash', price: 'much' }, 400, 'price: must be dollars from'],
  ])('%j', async (body, status, sentence) => {
    const answer = await change(body)
    expect(answer.status).toBe(status)
    expect(String(answer.body['error'])).toContain(sentence)
  })
  test.each([
    [{ slug: 'batch-run', price: '$1' }, 'made of its input or of its parts: give a factor, 10 to'],
    [{ slug: 'batch-run', factor: 9 }, 'factor: must be a whole number of percent from 10 to 1000'],
    [{ slug: 'hash', factor: 150 }, 'factor: hash has one price'],
    [{ slug: 'v1-chat-metered', factor: 150 }, 'what the models charge'],
  ])('%j, because of how the price is computed', async (body, sentence) => {
    const answer = await change(body)
    expect(answer.status).toBe(400)
    expect(String(answer.body['error'])).toContain(sentence)
  })
  test('a pack price above the sum of its parts', async () => {
    const answer = await change({ slug: aPack().slug, factor: 101 })
    expect(String(answer.body['error'])).toContain('whole number of percent from 10 to 100.')
  })
})

test('every change is logged; a change to the same value is not', async () => {
  await setPrice('$0.003')
  await setPrice('$0.003')
  const { body } = await change({ slug: 'fixture-echo', off: true })
  expect(body['tools']).toEqual([
    { slug: 'fixture-echo', off: true, price: '$0.003', priceUsd: 0.003, factor: null },
  ])
  const lines = (body['changes'] as { what: string; by: string }[]).slice(0, 2)
  expect(lines.map(({ what, by }) => `${by}: ${what}`)).toEqual([
    'api: switched off',
    'api: price $0.001 to $0.003',
  ])
})

/** The catalog of another replica. */
async function openReplica() {
  const { ground, payments } = service.parts
  const goods = {
    loaded: { ...(await catalogOfTools()), packs: {} },
    read: () => undefined,
  }
  const settings = { serving: { TOOLS_OFF: [] } }
  return openCatalog(
    settings,
    { ground, goods, payments, indexTools: sharedIndex },
    { now: Date.now },
  )
}

test('simultaneous changes are all applied, on whichever replica', async () => {
  const [one, other] = await Promise.all([openReplica(), openReplica()])
  await Promise.all([
    one.overrides.change('hash', { isOff: true }, 'one'),
    other.overrides.change('hash', { price: '$0.25' }, 'other'),
  ])
  const { overrides } = await openReplica()
  expect(overrides.overrides().get('hash')).toEqual({ isOff: true, price: 250_000, factor: null })
  await change({ slug: 'hash', price: null, off: false })
})

test('another replica follows, and a restart remembers', async () => {
  const other = await openReplica()
  const [look] = other.tasks
  expect(look?.everyMs).toBeLessThanOrEqual(2_000)
  const site = { name: 'Farebox', baseUrl: service.url, build: 'test', isFree: false }
  const noWay = {
    challenge: () => ({ challenges: [], headers: [], text: '' }),
  }
  const ground = { site, till: noWay, bySlug: other.catalog.bySlug }
  const good = ownGood(other.catalog.bySlug('hash')!, ground)
  await change({ slug: 'hash', price: '$0.125', off: true })
  expect(other.catalog.bySlug('hash')?.unavailable).toBeUndefined()
  const tools = other.catalog.tools
  await look?.run(new AbortController().signal)
  expect(good).toMatchObject({ price: 125_000_000, alone: 'is not set up on this instance' })
  expect(good.row()).toMatchObject({ routerDispatchEligible: false })
  expect(other.catalog.bySlug('hash')).toMatchObject({
    price: 125_000,
    unavailable: expect.stringContaining('off'),
  })
  const restarted = await openReplica()
  expect(restarted.catalog.bySlug('hash')).toMatchObject({ price: 125_000 })
  await change({ slug: 'hash', price: null, off: false })
  await look?.run(new AbortController().signal)
  expect(other.catalog.bySlug('hash')).toBe(tools.find(({ slug }) => slug === 'hash'))
})
