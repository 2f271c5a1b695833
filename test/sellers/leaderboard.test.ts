import { randomBytes } from 'node:crypto'
import { encodeFunctionData, keccak256, parseAbi, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callRpc } from '../../src/outside/chains/json-rpc.ts'
import { aggregateCall, MULTICALL3 } from '../../src/outside/chains/evm/multicall.ts'
import { transferCall } from '../../src/outside/chains/evm/token.ts'
import { createBoard } from '../../src/buying/sellers/settlements/board.ts'
import { COMPARED_EVERY, isCompared } from '../../src/buying/sellers/settlements/compare.ts'
import { TRANSFER, type AskNode } from '../../src/buying/sellers/settlements/scan.ts'
import { createFollower } from '../../src/buying/sellers/settlements/follow.ts'
import type { Db } from '../../src/base/core/db.ts'
import type { Seller } from '../../src/buying/sellers/routes.ts'
import { createSettlementStore, type CheckSum } from '../../src/stores/settlements.ts'
import { keyOf, startChain, type TestChain } from '../support/chain.ts'
import { ENGINES, useDatabase, type Engine } from '../support/engines.ts'
import { eventually } from '../support/wait.ts'

const ERC20 = parseAbi(['function transfer(address to, uint256 value)'])
const wallet = (name: string): string => privateKeyToAccount(keyOf(name)).address.toLowerCase()
const SELLERS = ['one', 'two', 'three'] as const
const CENT = 10_000n
const { signal } = new AbortController()

let chain: TestChain
beforeAll(async () => {
  chain = await startChain()
  for (const name of ['ann', 'bob', 'cy', 'washer', ...SELLERS]) {
    await chain.wallet(name, 1_000_000_000n)
    await chain.rpc('anvil_setBalance', [wallet(name), '0xde0b6b3a7640000'])
  }
})
afterAll(() => chain.stop())

async function signed(from: string, to: string, value: bigint): Promise<Hex> {
  const account = privateKeyToAccount(keyOf(from))
  const authorization = {
    from: account.address,
    to: wallet(to),
    value: String(value),
    validAfter: '0',
    validBefore: '99999999999',
    nonce: `0x${randomBytes(32).toString('hex')}`,
  }
  const { asset, chainId, domain } = chain.network
  const fields = (text: string) =>
    text.split(',').map((each) => ({ type: each.split(' ')[0]!, name: each.split(' ')[1]! }))
  const signature = await account.signTypedData({
    domain: { ...domain, chainId, verifyingContract: asset as Hex },
    types: {
      TransferWithAuthorization: fields(
        'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
      ),
    },
    primaryType: 'TransferWithAuthorization',
    message: { ...authorization, value, validAfter: 0n, validBefore: 99_999_999_999n },
  })
  return transferCall({ authorization, signature })
}

/** Sends, and waits until it is in a block. */
async function send(from: string, to: string, data: string) {
  const hash = await chain.rpc('eth_sendTransaction', [{ from, to, data, gas: '0x1c9c380' }])
  await eventually(async () =>
    expect(await chain.rpc('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' }),
  )
}

/** Settlements in one transaction, as facilitators send them. */
async function settle(
  ...payments: readonly (readonly [from: string, to: string, value: bigint])[]
) {
  const calls = await Promise.all(
    payments.map(async ([from, to, value]) => ({
      to: chain.network.asset,
      data: await signed(from, to, value),
    })),
  )
  await send(chain.settler.address, MULTICALL3, aggregateCall(calls))
}

async function pay(from: string, to: string, value: bigint) {
  await chain.rpc('anvil_impersonateAccount', [wallet(from)])
  const data = encodeFunctionData({
    abi: ERC20,
    functionName: 'transfer',
    args: [wallet(to) as Hex, value],
  })
  await send(wallet(from), chain.network.asset, data)
}

const seller = (
  name: string,
  wallets: readonly string[] = [wallet(name)],
  domain = `${name}.example`,
) => ({ origin: `https://${domain}`, name, domain, wallets: new Set(wallets) }) as unknown as Seller

interface Asked {
  readonly method: string
  readonly blocks: number
}

/** The node, which takes ranges of a few blocks only. */
function askNode(asked: Asked[], rangeMax = Infinity) {
  const limits = { client: chain.client, timeoutMs: 10_000, bytesMax: 10_000_000 }
  return async (method: string, params: readonly unknown[]) => {
    const [filter] = params as [{ fromBlock?: string; toBlock?: string }]
    const blocks =
      method === 'eth_getLogs' ? Number(filter.toBlock) - Number(filter.fromBlock) + 1 : 0
    asked.push({ method, blocks })
    if (blocks > rangeMax) throw new Error('query exceeds max block range')
    return callRpc({ url: chain.proxy.url, ...limits }, method, params)
  }
}

