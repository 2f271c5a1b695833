import { beforeAll, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import {
  ALICE,
  AT,
  BASE_USDC,
  BASE_WETH,
  BOB,
  evmWorld,
  OLD,
  PLAIN,
  SAFE,
  SINGLETON,
} from '../../../../../test/support/evm-world.ts'
import { FAKE_USDC, WALLET } from '../../../../../test/support/upstreams/_blockscout-addresses.ts'
import onchainSql from '../coinbase/onchain-sql.ts'
import onchainSqlSchema from '../coinbase/onchain-sql-schema.ts'
import testnetFund from '../coinbase/testnet-fund.ts'
import safeInfo from './safe-info.ts'
import walletBalances from './wallet-balances.ts'
import walletNfts from './wallet-nfts.ts'
import walletPortfolio from './wallet-portfolio.ts'
import walletTransactions from './wallet-transactions.ts'

beforeAll(async () => void (await evmWorld()))

interface Held {
  readonly token: string
  readonly symbol: string
  readonly spam: boolean
}
type Answer = Readonly<Record<string, unknown>> & { readonly tokens: readonly Held[] }

const run = async (...[tool, input]: [Parameters<typeof runExample>[0], object]) =>
  runExample(tool, input as Record<string, unknown>, AT) as Promise<Answer>

test('tokens have the price of the oracle, else of the explorer, and spam has none', async () => {
  const { tokens, totalUsd, unpriced, native } = await run(walletBalances, { address: WALLET })
  const of = (address: string) =>
    tokens.find(({ token }) => token.toLowerCase() === address.toLowerCase())
  expect(native).toMatchObject({ symbol: 'ETH', balance: '0', priceUsd: 3_000, valueUsd: 0 })
  expect(of(BASE_USDC)).toMatchObject({ priceUsd: 0.9998, priceFrom: 'oracle', valueUsd: 12.5 })
  expect(of(BASE_WETH)).toMatchObject({ priceUsd: 3_000, valueUsd: 6_000, genuine: true })
  expect(of(FAKE_USDC)).toMatchObject({ spam: true, genuine: false, priceUsd: null })
  expect(tokens.map(({ symbol, spam }) => [symbol, spam])).toContainEqual(['VISIT x.example', true])
  expect({ totalUsd, unpriced }).toEqual({ totalUsd: 6_062.5, unpriced: 2 })
  const dear = await run(walletBalances, { address: WALLET, minUsd: 100 })
  expect(dear).toMatchObject({ count: 1, totalUsd: 6_062.5 })
})

test('a portfolio has shares, and names a network that fails', async () => {
  const read = await run(walletPortfolio, { address: WALLET, networks: 'base,gnosis' })
  expect(read).toMatchObject({ totalUsd: 6_062.5, stablecoinPct: 0.21, errors: [] })
  expect(read['byNetwork']).toMatchObject([
    { network: 'base', totalUsd: 6_062.5, pct: 100 },
    { network: 'gnosis', totalUsd: 0, tokens: 0 },
  ])
  await expect(run(walletPortfolio, { address: WALLET, networks: 'mars' })).rejects.toThrow(
    /^networks: mars is not known/,
  )
})

interface Row {
  readonly txHash: string
  readonly direction: string
  readonly counterparty: string | null
  readonly valueNative: string | null
  readonly status: string
  readonly tokens: readonly { readonly symbol: string; readonly amount: string }[]
}

test('a history of two lists names each transaction once', async () => {
  const rows: Row[] = []
  let cursor: string | undefined
  for (let asked = 0; asked < 10; asked += 1) {
    const page = await run(walletTransactions, {
      address: WALLET,
      limit: 2,
      ...(cursor && { cursor }),
    })
    rows.push(...(page['transactions'] as Row[]))
    cursor = (page['cursor'] as string | null) ?? undefined
    if (cursor === undefined) break
  }
  const numbers = rows.map(({ txHash }) => Number(txHash.replace(/^0x0*/, '')))
  expect(numbers).toEqual([30, 29, 28, 26, 25, 24, 23, 22])
  const of = (number: number) => rows[numbers.indexOf(number)]
  expect(of(30)).toMatchObject({ direction: 'in', counterparty: BOB, valueNative: null })
  expect(of(29)).toMatchObject({ direction: 'in', valueNative: '1', tokens: [] })
  expect(of(28)).toMatchObject({
    direction: 'out',
    counterparty: BASE_USDC,
    valueNative: '0',
    tokens: [{ symbol: 'USDC', amount: '2.5', direction: 'out', genuine: true }],
  })
  expect(of(25)).toMatchObject({ status: 'failed' })
})

test.each([
  ['native', [29, 25]],
  ['tokens', [30, 28]],
  ['nft', []],
] as const)('a history of %s', async (kind, expected) => {
  const { transactions } = await run(walletTransactions, { address: WALLET, kind, limit: 2 })
  const numbers = (transactions as Row[]).map(({ txHash }) => Number(txHash.replace(/^0x0*/, '')))
  expect(numbers.slice(0, 2)).toEqual(kind === 'native' ? expected.slice(0, 1) : expected)
})

test('NFTs continue after the cursor, and a foreign cursor is refused', async () => {
  const names: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await run(walletNfts, {
      address: WALLET,
      network: 'base',
      limit: 1,
      ...(cursor && { cursor }),
    })
    names.push(...(page['nfts'] as { name: string }[]).map(({ name }) => name))
    cursor = page['cursor'] as string | null
  } while (cursor && names.length < 10)
  expect(names).toEqual(['Piece #1', 'Piece #2', 'Piece #3'])
  const foreign = Buffer.from('[[{"apikey":"x"},0]]').toString('base64url')
  for (const wrong of ['x', foreign, Buffer.from('[null,null]').toString('base64url')])
    await expect(run(walletNfts, { address: WALLET, cursor: wrong })).rejects.toThrow(/^cursor: /)
})

