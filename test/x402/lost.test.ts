import { decodePaymentRequiredHeader } from '@x402/core/http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../src/outside/net/free-port.ts'
import type { Facilitators } from '../../src/selling/payments/x402/facilitator.ts'
import { openFacilitators } from '../../src/selling/payments/x402/facilitators.ts'
import { decodeHeader, readPayload } from '../../src/selling/payments/x402/payload.ts'
import type { Payment } from '../../src/stores/payment-rows.ts'
import { createPaymentStore } from '../../src/stores/payments.ts'
import { call, type CallAnswer } from '../support/calls.ts'
import { createClock, HOUR, SECOND } from '../support/clock.ts'
import { serveFacilitator, type FacilitatorServer } from '../support/facilitator-server.ts'
import { createPermitBuyer } from '../support/permit-buyer.ts'
import { openShop, PRICE, receiptOf, type Shop } from '../support/x402-shop.ts'

/**
 * Settlements that got lost on their way, and a service that tries again while it may.
 *
 * @module-tag long
 */
const clock = createClock()
let shop: Shop
const WAIT = { SETTLEMENT_WAIT_SECONDS: '0.3', REFUSALS_PER_MINUTE: '1000' }

beforeAll(async () => {
  shop = await openShop({ permit2: true }, { settings: WAIT, now: clock.now })
})
afterAll(() => shop.close())

type Headers = Readonly<Record<string, string>>

const echo = (headers: Headers, text: string): Promise<CallAnswer> =>
  shop.send('fixture-echo', headers, { text })
const paymentOf = (headers: Headers) =>
  createPaymentStore(shop.service().db).find(
    readPayload(decodeHeader(String(headers['payment-signature'])))?.proof ?? '',
  )
const stateOf = async (headers: Headers) => (await paymentOf(headers))?.state
/**
 * Puts the clock forward to the next look-up of a payment. A look-up that ends meanwhile sets the
 * next one by the new time, so that going forward once may not be enough.
 */
async function toNextLook(headers: Headers): Promise<Payment | null> {
  const payment = await paymentOf(headers)
  if (payment?.state === 'pending') clock.advance(Math.max(0, payment.lease - clock.now()))
  return payment
}
/** Waits until the service has looked the payment up, and knows no more of it. */
async function lookedUp(headers: Headers): Promise<void> {
  const before = await toNextLook(headers)
  await expect.poll(async () => (await paymentOf(headers))?.lease).not.toBe(before?.lease)
  expect(await stateOf(headers)).toBe('pending')
}
async function settled(headers: Headers): Promise<void> {
  await expect.poll(async () => (await toNextLook(headers))?.state).toBe('settled')
}

const amountsOf = async (address: string) =>
  (await shop.service().sales())
    .filter(({ payer }) => payer === address.toLowerCase())
    .map(({ amount }) => amount)

describe('a settlement transaction that no node knows any more', () => {
  /** Pays; then the service dies, and its transaction with it. */
  async function forgotten(headers: Headers, send: () => Promise<CallAnswer>): Promise<void> {
    const { chain } = shop
    await chain.pause()
    expect((await send()).status).toBe(402)
    await shop.reopen({ settings: WAIT, now: clock.now }, async () => {
      await chain.rpc('anvil_dropAllTransactions')
      await chain.resume()
    })
    expect(await stateOf(headers)).toBe('pending')
    clock.advance(11 * SECOND)
  }

  test('is sent again while the authorization is valid', async () => {
    const { chain } = shop
    const buyer = await chain.wallet('forgotten')
    const headers = await shop.pay(buyer, 'fixture-echo', { text: 'x' })
    const before = await chain.received()
    await forgotten(headers, () => echo(headers, 'x'))
    await settled(headers)
    expect(await chain.received()).toBe(before + PRICE)
    const heard = await echo(headers, 'x')
    expect([heard.status, heard.headers['x-idempotent-replay']]).toEqual([200, 'true'])
    expect(await amountsOf(buyer.address)).toEqual([1_000])
  })

  test('is sent again for what the call has cost, where that is less than the quote', async () => {
    const { chain } = shop
    const buyer = await createPermitBuyer(chain, 'forgotten too')
    const asked = { words: 5, used: 2 }
    const headers = await buyer.payFor(shop.service(), '/api/fixture-metered', asked)
    const before = await chain.received()
    await forgotten(headers, () => shop.send('fixture-metered', headers, asked))
    await settled(headers)
    expect(await chain.received()).toBe(before + 2_000n)
    expect(await amountsOf(buyer.address)).toEqual([2_000])
  })

  test('is not sent again while the payer has too little money', async () => {
    const { chain } = shop
    const buyer = await chain.wallet('forgotten and poor')
    const headers = await shop.pay(buyer, 'fixture-echo', { text: 'x' })
    const nonce = await chain.rpc('eth_getTransactionCount', [chain.settler.address, 'latest'])
    await forgotten(headers, async () => {
      const heard = await echo(headers, 'x')
      await chain.give(buyer.address, 0n)
      return heard
    })
    await lookedUp(headers)
    await lookedUp(headers)
    const after = await chain.rpc('eth_getTransactionCount', [chain.settler.address, 'latest'])
    expect(after).toBe(nonce)
    await chain.give(buyer.address, PRICE)
    await settled(headers)
  })
})

