import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Eip3009 } from '../../src/chains/evm/eip3009.ts'
import { usd } from '../../src/core/money.ts'
import { createClient } from '../../src/net/request.ts'
import { createEvmWallet } from '../../src/purse/evm-wallet.ts'
import type { Order } from '../../src/purse/order.ts'
import { createPurse, type Purse } from '../../src/purse/purse.ts'
import { createPurseStore, type PurseStore } from '../../src/stores/purse.ts'
import { keyOf, startChain, type TestChain } from '../support/chain.ts'
import { ENGINES, useDatabase } from '../support/engines.ts'
import { startPaidSeller, type PaidSeller } from '../support/sellers/paid-seller.ts'

const PRICE = 4_000n
const CAPS = {
  call: usd('$0.05'),
  seller: usd('$50'),
  hour: usd('$50'),
  day: usd('$50'),
  payer: usd('$50'),
}
const SELLER_WALLET = '0x2222222222222222222222222222222222222222'
const KEY = keyOf('the purse')

interface Paid {
  readonly authorization: Eip3009
  readonly signature: string
}

const db = useDatabase(ENGINES[0]!)
const client = createClient({ policy: 'trusted' })
const troubles: string[] = []
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
    async settle({ authorization, signature }) {
      await chain.submit(authorization, signature)
      return `0x${'cd'.repeat(32)}`
    },
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

function purse(caps = CAPS): Purse {
  const { network, proxy } = chain
  const labels = [network.id, 'base-sepolia']
  const wallet = { chain: 'base', network, labels, key: KEY, rpcUrl: proxy.url, client } as const
  return createPurse({
    wallets: [createEvmWallet(wallet)],
    caps,
    store,
    clientOf: () => client,
    own: ['0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'],
    now: clock,
    onTrouble: (what) => void troubles.push(what),
  })
}

function order(more: Partial<Order> = {}): Order {
  const id = randomUUID()
  return {
    id,
    callId: id,
    payer: '0xbb',
    origin: seller.origin,
    url: `${seller.origin}/paid`,
    method: 'GET',
    params: { place: 'Zug' },
    most: usd('$0.01'),
    chains: ['base'],
    payTos: () => [],
    expects: [],
    timeoutMs: 5_000,
    ...more,
  }
}

const held = () => chain.held(SELLER_WALLET)

/** Blocks are made until every signature has ended. */
async function pass(seconds: number): Promise<void> {
  aheadMs += seconds * 1000
  await chain.rpc('evm_increaseTime', [seconds])
  await chain.mine()
}

test('an honest seller is paid once, and the books say so', async () => {
  const before = await held()
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
  expect((await held()) - before).toBe(PRICE)
  expect(await store.spend(asked.id)).toMatchObject({ moved: 1, delivered: 1, amount: 4_000 })
  expect(seller.asked.at(-1)).toBe('GET /paid?place=Zug')
  const [sent] = seller.headers.slice(-1)
  expect(sent?.['idempotency-key']).toMatch(/^[0-9a-f]{64}$/)
  expect(Number(seller.paid[0]?.authorization.validBefore)).toBeLessThanOrEqual(clock() / 1000 + 60)
})

test('the same purchase again is the same answer, and no second payment', async () => {
  const asked = order()
  await purse().buy(asked)
  const before = await held()
  expect(await purse().buy(asked)).toMatchObject({ kind: 'bought', answer: { forecast: 'snow' } })
  expect(await held()).toBe(before)
  expect(seller.paid).toHaveLength(1)
})

test.each(['lying', 'paid-then-500', 'cut'] as const)(
  'a seller that takes the money and is %s is a loss that is booked',
  async (manner) => {
    seller.manner = manner
    const before = await held()
    const asked = order()
    await expect(purse().buy(asked)).rejects.toThrow(/not charged/)
    expect((await held()) - before).toBe(PRICE)
    expect(await store.spend(asked.id)).toMatchObject({ moved: 1, delivered: 0 })
    await expect(purse().buy(asked)).rejects.toThrow(/paid before/)
    expect(seller.paid).toHaveLength(1)
  },
)

test.each(['asks-again', 'breaks'] as const)(
  'nothing is lost on one that takes nothing and %s, once the signature has ended',
  async (manner) => {
    seller.manner = manner
    const before = await held()
    const asked = order()
    await expect(purse().buy(asked)).rejects.toThrow(/not charged/)
    expect(await store.spend(asked.id)).toMatchObject({ moved: null, delivered: 0 })
    await pass(130)
    await purse().reconcile(new AbortController().signal)
    expect(await store.spend(asked.id)).toMatchObject({ moved: 0, delivered: 0 })
    expect(await held()).toBe(before)
  },
)

