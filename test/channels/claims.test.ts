/** @module-tag long */
import { afterEach, expect, test } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import { HOUR_MS } from '../../src/base/core/milliseconds.ts'
import { ESCROW } from '../../src/outside/chains/evm/escrow.ts'
import type { Log } from '../../src/service/ops/log.ts'
import { createChannelStore } from '../../src/stores/channels.ts'
import { CHANNEL_KEY } from '../support/chain.ts'
import { createChannelBuyer, type ChannelBuyer } from '../support/channel-buyer.ts'
import { openShop, type Shop } from '../support/x402-shop.ts'

/** What channels owe is claimed in time, many in one transaction, and told where it cannot be. */
let shop: Shop
afterEach(() => shop.close())

const PRICE = 1_000
const told: string[] = []
const noted = (fields: Readonly<Record<string, unknown>>): void => {
  if ('what' in fields) told.push(String(fields['what']))
}
const log: Log = { info: () => {}, warn: noted, error: noted }

let aheadMs = 0
async function open(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  aheadMs = 0
  told.length = 0
  const now = () => Date.now() + aheadMs
  shop = await openShop({ escrow: true }, { log, now, settings: { ...QUIET, ...settings } })
}
/** The task of the service looks at the chain by itself; these tests look when they want. */
const QUIET = { REFUSALS_PER_MINUTE: '1000' }

const look = async () => {
  await shop.service().parts.payments.channels?.keeper.work()
}
async function buy({ fetch: reach }: ChannelBuyer, times = 1): Promise<void> {
  for (let made = 0; made < times; made += 1) {
    const answer = await reach(`${shop.service().url}/api/fixture-quoted`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ words: 1 }),
    })
    expect([answer.status, answer.status === 200 || (await answer.text())]).toEqual([200, true])
  }
}
const buyers = (names: readonly string[]) =>
  Promise.all(names.map((name) => createChannelBuyer(shop.chain, name)))
const store = () => createChannelStore(shop.service().db)
async function channelOf({ address }: ChannelBuyer) {
  const [channel] = await store().of(address.toLowerCase())
  if (!channel) throw new Error('no channel')
  return channel
}
const claimedOf = async (all: readonly ChannelBuyer[]) =>
  Promise.all(all.map(async (buyer) => (await channelOf(buyer)).claimed))
const sent = async () =>
  Number(await shop.chain.rpc('eth_getTransactionCount', [shop.chain.settler.address, 'pending']))

test('a channel that owes much is claimed from at once, one that owes little not', async () => {
  await open({ CHANNEL_CLAIM_USD: '0.003', CHANNEL_LEAST_CLAIM_USD: '0.001' })
  const [much, little] = (await buyers(['much', 'little'])) as [ChannelBuyer, ChannelBuyer]
  await buy(much, 3)
  await buy(little, 2)
  const before = await shop.chain.received()
  await look()
  expect(await claimedOf([much, little])).toEqual([3 * PRICE, 0])
  expect((await shop.chain.received()) - before).toBe(3_000n)
})

test('what many channels have owed for long is claimed in one transaction', async () => {
  await open({ CHANNEL_CLAIM_HOURS: '2', CHANNEL_LEAST_CLAIM_USD: '0.001' })
  const all = await buyers(['a', 'b', 'c', 'd', 'e'])
  for (const buyer of all) await buy(buyer, 2)
  const [before, received] = [await sent(), await shop.chain.received()]
  await look()
  expect(await claimedOf(all)).toEqual([0, 0, 0, 0, 0])
  aheadMs = 2 * HOUR_MS
  await look()
  expect(await claimedOf(all)).toEqual(Array.from({ length: 5 }, () => 2 * PRICE))
  expect(await sent()).toBe(before + 1)
  expect((await shop.chain.received()) - received).toBe(10_000n)
  await buy(all[0]!)
  expect(await channelOf(all[0]!)).toMatchObject({ charged: 3 * PRICE, claimed: 2 * PRICE })
})

test('one that cannot be claimed from does not keep the others from it, and is told', async () => {
  await open({ CHANNEL_CLAIM_USD: '0.001', CHANNEL_LEAST_CLAIM_USD: '0.001' })
  const all = await buyers(['f', 'g', 'h', 'i', 'j'])
  for (const buyer of all) await buy(buyer)
  const spoilt = await channelOf(all[2]!)
  await shop.service().db.batch([
    {
      sql: 'update channels set signature = $1 where id = $2',
      values: [`0x${'11'.repeat(64)}1b`, spoilt.id],
    },
  ])
  await look()
  expect(await claimedOf(all)).toEqual([PRICE, PRICE, 0, PRICE, PRICE])
  expect(told).toContain('a payment channel cannot be claimed from')
})

test('channels of a former key are claimed from with it, new ones have the new key', async () => {
  await open({ CHANNEL_CLAIM_USD: '5' })
  const [old] = (await buyers(['old'])) as [ChannelBuyer]
  await buy(old, 2)
  const next = `0x${'7'.repeat(64)}` as const
  const settings = {
    ...QUIET,
    CHANNEL_KEY: `${next},${CHANNEL_KEY}`,
    CHANNEL_CLAIM_USD: '0.001',
    CHANNEL_LEAST_CLAIM_USD: '0.001',
  }
  await shop.reopen({ log, settings }, async () => {})
  const [fresh] = (await buyers(['fresh'])) as [ChannelBuyer]
  await buy(fresh)
  await look()
  expect(await claimedOf([old, fresh])).toEqual([2 * PRICE, PRICE])
  const keyOf = async (buyer: ChannelBuyer) => (await channelOf(buyer)).authorizer
  expect(await keyOf(fresh)).toBe(privateKeyToAccount(next).address.toLowerCase())
  expect(await keyOf(old)).toBe(privateKeyToAccount(CHANNEL_KEY).address.toLowerCase())
  expect(told).toEqual([])
})

test('a deposit that the chain takes back is told, and the next one pays for it', async () => {
  await open({ CHANNEL_CLAIM_USD: '0.001', CHANNEL_LEAST_CLAIM_USD: '0.001' })
  const [buyer] = (await buyers(['reorganised'])) as [ChannelBuyer]
  const state = await shop.chain.rpc('evm_snapshot')
  await buy(buyer, 2)
  await shop.chain.rpc('evm_revert', [state])
  expect(await shop.chain.held(ESCROW)).toBe(0n)
  await look()
  expect(told).toContain('a payment channel holds less than its calls have cost')
  expect(await channelOf(buyer)).toMatchObject({ balance: 0, claimed: 0, charged: 2 * PRICE })
  await buy(await createChannelBuyer(shop.chain, 'reorganised', { isAnother: true }))
  // It deposits again, and its next voucher pays for what the lost deposit did not.
  expect(await channelOf(buyer)).toMatchObject({ balance: 250_000, charged: 3 * PRICE })
  await look()
  expect((await channelOf(buyer)).claimed).toBe(3 * PRICE)
})
