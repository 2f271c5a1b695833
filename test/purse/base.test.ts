import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Eip3009 } from '../../src/outside/chains/evm/eip3009.ts'
import { createClient } from '../../src/outside/net/request.ts'
import { createEvmWallet } from '../../src/buying/purse/evm-wallet.ts'
import type { PurchaseOrder } from '../../src/buying/purse/order.ts'
import { createPurse, type Purse } from '../../src/buying/purse/purse.ts'
import { createPurseStore, type PurseStore } from '../../src/stores/purse.ts'
import { keyOf, startChain, type TestChain } from '../support/chain.ts'
import { ENGINES, useDatabase } from '../support/engines.ts'
import { forget, orderAt, WIDE_CAPS } from '../support/purse/order.ts'
import { purchaseContract } from '../support/purse/purchase-contract.ts'
import { startPaidSeller, type PaidSeller } from '../support/sellers/paid-seller.ts'

const PRICE = 4_000n
const SELLER_WALLET = '0x2222222222222222222222222222222222222222'
const KEY = keyOf('the purse')

interface Paid {
  readonly authorization: Eip3009
  readonly signature: string
}

const db = useDatabase(ENGINES[0]!)
const client = createClient({ policy: 'trusted' })
let chain: TestChain
let seller: PaidSeller<Paid>
let store: PurseStore
/** How far the chain is ahead of this machine. */
let aheadMs = 0
const clock = (): number => Date.now() + aheadMs

beforeAll(async () => {
  chain = await startChain()
  await chain.wallet('the purse', 1_000_000n)
  seller = await startPaidSeller<Paid>({
    accept: {
      scheme: 'exact',
      network: chain.network.id,
      asset: chain.network.asset,
      amount: String(PRICE),
      payTo: SELLER_WALLET,
      maxTimeoutSeconds: 60,
      extra: chain.network.domain,
    },
    settle,
  })
  store = createPurseStore(db())
})
afterAll(async () => {
  await Promise.all([seller.stop(), chain.stop(), client.close()])
})
beforeEach(() => {
  seller.manner = 'honest'
  seller.paid.length = 0
})

async function settle({ authorization, signature }: Paid): Promise<string> {
  await chain.submit(authorization, signature)
  return `0x${'cd'.repeat(32)}`
}

function purse(caps = WIDE_CAPS, key = KEY): Purse {
  const { network, proxy } = chain
  const labels = [network.id, 'base-sepolia']
  const wallet = { chain: 'base', network, labels, key, rpcUrl: proxy.url, client } as const
  return createPurse({
    wallets: [createEvmWallet(wallet)],
    caps,
    store,
    clientOf: () => client,
    own: ['0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'],
    now: clock,
    onTrouble: () => {},
  })
}

const order = (more: Partial<PurchaseOrder> = {}): PurchaseOrder =>
  orderAt(seller.origin, 'base', { params: { place: 'Zug' }, ...more })

const received = () => chain.held(SELLER_WALLET)

/** The result of a payment is read after the time passes. */
async function pass(seconds: number): Promise<void> {
  aheadMs += seconds * 1000
  await chain.rpc('evm_increaseTime', [seconds])
  await chain.mine()
  await purse().reconcile(new AbortController().signal)
}

purchaseContract<Paid>(() => ({
  db: db(),
  store,
  seller,
  price: PRICE,
  purse,
  emptyPurse: () => purse(WIDE_CAPS, keyOf('an empty purse')),
  order,
  received,
  settle,
  wait: () => pass(20),
  expire: () => pass(130),
  mute: (isMuted) => chain.proxy.break('eth_call', isMuted ? 'lost' : null),
}))

test('an honest seller is paid once, and the books say so', async () => {
  const before = await received()
  const asked = order()
  const bought = await purse().buy(asked)
  expect(bought).toMatchObject({
    kind: 'bought',
    answer: { forecast: 'snow' },
    paid: 4_000,
    chain: 'base',
    moved: true,
    payTo: SELLER_WALLET,
  })
  expect((await received()) - before).toBe(PRICE)
  expect(await store.spend(asked.id)).toMatchObject({ moved: 1, delivered: 1, amount: 4_000 })
  expect(seller.asked.at(-1)).toBe('GET /paid?place=Zug')
  const [sent] = seller.headers.slice(-1)
  expect(sent?.['idempotency-key']).toMatch(/^[0-9a-f]{64}$/)
  expect(Number(seller.paid[0]?.authorization.validBefore)).toBeLessThanOrEqual(clock() / 1000 + 60)
})

test('after a death between payment and answer the same payment is sent again', async () => {
  const asked = order()
  const dying = purse()
  seller.manner = 'cut'
  await dying.buy(asked).catch(() => {})
  const nonce = seller.paid[0]?.authorization.nonce
  await forget(db(), asked.id)
  const before = await received()
  seller.manner = 'honest'
  await expect(purse().buy(asked)).rejects.toThrow(/answered 402/)
  expect(seller.paid.map(({ authorization }) => authorization.nonce)).toEqual([nonce, nonce])
  expect(await received()).toBe(before)
  expect(await store.spend(asked.id)).toMatchObject({ moved: 1, delivered: 0 })
})

test('an answer that comes late is had by sending again what has moved', async () => {
  const asked = order()
  seller.manner = 'cut'
  await purse()
    .buy(asked)
    .catch(() => {})
  await forget(db(), asked.id)
  // Another process saw on the chain that the money has moved, and heard no answer.
  await store.moved(asked.id, 1)
  await pass(130)
  const before = await received()
  seller.manner = 'replay'
  const bought = await purse().buy(asked)
  expect(bought).toMatchObject({ kind: 'bought', answer: { forecast: 'snow' }, moved: true })
  const [first, again] = seller.paid
  expect(again?.authorization.nonce).toBe(first?.authorization.nonce)
  expect(await received()).toBe(before)
  expect(await store.spend(asked.id)).toMatchObject({ moved: 1, delivered: 1 })
})
