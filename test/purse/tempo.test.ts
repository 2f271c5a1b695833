/** @module-tag long */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PATH_USD, USDC_E } from '../../src/outside/chains/tempo/tokens.ts'
import { usd } from '../../src/base/core/money.ts'
import { addressOfKey } from '../../src/engines/onchain/evm-key.ts'
import { createClient } from '../../src/outside/net/request.ts'
import type { PurchaseOrder } from '../../src/buying/purse/order.ts'
import { createPurse, type Purse } from '../../src/buying/purse/purse.ts'
import { createTempoWallet } from '../../src/buying/purse/tempo-wallet.ts'
import { createPurseStore, type PurseStore } from '../../src/stores/purse.ts'
import { keyOf } from '../support/chain.ts'
import { ENGINES, useDatabase } from '../support/engines.ts'
import { forget, orderAt, WIDE_CAPS } from '../support/purse/order.ts'
import { purchaseContract } from '../support/purse/purchase-contract.ts'
import { mppSeller } from '../support/sellers/mpp-wire.ts'
import { startPaidSeller, type PaidSeller } from '../support/sellers/paid-seller.ts'
import { startTempo, type TestTempo } from '../support/tempo.ts'

/** The purse against sellers that are made by the reference implementation of MPP. */
const PRICE = 4_000n
const SELLER_WALLET = '0x2222222222222222222222222222222222222222'
/** Accounts that the emulated chain funds. */
const KEY = '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba'
const SPONSORS = [
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
] as const
const ADDRESS = addressOfKey(KEY)
const LOGS = 'eth_getLogs'

const db = useDatabase(ENGINES[0]!)
const client = createClient({ policy: 'trusted' })
let chain: TestTempo
let official: ReturnType<typeof mppSeller>
let seller: PaidSeller<string>
let store: PurseStore
/** How far the chain is ahead of this machine. */
let aheadMs = 0
const clock = (): number => Date.now() + aheadMs
const never = new AbortController().signal

/** What the seller says and does; a test may put another in its place. */
let acting: Pick<typeof official, 'wire' | 'settle'>

beforeAll(async () => {
  chain = await startTempo()
  official = mppSeller({ rpcUrl: chain.url, payTo: SELLER_WALLET, units: PRICE })
  const { payloadIn, receiptOf } = official.wire
  seller = await startPaidSeller<string>({
    wire: {
      carrier: 'authorization',
      quote: (...a) => acting.wire.quote(...a),
      payloadIn,
      receiptOf,
    },
    settle: (credential) => acting.settle(credential),
  })
  store = createPurseStore(db())
})
afterAll(async () => {
  await Promise.all([seller.stop(), chain.close(), client.close()])
})
beforeEach(() => {
  acting = official
  seller.manner = 'honest'
  seller.paid.length = 0
})
afterEach(() => chain.proxy.break(LOGS, null))

function purse(caps = WIDE_CAPS, key: string = KEY): Purse {
  const wallet = createTempoWallet({
    token: PATH_USD,
    key,
    rpcUrl: chain.proxy.url,
    client,
    now: clock,
  })
  return createPurse({
    wallets: [wallet],
    caps,
    store,
    clientOf: () => client,
    own: ['0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'],
    now: clock,
    onTrouble: () => {},
  })
}

const order = (more: Partial<PurchaseOrder> = {}): PurchaseOrder =>
  orderAt(seller.origin, 'tempo', more)

const received = () => chain.held(SELLER_WALLET)

/** The result of a payment is read after the time passes. */
async function pass(seconds: number): Promise<void> {
  aheadMs += seconds * 1000
  await chain.pass(seconds)
  await purse().reconcile(never)
}

purchaseContract<string>(() => ({
  db: db(),
  store,
  seller,
  price: PRICE,
  purse,
  emptyPurse: () => purse(WIDE_CAPS, keyOf('an empty purse on tempo')),
  order,
  received,
  settle: (credential) => acting.settle(credential),
  // A block that is newer than the end of a payment may still be replaced by one that holds it.
  wait: () => pass(30),
  expire: () => pass(60),
  mute: (isMuted) => chain.proxy.break(LOGS, isMuted ? 'lost' : null),
}))

test('an honest seller is paid once, and the books say what left to the unit', async () => {
  const [before, own] = [await received(), await chain.held(ADDRESS)]
  const asked = order()
  expect(await purse().buy(asked)).toMatchObject({
    kind: 'bought',
    answer: { forecast: 'snow' },
    paid: 4_000,
    chain: 'tempo',
    network: 'eip155:4217',
    wire: 'mpp',
    tx: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    moved: true,
    payTo: SELLER_WALLET,
  })
  expect((await received()) - before).toBe(PRICE)
  const spend = await store.spend(asked.id)
  expect(spend).toMatchObject({ moved: 1, delivered: 1, amount: 4_000 })
  expect(own - (await chain.held(ADDRESS))).toBe(PRICE + BigInt(spend?.fee ?? 0))
  expect(spend?.fee).toBeGreaterThan(0)
  expect(seller.headers.at(-1)?.['idempotency-key']).toMatch(/^[0-9a-f]{64}$/)
})