test('a Safe answers with what waits for it, and another wallet is no Safe', async () => {
  expect(await run(safeInfo, { address: SAFE })).toMatchObject({
    isSafe: true,
    version: '1.4.1',
    implementation: SINGLETON,
    threshold: 2,
    owners: [ALICE, BOB],
    nonce: '7',
    modules: [PLAIN.replace('b1a1', 'b1a1')].map((one) =>
      expect.stringMatching(new RegExp(one, 'i')),
    ),
    guard: expect.stringMatching(new RegExp(OLD, 'i')),
    pendingTxs: [
      { nonce: '7', method: 'transfer', delegateCall: false, confirmations: 1, confirmedBy: [BOB] },
      { nonce: '8', method: null, delegateCall: true, confirmations: 0 },
    ],
  })
  const other = await run(safeInfo, { address: SAFE, network: 'tempo' })
  expect(other).toMatchObject({ isSafe: true, pendingTxs: null })
  expect(other['pendingProblem']).toMatch(/does not know/)
  expect(await run(safeInfo, { address: BASE_USDC })).toMatchObject({ isSafe: false, owners: [] })
})

test('the faucet pays test coins, and bad requests are refused', async () => {
  expect(await run(testnetFund, { address: ALICE })).toMatchObject({ network: 'base-sepolia' })
  const refused: [object, RegExp][] = [
    [{ address: ALICE, symbol: 'sol' }, /^symbol: must be one of eth, usdc, eurc, cbbtc/],
    [{ address: ALICE, network: 'solana-devnet', symbol: 'sol' }, /^address: /],
    [{ address: `0x${'2'.repeat(40)}` }, /Faucet limit reached/],
  ]
  for (const [input, why] of refused) await expect(run(testnetFund, input)).rejects.toThrow(why)
  await expect(run(onchainSql, { sql: 'DROP TABLE x' })).rejects.toThrow(/^sql: .*Only SELECT/)
  await expect(run(onchainSqlSchema, { table: 'nothing' })).rejects.toThrow(/transactions, events/)
})
