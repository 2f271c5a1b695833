/** @module-tag long */
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ESCROW } from '../../src/outside/chains/evm/escrow.ts'
import { createChannelStore } from '../../src/stores/channels.ts'
import { call } from '../support/calls.ts'
import { createChannelBuyer, type ChannelBuyer } from '../support/channel-buyer.ts'
import { openShop, type Shop } from '../support/x402-shop.ts'

/** The life of a payment channel, with the unmodified client. */
let shop: Shop
const SETTINGS = { REFUSALS_PER_MINUTE: '1000' }
const CALLS = 200

beforeAll(async () => {
  shop = await openShop({ escrow: true }, { settings: SETTINGS })
})
afterAll(() => shop.close())

const url = (path: string) => `${shop.service().url}${path}`
const buy = (buyer: ChannelBuyer, slug = 'fixture-quoted', body: unknown = { words: 1 }) =>
  buyer.fetch(url(`/api/${slug}`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const receipt = (heard: Response) =>
  decodePaymentResponseHeader(String(heard.headers.get('payment-response')))
const channelOf = async ({ address }: ChannelBuyer) => {
  const [channel] = await createChannelStore(shop.service().db).of(address.toLowerCase())
  if (!channel) throw new Error('no channel')
  return channel
}
const sent = async () =>
  Number(await shop.chain.rpc('eth_getTransactionCount', [shop.chain.settler.address, 'pending']))
const refundUrl = () => url('/api/channels/refund')

describe('an offer', () => {
  test('of a channel stands behind the exact one: nobody deposits by accident', async () => {
    const { headers } = await call(shop.service(), '/api/fixture-quoted', { body: { words: 1 } })
    const { accepts } = decodePaymentRequiredHeader(String(headers['payment-required']))
    expect(accepts.map(({ scheme, amount }) => [scheme, amount])).toEqual([
      ['exact', '1000'],
      ['batch-settlement', '1000'],
    ])
    expect(accepts[1]?.extra).toMatchObject({
      receiverAuthorizer: '0x976ea74026e726554db657fa54763abd0c3a0aa9',
      withdrawDelay: 86_400,
      minDeposit: '250000',
    })
  })
})

describe('a stock client', () => {
  test(`deposits once and calls ${CALLS} times without a transaction`, async () => {
    const buyer = await createChannelBuyer(shop.chain, 'many')
    const first = await buy(buyer)
    expect([first.status, receipt(first)]).toMatchObject([
      200,
      { success: true, amount: '250000', extra: { chargedAmount: '1000' } },
    ])
    const before = await sent()
    for (let made = 1; made < CALLS; made++) {
      const heard = await buy(buyer)
      if (heard.status !== 200) throw new Error(`${made}: ${heard.status} ${await heard.text()}`)
    }
    expect(await sent()).toBe(before)
    expect(await channelOf(buyer)).toMatchObject({ charged: CALLS * 1000, balance: 250_000 })
    expect(await shop.chain.held(ESCROW)).toBe(250_000n)
  })

  test('that calls ten times at once is answered ten times', async () => {
    const buyer = await createChannelBuyer(shop.chain, 'at once')
    await buy(buyer)
    const heard = await Promise.all(Array.from({ length: 10 }, () => buy(buyer)))
    expect(heard.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect((await channelOf(buyer)).charged).toBe(11_000)
  })

  test('that begins with ten calls at once deposits once', async () => {
    const buyer = await createChannelBuyer(shop.chain, 'ten deposits')
    const heard = await Promise.all(Array.from({ length: 10 }, () => buy(buyer)))
    expect(heard.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(await channelOf(buyer)).toMatchObject({ charged: 10_000, balance: 250_000 })
  })

  test('pays what a call has cost', async () => {
    const buyer = await createChannelBuyer(shop.chain, 'metered')
    const heard = await buy(buyer, 'fixture-metered', { words: 5, used: 2 })
    expect(receipt(heard)).toMatchObject({ extra: { chargedAmount: '2000' } })
    const again = await buy(buyer, 'fixture-metered', { words: 5, used: 0 })
    expect(receipt(again)).toMatchObject({ extra: { chargedAmount: '0' } })
    expect((await channelOf(buyer)).charged).toBe(2_000)
  })

  test('that forgot its channel goes on with it', async () => {
    const buyer = await createChannelBuyer(shop.chain, 'forgets')
    await buy(buyer)
    await buy(buyer)
    const another = await createChannelBuyer(shop.chain, 'forgets', { isAnother: true })
    expect((await buy(another)).status).toBe(200)
    expect(await channelOf(buyer)).toMatchObject({ charged: 3_000, balance: 250_000 })
  })

  test('tops up, and has the rest refunded by GET', async () => {
    const buyer = await createChannelBuyer(shop.chain, 'refunded')
    const paid = shop.chain.received()
    for (let made = 0; made < 60; made++)
      expect((await buy(buyer, 'fixture-quoted', { words: 5 })).status).toBe(200)
    expect(await channelOf(buyer)).toMatchObject({ charged: 300_000, balance: 500_000 })
    const answer = await buyer.scheme.refund(refundUrl())
    expect(answer).toMatchObject({ success: true, amount: '200000' })
    expect(await shop.chain.held(buyer.address)).toBe(100_000_000n - 300_000n)
    expect((await shop.chain.received()) - (await paid)).toBe(300_000n)
    expect(await channelOf(buyer)).toMatchObject({ balance: 300_000, claimed: 300_000 })
    expect((await buy(buyer)).status).toBe(200)
  })
})
