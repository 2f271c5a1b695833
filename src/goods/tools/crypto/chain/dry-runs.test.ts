import { encodeAbiParameters, encodeFunctionData, keccak256, namehash, parseAbi } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import {
  ALICE,
  BASE_USDC,
  BOB,
  evmWorld,
  FEE_TOKEN,
  PIECES,
  PLAIN,
  TROUBLES,
  type EvmWorld,
} from '../../../../../test/support/evm-world.ts'
import contractSource from './contract-source.ts'
import ensResolve from './ens-resolve.ts'
import nftToken from './nft-token.ts'
import txSimulate from './tx-simulate.ts'

let world: EvmWorld
beforeAll(async () => {
  world = await evmWorld()
})

const ABI = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function put(address to, uint256 amount)',
  'function text()',
  'function pay(string note)',
])
const dataOf = (functionName: 'transfer' | 'approve' | 'put', who: string, amount: bigint) =>
  encodeFunctionData({ abi: ABI, functionName, args: [who as `0x${string}`, amount] })
const simulate = async (input: Record<string, unknown>) => runExample(txSimulate, input)

test('what a token keeps for itself shows in the balances, and nothing is sent', async () => {
  const data = dataOf('transfer', BOB, 1_000n)
  const read = await simulate({ from: ALICE, to: FEE_TOKEN, data })
  expect(read).toMatchObject({ success: true, method: 'eth_simulateV1', revertReason: null })
  const of = (account: string) =>
    (read['balanceChanges'] as { account: string; amountBase: string }[]).find(
      (one) => one.account.toLowerCase() === account.toLowerCase(),
    )
  expect(of(ALICE)).toMatchObject({ amount: '-0.000000000000001', measured: true })
  expect(of(BOB)).toMatchObject({ amountBase: '990' })
  expect(of(FEE_TOKEN)).toMatchObject({ amountBase: '10' })
  expect(await simulate({ from: ALICE, to: FEE_TOKEN, data })).toMatchObject({ success: true })
})

test('a balance that changes without an event is reported for the sender', async () => {
  const data = dataOf('put', ALICE, 7n)
  const read = await simulate({ from: ALICE, to: PLAIN, data })
  const changes = read['balanceChanges'] as { amountBase: string; measured: boolean }[]
  expect(read).toMatchObject({ transfers: [] })
  expect(changes).toEqual([expect.objectContaining({ account: ALICE, measured: true })])
})

test('the native coin, an approval, a revert and a missing balance are reported', async () => {
  const paid = await simulate({ from: ALICE, to: BOB, valueWei: '5' })
  expect(paid).toMatchObject({
    transfers: [{ token: null, standard: 'native', symbol: 'ETH', amount: '0.000000000000000005' }],
    balanceChanges: [
      { account: ALICE, token: null, amountBase: '-5' },
      { account: BOB, token: null, amountBase: '5' },
    ],
  })
  const data = dataOf('approve', BOB, 2n ** 256n - 1n)
  const approved = await simulate({ from: ALICE, to: BASE_USDC, data })
  expect(approved).toMatchObject({ approvals: [{ spender: BOB, isUnlimited: true }] })
  const text = encodeFunctionData({ abi: ABI, functionName: 'text' })
  expect(await simulate({ to: TROUBLES, data: text })).toMatchObject({
    success: false,
    revertReason: 'not today',
    balanceChanges: [],
  })
  const poor = '0x00000000000000000000000000000000000000f0'
  expect(await simulate({ from: poor, to: BOB, valueWei: '5' })).toMatchObject({ success: false })
  const stateOverrides = { [poor]: { balance: '100' } }
  expect(await simulate({ from: poor, to: BOB, valueWei: '5', stateOverrides })).toMatchObject({
    success: true,
  })
})

test.each([
  [{ to: BOB, stateOverrides: { [BOB]: { balance: 'much' } } }, /balance: must be a whole/],
  [{ to: BOB, stateOverrides: { bob: {} } }, /stateOverrides/],
  [{ to: BOB, valueWei: String(2n ** 256n) }, /valueWei: must be below/],
  [{ to: 'bob' }, /to: must be an EVM address/],
])('%j is refused', async (input, reason) => {
  await expect(simulate(input)).rejects.toThrow(reason)
})

