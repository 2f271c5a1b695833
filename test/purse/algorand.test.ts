import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { otherNetworkOf } from '../../src/outside/chains/networks.ts'
import { usd } from '../../src/base/core/money.ts'
import { algorandAddressOf } from '../../src/engines/onchain/account-address.ts'
import { ed25519KeyOf } from '../../src/engines/onchain/ed25519.ts'
import { createClient } from '../../src/outside/net/request.ts'
import { createAvmWallet } from '../../src/buying/purse/avm-wallet.ts'
import type { PurchaseOrder } from '../../src/buying/purse/order.ts'
import { createPurse, type Purse } from '../../src/buying/purse/purse.ts'
import { createPurseStore, type PurseStore } from '../../src/stores/purse.ts'
import { ALGORAND, startAlgod, type TestAlgod } from '../support/algod.ts'
import { freshPair } from '../support/ed25519-pair.ts'
import { ENGINES, useDatabase } from '../support/engines.ts'
import { orderAt, WIDE_CAPS } from '../support/purse/order.ts'
import { purchaseContract } from '../support/purse/purchase-contract.ts'
import { startPaidSeller, type PaidSeller } from '../support/sellers/paid-seller.ts'

interface Paid {
  readonly paymentGroup: readonly string[]
}

const PRICE = 4_000n
const MINUTE_MS = 60_000
const ROUNDS = 100

const db = useDatabase(ENGINES[0]!)
const client = createClient({ policy: 'trusted' })
const key = ed25519KeyOf(freshPair())!
const ADDRESS = algorandAddressOf(key.publicKey)
let algod: TestAlgod
let seller: PaidSeller<Paid>
let store: PurseStore
let accept: Record<string, unknown>
let aheadMs = 0

beforeAll(async () => {
  algod = await startAlgod({ isReal: true })
  algod.fund(ADDRESS, 1_000_000n)
  algod.fund(algod.payTo, 0n)
  accept = {
    scheme: 'exact',
    network: ALGORAND,
    asset: '31566704',
    amount: String(PRICE),
    payTo: algod.payTo,
    maxTimeoutSeconds: 60,
    extra: { feePayer: algod.feePayer },
  }
  seller = await startPaidSeller<Paid>({ accept, settle })
  store = createPurseStore(db())
})
afterAll(async () => {
  await Promise.all([seller.stop(), algod.close(), client.close()])
})
beforeEach(() => {
  seller.manner = 'honest'
  seller.paid.length = 0
  accept['extra'] = { feePayer: algod.feePayer }
})

/** The reference facilitator looks at the group, signs what pays the fee, and sends it. */
async function settle(payload: Paid): Promise<string> {
  const asked = accept as unknown as PaymentRequirements
  const payment = { x402Version: 2, accepted: asked, payload } as unknown as PaymentPayload
  const { success, transaction, errorReason } = await algod.facilitator.settle(payment, asked)
  if (!success) throw new Error(errorReason)
  return transaction
}

function purse(caps = WIDE_CAPS, by = key): Purse {
  const network = otherNetworkOf(ALGORAND)
  return createPurse({
    wallets: [createAvmWallet({ network, key: by, url: algod.url, client })],
    caps,
    store,
    clientOf: () => client,
    own: [],
    now: () => Date.now() + aheadMs,
    onTrouble: () => {},
  })
}

const order = (more: Partial<PurchaseOrder> = {}): PurchaseOrder =>
  orderAt(seller.origin, 'algorand', more)

async function pass(rounds: number): Promise<void> {
  algod.pass(rounds)
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
  received: async () => algod.held(algod.payTo),
  settle,
  wait: () => pass(1),
  expire: () => pass(ROUNDS),
  mute: (isMuted) => algod.mute(isMuted),
}))

test('an honest seller is paid once, by a group that the ledger takes', async () => {
  const before = algod.held(algod.payTo)
  const asked = order()
  const bought = await purse().buy(asked)
  expect(bought).toMatchObject({ answer: { forecast: 'snow' }, paid: 4_000, chain: 'algorand' })
  expect(bought).toMatchObject({ moved: true, payTo: algod.payTo })
  expect(algod.held(algod.payTo) - before).toBe(PRICE)
  expect(await store.spend(asked.id)).toMatchObject({ moved: 1, delivered: 1 })
  expect(await purse().buy(asked)).toMatchObject({ answer: { forecast: 'snow' } })
  expect(seller.paid).toHaveLength(1)
  await expect(settle(seller.paid[0]!)).rejects.toThrow()
})

test.each([
  ['names nobody who pays the fee', {}],
  ['would have the purse pay the fee', { feePayer: ADDRESS }],
])('an offer is not paid that %s', async (_how, extra) => {
  accept['extra'] = extra
  expect(await purse().buy(order())).toMatchObject({ kind: 'passed', why: /fee/ })
})

test('where nobody can say how often a wallet was paid, little is risked', async () => {
  const least = { settled: 50, payers: 3 }
  const unlooked = (most: '$0.001' | '$0.004') =>
    order({ unlooked: { chains: ['algorand'], most: usd(most), least } })
  expect(await purse().buy(unlooked('$0.001'))).toMatchObject({ kind: 'passed', why: /history/ })
  expect(await purse().buy(unlooked('$0.004'))).toMatchObject({ kind: 'bought' })
})
