import { base58 } from '@scure/base'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { otherNetworkOf } from '../../src/outside/chains/networks.ts'
import { usd } from '../../src/base/core/money.ts'
import { ed25519KeyOf } from '../../src/engines/onchain/ed25519.ts'
import { createClient } from '../../src/outside/net/request.ts'
import type { PurchaseOrder } from '../../src/buying/purse/order.ts'
import { createPurse, type Purse } from '../../src/buying/purse/purse.ts'
import { createSvmWallet } from '../../src/buying/purse/svm-wallet.ts'
import { createPurseStore, type PurseStore } from '../../src/stores/purse.ts'
import { freshPair } from '../support/ed25519-pair.ts'
import { ENGINES, useDatabase } from '../support/engines.ts'
import { orderAt, WIDE_CAPS } from '../support/purse/order.ts'
import { purchaseContract } from '../support/purse/purchase-contract.ts'
import { startPaidSeller, type PaidSeller } from '../support/sellers/paid-seller.ts'
import { MINT, SOLANA, startSolana, type TestSolana } from '../support/solana.ts'

interface Paid {
  readonly transaction: string
}

const PRICE = 4_000n
const MINUTE_MS = 60_000

const db = useDatabase(ENGINES[0]!)
const client = createClient({ policy: 'trusted' })
const key = ed25519KeyOf(freshPair())!
const ADDRESS = base58.encode(key.publicKey)
let chain: TestSolana
let seller: PaidSeller<Paid>
let store: PurseStore
let accept: Record<string, unknown>
let aheadMs = 0
const clock = (): number => Date.now() + aheadMs

beforeAll(async () => {
  chain = await startSolana()
  await chain.fund(ADDRESS, 1_000_000n)
  accept = {
    scheme: 'exact',
    network: SOLANA,
    asset: MINT,
    amount: String(PRICE),
    payTo: chain.payTo,
    maxTimeoutSeconds: 60,
    extra: { feePayer: chain.feePayer },
  }
  seller = await startPaidSeller<Paid>({ accept, settle })
  store = createPurseStore(db())
})
afterAll(async () => {
  await Promise.all([seller.stop(), chain.close(), client.close()])
})
beforeEach(() => {
  seller.manner = 'honest'
  seller.paid.length = 0
  accept['extra'] = { feePayer: chain.feePayer }
})

/** The reference facilitator looks at all of it, signs as the payer of the fee, and sends. */
async function settle(payload: Paid): Promise<string> {
  const asked = accept as unknown as PaymentRequirements
  const payment = { x402Version: 2, accepted: asked, payload } as unknown as PaymentPayload
  const { success, transaction, errorReason } = await chain.facilitator.settle(payment, asked)
  if (!success) throw new Error(errorReason)
  return transaction
}

function purse(caps = WIDE_CAPS, by = key): Purse {
  const network = otherNetworkOf(SOLANA)
  return createPurse({
    wallets: [createSvmWallet({ network, key: by, rpcUrl: chain.url, client })],
    caps,
    store,
    clientOf: () => client,
    own: [],
    now: clock,
    onTrouble: () => {},
  })
}

const order = (more: Partial<PurchaseOrder> = {}): PurchaseOrder =>
  orderAt(seller.origin, 'solana', more)

async function wait(): Promise<void> {
  aheadMs += 5 * MINUTE_MS
  await purse().reconcile(new AbortController().signal)
}

purchaseContract<Paid>(() => ({
  db: db(),
  store,
  seller,
  price: PRICE,
  purse,
  emptyPurse: () => purse(WIDE_CAPS, ed25519KeyOf(freshPair())!),
  order,
  received: () => chain.received(),
  settle,
  wait,
  async expire() {
    chain.expire()
    await wait()
  },
  mute: (isMuted) => chain.mute(isMuted),
}))

test('an honest seller is paid once, and the ledger says so', async () => {
  const before = await chain.received()
  const asked = order()
  const bought = await purse().buy(asked)
  expect(bought).toMatchObject({ answer: { forecast: 'snow' }, paid: 4_000, chain: 'solana' })
  expect(bought).toMatchObject({ moved: true, payTo: chain.payTo, network: SOLANA })
  expect((await chain.received()) - before).toBe(PRICE)
  expect(await store.spend(asked.id)).toMatchObject({ moved: 1, delivered: 1, chain: 'solana' })
  expect(await purse().buy(asked)).toMatchObject({ answer: { forecast: 'snow' } })
  expect(seller.paid).toHaveLength(1)
})

test('the memo of a seller is signed, and two purchases with it are two', async () => {
  accept['extra'] = { feePayer: chain.feePayer, memo: 'invoice 7 of Schöne Dinge' }
  // Only a seller that has delivered is paid twice at a time.
  await purse().buy(order())
  const before = await chain.received()
  const moved = await Promise.all([purse().buy(order()), purse().buy(order())])
  expect(moved).toMatchObject([{ moved: true }, { moved: true }])
  expect((await chain.received()) - before).toBe(2n * PRICE)
})

test.each([
  ['names nobody who pays the fee', {}],
  ['would have the purse pay the fee', { feePayer: ADDRESS }],
  ['wants too long a memo', { feePayer: ADDRESS.replace(/^./, 'A'), memo: 'x'.repeat(257) }],
])('an offer is not paid that %s', async (_how, extra) => {
  accept['extra'] = extra
  expect(await purse().buy(order())).toMatchObject({ kind: 'passed', why: /fee|memo/ })
})

test('above what may be risked, the wallet of a seller must have been paid by others', async () => {
  const least = { settled: 3, payers: 1 }
  const unlooked = { chains: ['solana'], most: usd('$0.001'), least } as const
  const dear = { unlooked: { ...unlooked, least: { ...least, payers: 3 } } }
  expect(await purse().buy(order(dear))).toMatchObject({ kind: 'passed', why: /history/ })
  expect(await purse().buy(order({ unlooked }))).toMatchObject({ kind: 'bought' })
  const stranger = await chain.stranger()
  accept['payTo'] = stranger
  expect(await purse().buy(order({ unlooked }))).toMatchObject({ kind: 'passed', why: /history/ })
  accept['payTo'] = chain.payTo
  const little = { unlooked: { ...unlooked, most: usd('$0.004') } }
  expect(await purse().buy(order(little))).toMatchObject({ kind: 'bought' })
})