test('metadata is read from a token, from IPFS, and is null where there is none', async () => {
  const of = async (token: string, tokenId: string) => runExample(nftToken, { token, tokenId })
  expect(await of(PIECES, '2')).toMatchObject({
    owner: BOB,
    metadata: { name: 'Piece #1' },
    royaltyPct: 5,
    totalSupply: '3',
  })
  await expect(of(PIECES, '9')).rejects.toThrow(/no token 9/)
  await expect(of(PLAIN, '1')).rejects.toThrow(/does not say that it is an NFT/)
  const own = '0x0000000000000000000000000000000000071001'
  await world.plant(own, 'Piece')
  const put = async (uri: string) => world.run(own, 'put(address, string)', [ALICE, uri])
  await put(`data:application/json;base64,${Buffer.from('{"name":"In"}').toString('base64')}`)
  expect(await of(own, '1')).toMatchObject({ metadata: { name: 'In' }, owner: ALICE })
  for (const [uri, problem] of [
    ['data:application/json,[1]', /not token metadata/],
    ['data:application/json,{"a":1}', /not token metadata/],
    ['ftp://a/b', /Only data:, ipfs: and http/],
    ['ipfs://nonsense', /no valid IPFS id/],
    ['https://example.com/none.json', /answered 404/],
    [`ipfs://${'b'.padEnd(59, 'a')}`, /no node offers/],
  ] as const) {
    await put(uri)
    expect(await of(own, '1')).toMatchObject({
      metadata: null,
      metadataProblem: expect.stringMatching(problem),
    })
  }
})

test(
  'names resolve to addresses, and addresses to names that resolve back',
  { tags: 'long' },
  async () => {
    const of = async (name: string) => runExample(ensResolve, { name })
    expect(await of('Vitalik.ETH')).toMatchObject({
      name: 'vitalik.eth',
      address: ALICE,
      primaryName: 'vitalik.eth',
      textRecords: { url: 'https://vitalik.example' },
      expired: false,
      network: 'ethereum',
      offchain: false,
    })
    expect(await of('alice.base.eth')).toMatchObject({ address: ALICE, network: 'base' })
    expect(await of(ALICE)).toMatchObject({ primaryName: 'vitalik.eth' })
    expect(await of(BOB)).toMatchObject({ address: BOB, name: null, primaryName: null })
    await expect(of('nobody.eth')).rejects.toThrow(/not registered/)
    await expect(of('vitalik')).rejects.toThrow(/such as vitalik.eth/)
    await expect(of('a..eth')).rejects.toThrow(/such as vitalik.eth/)
  },
)

test('a gateway outside the chain is asked as the resolver demands', { tags: 'long' }, async () => {
  const resolver = '0x0000000000000000000000000000000000ccc1b0'
  const registry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'
  const thrown = encodeAbiParameters(
    [
      { type: 'address' },
      { type: 'string[]' },
      { type: 'bytes' },
      { type: 'bytes4' },
      { type: 'bytes' },
    ],
    [
      resolver,
      ['http://plain.example/{data}', 'https://gateway.example/{sender}/{data}.json'],
      '0x1234',
      '0xabcdef01',
      '0x',
    ],
  ).slice(2)
  const word = BOB.slice(2).toLowerCase().padStart(64, '0')
  await world.rpc('anvil_setCode', [resolver, offchain(`556f1830${thrown}`, word)])
  // The registry keeps resolvers in its first slot, by node.
  const slot = keccak256(
    encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [namehash('far.eth'), 0n]),
  )
  await world.rpc('anvil_setStorageAt', [
    registry,
    slot,
    `0x${resolver.slice(2).padStart(64, '0')}`,
  ])
  expect(await runExample(ensResolve, { name: 'far.eth' })).toMatchObject({
    address: BOB,
    offchain: true,
  })
})

/** Reverts with the same bytes for every call, and answers a word to the callback. */
function offchain(thrown: string, word: string): string {
  const length = (thrown.length / 2).toString(16).padStart(4, '0')
  // Compares the first four bytes of calldata with the callback: answers the word, or reverts.
  const head = `5f3560e01c63abcdef0114`
  const back = `5b7f${word}5f5260205ff3`
  const throwing = (at: string) => `61${length}61${at}5f3961${length}5ffd`
  const start = head.length / 2 + 4
  const throwBytes = throwing('0000').length / 2
  const backAt = (start + throwBytes).toString(16).padStart(4, '0')
  const dataAt = (start + throwBytes + back.length / 2).toString(16).padStart(4, '0')
  return `0x${head}61${backAt}57${throwing(dataAt)}${back}${thrown}`
}

test('an unpublished source is no fault, and a missing file is one', async () => {
  const of = async (input: Record<string, unknown>) => runExample(contractSource, input)
  expect(await of({ address: PLAIN })).toMatchObject({ verified: false, abi: [], sources: {} })
  const all = await of({ address: BASE_USDC })
  expect(Object.keys(all['sources'] as object)[0]).toBe('src/FiatTokenProxy.sol')
  await expect(of({ address: BASE_USDC, sourceFile: 'x.sol' })).rejects.toThrow(/FiatTokenProxy/)
  await expect(of({ address: BASE_USDC, network: 'celo' })).rejects.toThrow(
    /network: must be one that Sourcify/,
  )
})
