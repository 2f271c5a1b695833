import { encodeFunctionData, parseAbi } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import {
  ALICE,
  BASE_USDC,
  BOB,
  evmWorld,
  FEE_TOKEN,
  OLD,
  PIECES,
  PLAIN,
  PROXY,
  TROUBLES,
  type EvmWorld,
} from '../../../../../test/support/evm-world.ts'
import blockInfo from './block-info.ts'
import contractCall from './contract-call.ts'
import contractCode from './contract-code.ts'
import eventLogs from './event-logs.ts'
import tokenMetadata from './token-metadata.ts'
import txInspect from './tx-inspect.ts'

/** All tests use one real chain, with contracts made for them. */
let world: EvmWorld
beforeAll(async () => {
  world = await evmWorld()
})

const inspect = async (txHash: string) => runExample(txInspect, { txHash })

test('the part of a transfer that a token keeps is reported', async () => {
  const hash = await world.run(FEE_TOKEN, 'transfer(address, uint256)', [BOB, 1_000n])
  const { transfers, status, method } = await inspect(hash)
  expect({ status, method }).toEqual({ status: 'success', method: 'transfer(address,uint256)' })
  expect(transfers).toMatchObject([
    { to: BOB, amountBase: '990', amount: null, symbol: null },
    { amountBase: '10' },
  ])
})

test.each([
  ['text()', [], 'not today'],
  ['panic(uint256)', [0n], /division/],
  ['custom()', [], /unknown error/],
  ['silent()', [], /revert/],
] as const)('the reason why %s failed is reported', async (signature, args, reason) => {
  const hash = await world.run(TROUBLES, signature, args)
  const read = await inspect(hash)
  expect(read).toMatchObject({ status: 'reverted', transfers: [] })
  expect(read['revertReason']).toMatch(reason)
})

test('a multicall, a self-destructed contract and a plain payment are explained', async () => {
  const abi = parseAbi(['function multicall(bytes[])', 'function two()'])
  const two = encodeFunctionData({ abi, functionName: 'two' })
  const many = await world.run(TROUBLES, 'multicall(bytes[])', [[two]])
  expect(await inspect(many)).toMatchObject({ status: 'success', method: 'multicall(bytes[])' })
  const mortal = '0x000000000000000000000000000000000000dead'
  await world.plant(mortal, 'Troubles')
  const end = await world.run(mortal, 'end(address)', [BOB])
  expect(await inspect(end)).toMatchObject({ status: 'success', transfers: [] })
  const paid = await world.send({ to: BOB, value: 5n })
  expect(await inspect(paid)).toMatchObject({
    method: null,
    valueNative: '0.000000000000000005',
    from: ALICE.toLowerCase(),
  })
})

test('a waiting transaction is pending, and an unknown one is not found', async () => {
  await world.rpc('evm_setAutomine', [false])
  const hash = await world.send({ to: BOB, value: 1n })
  expect(await inspect(hash)).toMatchObject({ status: 'pending', blockNumber: null })
  await world.rpc('evm_setAutomine', [true])
  await world.rpc('evm_mine')
  await expect(inspect(`0x${'ee'.repeat(32)}`)).rejects.toThrow(/txHash: is unknown on/)
})

test('the amount of a genuine token is in its units', async () => {
  const hash = await world.run(BASE_USDC, 'transfer(address, uint256)', [BOB, 1_500_000n])
  const { transfers } = await inspect(hash)
  expect(transfers).toMatchObject([{ symbol: 'USDC', amount: '1.5', amountBase: '1500000' }])
})

test('a proxy, an NFT and a wallet are told apart', async () => {
  const codeOf = async (address: string) => runExample(contractCode, { address })
  expect(await codeOf(PROXY)).toMatchObject({
    isContract: true,
    proxy: { kind: 'EIP-1967', admin: ALICE },
  })
  expect((await codeOf(PROXY))['proxy']).toMatchObject({
    implementation: expect.stringMatching(new RegExp(PLAIN, 'i')),
  })
  const { standards } = await codeOf(PIECES)
  expect(standards).toEqual(['ERC-165', 'ERC-721', 'ERC-721 metadata', 'ERC-2981 royalties'])
  expect(await codeOf(BOB)).toMatchObject({ isContract: false, proxy: null, codeHash: null })
})

test('modern tokens, early tokens and namesakes are recognised', async () => {
  const of = async (token: string) => runExample(tokenMetadata, { token })
  expect(await of(BASE_USDC)).toMatchObject({
    symbol: 'USDC',
    genuine: true,
    decimals: 6,
    supportsPermit: true,
    supportsEip3009: true,
    eip712Domain: { name: 'USD Coin', version: '2', chainId: 8453 },
  })
  expect(await of(OLD)).toMatchObject({ symbol: 'MKR', totalSupply: '5', supportsPermit: false })
  const twin = '0x000000000000000000000000000000000000abcd'
  await world.plant(twin, 'PlainToken')
  const init = 'init(string, string, uint8, uint256, address)'
  await world.run(twin, init, ['USD Coin', 'USDC', 6, 1n, ALICE])
  expect(await of(twin)).toMatchObject({ genuine: false, owner: ALICE })
  await expect(of(BOB)).rejects.toThrow(/no code/)
})

test('a call answers several values, a revert, and a fault for wrong types', async () => {
  const call = async (signature: string, args: readonly unknown[] = []) =>
    runExample(contractCall, { address: TROUBLES, function: signature, args })
  expect(await call('two() view returns (uint256 big, address who, bytes data)')).toMatchObject({
    decoded: { big: String(2n ** 256n - 1n), data: '0xc0ffee' },
    reverted: false,
  })
  expect(await call('text() view')).toMatchObject({ reverted: true, revertReason: 'not today' })
  await expect(call('two() view returns (string)')).rejects.toThrow(/the return types do not fit/)
  await expect(call('panic(uint256)')).rejects.toThrow(/args: must hold 1/)
})

test('logs are filtered by indexed arguments, and cut at the limit', async () => {
  const event = 'event Transfer(address indexed from, address indexed to, uint256 value)'
  const carol = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  for (const amount of [100n, 200n, 300n])
    await world.run(FEE_TOKEN, 'transfer(address, uint256)', [carol, amount])
  const ask = { address: FEE_TOKEN, event, args: { to: carol } }
  const all = await runExample(eventLogs, ask)
  expect(all).toMatchObject({ count: 3, truncated: false, nextFromBlock: null })
  const cut = await runExample(eventLogs, { ...ask, limit: 2 })
  expect(cut).toMatchObject({ count: 2, truncated: true, nextFromBlock: expect.any(Number) })
  await expect(runExample(eventLogs, { ...ask, args: { value: 1 } })).rejects.toThrow(/args\.value/)
  await expect(runExample(eventLogs, {})).rejects.toThrow(/address or event/)
})

test('the last block at a moment is found by the times of blocks', async () => {
  for (const second of [3, 11, 20]) {
    const atIso = new Date(Date.parse('2026-01-01T00:00:00Z') + second * 1_000).toISOString()
    expect(await runExample(blockInfo, { atIso })).toMatchObject({ number: second, timeIso: atIso })
  }
  const early = runExample(blockInfo, { atIso: '2020-01-01T00:00:00Z' })
  await expect(early).rejects.toThrow(/before the first block/)
})