describe('a settlement transaction that waits for its block', () => {
  test('is not sent twice, however often it is checked', async () => {
    const { chain } = shop
    const headers = await shop.pay(await chain.wallet('waits'), 'fixture-echo', { text: 'x' })
    const before = await chain.received()
    await chain.pause()
    expect((await echo(headers, 'x')).status).toBe(402)
    clock.advance(11 * SECOND)
    await lookedUp(headers)
    await lookedUp(headers)
    expect(await chain.waiting()).toBe(1)
    await chain.resume()
    expect((await echo(headers, 'x')).status).toBe(200)
    expect(await chain.received()).toBe(before + PRICE)
  })
})

describe('a service with a facilitator and no endpoint', () => {
  const later = createClock()
  let behind: Facilitators
  let server: FacilitatorServer
  let metricsPort: number

  beforeAll(async () => {
    const { chain } = shop
    const { network, settler } = chain
    behind = await openFacilitators({
      networks: [network],
      settlementKey: settler.key,
      rpcUrls: { [network.id]: chain.proxy.url },
      urls: [],
      client: chain.client,
      pollingMs: 5,
      gasReserve: 0n,
      now: Date.now,
      onTrouble: () => {},
    })
    server = await serveFacilitator({
      facilitator: behind.of(network.id),
      network: network.id,
      upto: { facilitatorAddress: settler.address },
    })
    metricsPort = await freePort('127.0.0.1')
    const remote = { SETTLEMENT_KEY: '', RPC_URLS: '', FACILITATOR_URL: server.url }
    const settings = { ...WAIT, ...remote, METRICS_PORT: String(metricsPort) }
    await shop.reopen({ settings, now: later.now }, async () => {})
  })
  afterEach(() => server.behave('well'))
  afterAll(async () => {
    await server.close()
    await behind.close()
  })

  async function brokenOff(name: string, how: 'silent' | 'break'): Promise<Headers> {
    const headers = await shop.pay(await shop.chain.wallet(name), 'fixture-echo', { text: name })
    server.behave(how, '/settle')
    const heard = await echo(headers, name)
    expect(heard.status).toBe(402)
    expect(receiptOf(heard)).toMatchObject({ errorReason: 'settlement_pending' })
    return headers
  }

  test.each(['silent', 'break'] as const)(
    'asks the facilitator again when its answer was lost: %s',
    async (how) => {
      const before = await shop.chain.received()
      const headers = await brokenOff(`asked again, ${how}`, how)
      expect(await shop.chain.received()).toBe(how === 'silent' ? before + PRICE : before)
      server.behave('well')
      later.advance(11 * SECOND)
      await expect.poll(() => stateOf(headers)).toBe('settled')
      expect(await shop.chain.received()).toBe(before + PRICE)
      const heard = await echo(headers, `asked again, ${how}`)
      expect([heard.status, heard.headers['x-idempotent-replay']]).toEqual([200, 'true'])
      expect(receiptOf(heard).transaction).toMatch(/^0x[0-9a-f]{64}$/)
    },
  )

  test('offers upto where the facilitator settles it, and records the lower amount', async () => {
    const buyer = await createPermitBuyer(shop.chain, 'remote and metered')
    const asked = { words: 5, used: 3 }
    const quote = await call(shop.service(), '/api/fixture-metered', { body: asked })
    const { accepts } = decodePaymentRequiredHeader(String(quote.headers['payment-required']))
    expect(accepts.map(({ scheme }) => scheme)).toEqual(['exact', 'upto'])
    const before = await shop.chain.received()
    const headers = await buyer.payFor(shop.service(), '/api/fixture-metered', asked)
    const heard = await shop.send('fixture-metered', headers, asked)
    expect([heard.status, receiptOf(heard).amount]).toEqual([200, '3000'])
    expect(await shop.chain.received()).toBe(before + 3_000n)
    expect(await amountsOf(buyer.address)).toEqual([3_000])
  })

  test('offers no upto while the facilitator names no settler', async () => {
    const { network } = shop.chain
    const nameless = await serveFacilitator({
      facilitator: behind.of(network.id),
      network: network.id,
      upto: {},
    })
    const facilitators = await openFacilitators({
      networks: [network],
      settlementKey: null,
      rpcUrls: {},
      urls: [nameless.url],
      client: shop.chain.client,
      pollingMs: 5,
      gasReserve: 0n,
      now: Date.now,
      onTrouble: () => {},
    })
    expect([facilitators.live(), facilitators.uptoOf(network.id)]).toEqual([[network.id], null])
    await Promise.all([facilitators.close(), nameless.close()])
  })

  test('gives a payment up a day after its end, and reports it', async () => {
    const headers = await brokenOff('given up', 'break')
    const url = `http://127.0.0.1:${metricsPort}/metrics`
    const given = async () => /payments_lost_total\{rail="x402"\} (\d+)/.exec(await text(url))?.[1]
    expect(await given()).toBeUndefined()
    later.advance(25 * HOUR)
    await expect.poll(() => stateOf(headers)).toBe('failed')
    expect(await given()).toBe('1')
    expect((await paymentOf(headers))?.data).toContain('"authorization"')
    expect((await echo(headers, 'given up')).body['error']).toMatch(/nothing was charged/)
  })

  const text = async (url: string) => (await fetch(url)).text()
})