const [sqlite, postgres] = ENGINES as [Engine, Engine]
const db = useDatabase(sqlite)
const otherDb = useDatabase(postgres)

interface Choices {
  readonly sellers?: readonly Seller[]
  readonly network: string
  readonly own?: readonly string[]
  readonly rangeMax?: number
  readonly on?: () => Db
  /** A second provider, of which every chunk is asked, or one in so many. */
  readonly other?: AskNode
  readonly comparedEvery?: number
}

function boardOf({
  sellers = SELLERS.map((name) => seller(name)),
  network,
  own = [],
  rangeMax,
  on = db,
  other,
  comparedEvery = 1,
}: Choices) {
  const asked: Asked[] = []
  const store = createSettlementStore(on(), network)
  const follower = createFollower({
    ask: askNode(asked, rangeMax),
    ...(other && {
      others: { begin() {}, next: () => ({ name: 'second.example', ask: other }) },
      comparedEvery,
    }),
    store,
    token: chain.network.asset,
    wallets: async () => [...new Set(sellers.flatMap(({ wallets }) => [...wallets]))],
    depth: 0,
    backBlocks: 100_000,
    windowMs: 86_400_000,
    now: Date.now,
  })
  const board = createBoard({
    store,
    sellers: async () => sellers,
    own: { name: 'Farebox', origin: 'https://self.example', wallets: own },
    now: Date.now,
  })
  const count = async () => {
    await follower.follow(signal)
    await board.refresh()
    const { standings, shared } = await board.standings()
    return { shared, of: (name: string) => standings.find((each) => each.name === name) }
  }
  return { count, store, board, asked, follower }
}

test('calls are paired by log, and money of the seller does not count', async () => {
  await settle(['ann', 'one', CENT])
  await settle(['ann', 'one', 2n * CENT], ['bob', 'one', CENT], ['cy', 'two', 3n * CENT])
  await pay('ann', 'one', 5n * CENT)
  await settle(['ann', 'two', 6_000_000n])
  await pay('two', 'washer', 50n * CENT)
  for (let at = 0; at < 10; at += 1) await settle(['washer', 'two', 5n * CENT])
  const { count, board } = boardOf({ network: 'test:first', rangeMax: 3 })
  const { of } = await count()
  expect(of('one')).toMatchObject({
    calls: 3,
    total: 4n * CENT,
    buyers: 2,
    topByCalls: 2,
    topByTotal: 3n * CENT,
    excluded: { notAuthorized: 1, overCeiling: 0, selfFunded: 0 },
  })
  expect(of('two')).toMatchObject({
    calls: 1,
    total: 3n * CENT,
    buyers: 1,
    excluded: { notAuthorized: 0, overCeiling: 1, selfFunded: 10 },
  })
  expect(board.historyOf(wallet('two'))).toEqual({ settled: 1, payers: 1 })
  expect(board.selfFundedOf(wallet('two'))).toEqual({ settled: 10, payers: 1 })
  expect(board.historyOf(wallet('nobody'))).toBeUndefined()
})

test('a refusal halves the range, and what is read is read once', async () => {
  const first = boardOf({ network: 'test:ranges', rangeMax: 3 })
  await first.count()
  expect(Math.max(...first.asked.slice(-20).map(({ blocks }) => blocks))).toBeLessThanOrEqual(10)
  const before = first.asked.length
  await first.count()
  const logs = first.asked.slice(before).filter(({ method }) => method === 'eth_getLogs')
  expect(logs).toEqual([])
  const again = boardOf({ network: 'test:ranges' })
  const { of } = await again.count()
  expect(of('one')?.calls).toBe(3)
})

test('money that goes back takes its calls with it', async () => {
  const name = 'three'
  await settle(['ann', name, CENT], ['ann', name, CENT], ['bob', name, CENT])
  await pay(name, 'ann', 2n * CENT)
  const { count } = boardOf({ network: 'test:refunds' })
  const { of } = await count()
  expect(of(name)).toMatchObject({ calls: 1, total: CENT, buyers: 1, excluded: { refunded: 2 } })
})

test('a wallet that unrelated sellers claim is credited to none', async () => {
  const sellers = [
    seller('one'),
    seller('copy', [wallet('one')]),
    seller('two'),
    seller('sub', [wallet('two')], 'two.example'),
  ]
  const { count, board } = boardOf({ network: 'test:shared', sellers })
  const { of, shared } = await count()
  expect([...shared]).toEqual([wallet('one')])
  expect(board.isShared(wallet('one'))).toBe(true)
  expect([of('one'), of('copy')]).toEqual([undefined, undefined])
  expect(of('two')?.origins).toEqual(['https://two.example', 'https://two.example'])
})