test('while the node is away, the result of what was delivered stays open', async () => {
  const asked = order()
  chain.proxy.break(LOGS, 'lost')
  expect(await purse().buy(asked)).toMatchObject({ moved: null })
  await pass(60)
  expect(await store.spend(asked.id)).toMatchObject({ moved: null, delivered: 1 })
  chain.proxy.break(LOGS, null)
  await forget(db(), asked.id)
  await purse().reconcile(never)
  expect(await store.spend(asked.id)).toMatchObject({ moved: 1 })
})

test('before the payment left, its end frees what was kept for it', async () => {
  const asked = order()
  seller.manner = 'breaks'
  await purse()
    .buy(asked)
    .catch(() => {})
  await forget(db(), asked.id)
  await chain.pass(90)
  aheadMs += 90_000
  await expect(purse().buy(asked)).rejects.toThrow(/paid before/)
  expect(await store.spend(asked.id)).toMatchObject({ moved: 0, delivered: 0 })
})

describe('a seller that pays the fee', () => {
  const sponsored = SPONSORS.map(
    (sponsorKey) => () =>
      mppSeller({ rpcUrl: chain.url, payTo: SELLER_WALLET, units: PRICE, sponsorKey }),
  )

  test('is paid the price and nothing besides', async () => {
    acting = sponsored[0]!()
    const [before, own] = [await received(), await chain.held(ADDRESS)]
    const asked = order()
    expect(await purse().buy(asked)).toMatchObject({ moved: true, paid: 4_000 })
    expect((await received()) - before).toBe(PRICE)
    expect(own - (await chain.held(ADDRESS))).toBe(PRICE)
    expect(await store.spend(asked.id)).toMatchObject({ moved: 1, fee: 0 })
  })

  test(
    'does not take it twice by a second account that pays the fee',
    { tags: 'long' },
    async () => {
      acting = sponsored[0]!()
      const before = await received()
      await purse().buy(order())
      await sponsored[1]!()
        .settle(String(seller.paid[0]))
        .catch(() => {})
      expect((await received()) - before).toBe(PRICE)
    },
  )
})

const told = (change: (request: Record<string, unknown>) => void, expires?: string) => async () => {
  const { 'www-authenticate': header = '' } = await official.wire.quote('honest')
  const [, text = ''] = /request="([^"]*)"/.exec(header) ?? []
  const request = JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>
  change(request)
  const changed = Buffer.from(JSON.stringify(request)).toString('base64url')
  const named = header.replace(text, changed)
  const until =
    expires === undefined ? named : named.replace(/expires="[^"]*"/, `expires="${expires}"`)
  return { 'www-authenticate': until }
}
const split = { recipient: '0x3333333333333333333333333333333333333333', amount: '1' }
const details = (request: Record<string, unknown>) =>
  request['methodDetails'] as Record<string, unknown>

test.each([
  ['splits', told((each) => (details(each)['splits'] = [split])), /split/],
  ['pay first', told((each) => (details(each)['supportedModes'] = ['push'])), /before its answer/],
  ['another chain', told((each) => (details(each)['chainId'] = 42_431)), /another network/],
  ['another token', told((each) => (each['currency'] = USDC_E.address)), /another token/],
  ['a price in words', told((each) => (each['amount'] = '4e3')), /base units/],
  ['no wallet', told((each) => (each['recipient'] = PATH_USD.address)), /no address/],
  ['itself', told((each) => (each['recipient'] = ADDRESS)), /this service itself/],
  ['yesterday', told(() => {}, '2020-01-01T00:00:00Z'), /has ended/],
])('who asks for %s is not paid', async (_what, quote, why) => {
  acting = { ...official, wire: { ...official.wire, quote } }
  const asked = order()
  expect(await purse().buy(asked)).toMatchObject({
    kind: 'passed',
    why: expect.stringMatching(why),
  })
  expect(await store.spend(asked.id)).toBeNull()
})

test('a cap counts the fee, and refuses before anything is sent', async () => {
  const refused = purse({ ...WIDE_CAPS, call: usd('$0.004') }).buy(order())
  await expect(refused).rejects.toMatchObject({ code: 'rate_limited' })
  expect(seller.paid).toHaveLength(0)
})

test('where much is asked, the chain must show who else has paid the wallet', async () => {
  const unlooked = (settled: number) => ({
    unlooked: { chains: ['tempo' as const], most: usd('$0.001'), least: { settled, payers: 1 } },
  })
  const asked = order(unlooked(1))
  // All that was paid there so far was paid by this purse.
  expect(await purse().buy(asked)).toMatchObject({ kind: 'passed', why: /too short a history/ })
  const stranger = purse(WIDE_CAPS, SPONSORS[1])
  await stranger.buy(order())
  expect(await purse().buy(order(unlooked(1)))).toMatchObject({ kind: 'bought' })
  expect(await purse().buy(order(unlooked(9)))).toMatchObject({ kind: 'passed' })
})