test('what is delivered first and taken later is found on the chain', async () => {
  seller.manner = 'late'
  const asked = order()
  expect(await purse().buy(asked)).toMatchObject({ moved: null, answer: { certain: true } })
  await seller.settleLate()
  await pass(20)
  await purse().reconcile(new AbortController().signal)
  expect(await store.spend(asked.id)).toMatchObject({ moved: 1, delivered: 1 })
})

test('who asks for more than may be paid is not paid', async () => {
  seller.manner = 'dearer'
  const asked = order()
  expect(await purse().buy(asked)).toMatchObject({ kind: 'passed', why: /more than may be paid/ })
  expect(await store.spend(asked.id)).toBeNull()
  expect(seller.paid).toHaveLength(0)
})

test('who names another wallet than it is known by is not paid', async () => {
  const other = '0x3333333333333333333333333333333333333333'
  const answer = await purse().buy(order({ payTos: () => [other] }))
  expect(answer).toMatchObject({ kind: 'passed', why: /another wallet/ })
})

test('who asks for nothing is paid nothing', async () => {
  seller.manner = 'free'
  expect(await purse().buy(order())).toMatchObject({ kind: 'bought', paid: 0, chain: null })
})

test('after a death between payment and answer the same payment is sent again', async () => {
  const asked = order()
  const dying = purse()
  seller.manner = 'cut'
  await dying.buy(asked).catch(() => {})
  const nonce = seller.paid[0]?.authorization.nonce
  // As it was before the answer was heard.
  await db().batch([
    {
      sql: 'update purse_spends set delivered = null, moved = null, status = null where id = $1',
      values: [asked.id],
    },
  ])
  const before = await held()
  seller.manner = 'honest'
  await expect(purse().buy(asked)).rejects.toThrow(/answered 402/)
  expect(seller.paid.map(({ authorization }) => authorization.nonce)).toEqual([nonce, nonce])
  expect(await held()).toBe(before)
  expect(await store.spend(asked.id)).toMatchObject({ moved: 1, delivered: 0 })
})

test('an answer that comes late is had by sending again what has moved', async () => {
  const asked = order()
  seller.manner = 'cut'
  await purse()
    .buy(asked)
    .catch(() => {})
  const forget = 'update purse_spends set delivered = null, moved = null where id = $1'
  await db().batch([{ sql: forget, values: [asked.id] }])
  // Another process saw on the chain that the money has moved, and heard no answer.
  await store.moved(asked.id, 1)
  await pass(130)
  const before = await held()
  seller.manner = 'replay'
  const bought = await purse().buy(asked)
  expect(bought).toMatchObject({ kind: 'bought', answer: { forecast: 'snow' }, moved: true })
  const [first, again] = seller.paid
  expect(again?.authorization.nonce).toBe(first?.authorization.nonce)
  expect(await held()).toBe(before)
  expect(await store.spend(asked.id)).toMatchObject({ moved: 1, delivered: 1 })
})

test('a signature that has ended unused is not sent again', async () => {
  const asked = order()
  seller.manner = 'breaks'
  await purse()
    .buy(asked)
    .catch(() => {})
  const forget = 'update purse_spends set delivered = null where id = $1'
  await db().batch([{ sql: forget, values: [asked.id] }])
  await pass(130)
  await expect(purse().buy(asked)).rejects.toThrow(/paid before/)
  expect(seller.paid).toHaveLength(1)
  expect(await store.spend(asked.id)).toMatchObject({ moved: 0, delivered: 0 })
})

test('caps refuse before anything is sent', async () => {
  const refused = purse({ ...CAPS, call: usd('$0.003') }).buy(order())
  await expect(refused).rejects.toMatchObject({ code: 'rate_limited' })
  expect(seller.paid).toHaveLength(0)
})

test('an empty purse says so, and signs nothing', async () => {
  const { network, proxy } = chain
  const key = keyOf('an empty purse')
  const wallet = createEvmWallet({
    chain: 'base',
    network,
    labels: [network.id],
    key,
    rpcUrl: proxy.url,
    client,
  })
  const empty = createPurse({
    wallets: [wallet],
    caps: CAPS,
    store,
    clientOf: () => client,
    own: [],
    now: clock,
    onTrouble: () => {},
  })
  await expect(empty.buy(order())).rejects.toMatchObject({ code: 'overloaded' })
  expect(seller.paid).toHaveLength(0)
})