test('what this service is paid at is its own', async () => {
  const { count } = boardOf({
    network: 'test:own',
    sellers: [seller('copy', [wallet('one')]), seller('two')],
    own: [wallet('one')],
  })
  const { of } = await count()
  expect(of('Farebox')).toMatchObject({ isOwn: true, calls: 3 })
  expect(of('copy')).toBeUndefined()
})

test('blocks that the chain takes back are taken back here', async () => {
  const { count, store } = boardOf({ network: 'test:reorg' })
  await settle(['ann', 'two', CENT])
  const before = await count()
  const calls = before.of('two')?.calls ?? 0
  await settle(['bob', 'two', CENT])
  await settle(['cy', 'two', CENT])
  expect((await count()).of('two')?.calls).toBe(calls + 2)
  await chain.rpc('anvil_reorg', [2, []])
  await chain.rpc('evm_mine')
  expect((await count()).of('two')?.calls).toBe(calls)
  expect((await store.last())?.block).toBe(Number(await chain.rpc('eth_blockNumber')))
})

const sum = (checks: readonly CheckSum[], outcome: string) =>
  checks.find((each) => each.outcome === outcome)

test('a second provider that says the same is told with its blocks', async () => {
  const { count, store } = boardOf({ network: 'test:agreed', other: askNode([]) })
  const { of } = await count()
  const [first, last] = await Promise.all([store.first(), store.last()])
  expect(await store.checks()).toMatchObject([
    { outcome: 'agreed', blocks: last!.block - first!.block, missing: 0, extra: 0 },
  ])
  expect(of('one')?.calls).toBe(3)
})

test('where two providers differ, smaller chunks are read, and it is told', async () => {
  const asked: Asked[] = []
  const whole = askNode(asked)
  let lost: string | null = null
  /** Leaves one transfer out wherever it is asked. */
  const forgetful: AskNode = async (method, params) => {
    const told = await whole(method, params)
    if (method !== 'eth_getLogs') return told
    const logs = told as { transactionHash: string; topics: string[] }[]
    lost ??= logs.find(({ topics }) => topics[0] === TRANSFER)?.transactionHash ?? null
    return logs.filter(({ transactionHash }) => transactionHash !== lost)
  }
  const { count, store } = boardOf({ network: 'test:differed', other: forgetful })
  const { of } = await count()
  const checks = await store.checks()
  // It comes down to the one block of which they say different things.
  expect(sum(checks, 'differed')!.chunks).toBeGreaterThan(1)
  expect(sum(checks, 'differed')!.extra).toBeGreaterThan(0)
  expect(sum(checks, 'differed')!.missing).toBe(0)
  expect(sum(checks, 'agreed')!.blocks).toBeGreaterThan(0)
  expect(of('one')?.calls).toBe(3)
})

test('a second provider that fails, or is on another fork, has said nothing', async () => {
  const broken: AskNode = async () => {
    throw new Error('gone')
  }
  const away: AskNode = async () => ({
    number: '0x1',
    hash: `0x${'1'.repeat(64)}`,
    timestamp: '0x1',
  })
  for (const [network, other] of [
    ['test:broken', broken],
    ['test:away', away],
  ] as const) {
    const { count, store } = boardOf({ network, other })
    expect((await count()).of('one')?.calls).toBe(3)
    expect((await store.checks()).map(({ outcome }) => outcome)).toEqual(['unanswered'])
  }
})

test('one chunk in a hundred is compared, by the hash of its last block', () => {
  const ends = Array.from({ length: 10_000 }, (_, at) => ({
    block: at,
    at: 0,
    hash: keccak256(`0x${at.toString(16).padStart(8, '0')}`),
  }))
  const share = ends.filter((end) => isCompared(end, COMPARED_EVERY)).length / ends.length
  expect(share).toBeGreaterThan(0.007)
  expect(share).toBeLessThan(0.013)
})

test('thousands of events of every kind, as counted by hand', { tags: 'long' }, async () => {
  const expected = { calls: 0, total: 0n }
  for (let round = 0; round < 20; round += 1) {
    const payments = Array.from({ length: 50 }, (_, at) => {
      const value = CENT + BigInt((round * 50 + at) % 7)
      expected.calls += 1
      expected.total += value
      return [['ann', 'bob', 'cy'][at % 3]!, 'four', value] as const
    })
    await settle(...payments)
    await pay('bob', 'four', CENT)
  }
  const { count } = boardOf({ network: 'test:many', sellers: [seller('four')] })
  const { of } = await count()
  expect(of('four')).toMatchObject({ ...expected, buyers: 3, excluded: { notAuthorized: 20 } })
})

test('both engines count the same', async () => {
  const standings = async (on: () => Db) => {
    const { count, board } = boardOf({ network: 'test:engines', on })
    await count()
    return (await board.standings()).standings.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }
  const [one, other] = await Promise.all([standings(db), standings(otherDb)])
  expect(one.length).toBeGreaterThan(2)
  expect(other).toEqual(one)
})
