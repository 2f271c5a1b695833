import { encodeFunctionData, parseAbi, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { plainAnswer, runTool, trialFor } from '../src/selling/call/run.ts'
import { parseInput } from '../src/selling/call/input.ts'
import { catalogOfTools } from './support/catalog.ts'
import { AT, ALICE, BASE_USDC, BOB, evmWorld, FEE_TOKEN } from './support/evm-world.ts'
import { worldFor } from './support/world.ts'

/** Payments and wallets against a real chain, with the contracts of others planted on it. */
const { tools } = await catalogOfTools()
const chain = await evmWorld()
const PAYER = { rail: 'test', wallet: '0x00000000000000000000000000000000000000aa' } as const
/** The first key of anvil's test mnemonic, which holds ALICE. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const NOBODY = '0x00000000000000000000000000000000000a0a0a'

async function run(slug: string, input: unknown): Promise<Record<string, unknown>> {
  const tool = tools.find((one) => one.slug === slug)!
  const world = await worldFor(tool, Date.parse(AT))
  const { value } = parseInput(tool, input as Record<string, unknown>)
  return plainAnswer(await runTool(tool, value, trialFor(PAYER), world)) as never
}

const send = chain.run

const ERC20 = parseAbi([
  'function transfer(address, uint256) returns (bool)',
  'function approve(address, uint256) returns (bool)',
])

test('the chain proves a payment: payer, payee, amount and genuine token', async () => {
  const txHash = await send(BASE_USDC, 'transfer(address, uint256)', [BOB, 12_500n])
  const paid = await run('x402-verify', { txHash, payTo: BOB, minAmount: 0.0125 })
  expect(paid).toMatchObject({
    settled: true,
    paidTo: true,
    paidAmount: '0.0125',
    paidEnough: true,
  })
  expect(paid['transfers']).toMatchObject([{ symbol: 'USDC', genuine: true, from: ALICE, to: BOB }])
  const less = await run('x402-verify', { txHash, payTo: BOB, minAmount: 0.0126 })
  expect(less).toMatchObject({
    settled: false,
    paidEnough: false,
    problems: ['the transaction paid less than minAmount'],
  })
  const other = await run('x402-verify', { txHash, payTo: NOBODY })
  expect(other).toMatchObject({ settled: false, paidTo: false, paidAmount: '0' })
  expect(await run('tx-status', { txHash })).toMatchObject({ status: 'success', from: ALICE })
  const balance = await run('usdc-balance', { address: BOB })
  expect(Number(balance['balance'])).toBeGreaterThanOrEqual(0.0125)
})

test('another token, a reverted transfer and an unknown transaction prove nothing', async () => {
  const foreign = await send(FEE_TOKEN, 'transfer(address, uint256)', [BOB, 10n ** 15n])
  expect(await run('x402-verify', { txHash: foreign, payTo: BOB })).toMatchObject({
    found: true,
    settled: false,
    problems: ['the transaction moved no genuine stablecoin'],
  })
  const tooMuch = await send(BASE_USDC, 'transfer(address, uint256)', [BOB, 2n ** 200n])
  expect(await run('x402-verify', { txHash: tooMuch, payTo: BOB })).toMatchObject({
    reverted: true,
    settled: false,
  })
  expect(await run('tx-status', { txHash: tooMuch })).toMatchObject({ status: 'failed' })
  const txHash = `0x${'ee'.repeat(32)}`
  expect(await run('x402-verify', { txHash })).toMatchObject({ found: false, settled: false })
  expect(await run('tx-status', { txHash })).toMatchObject({ status: 'not_found' })
})

test('the chain executes a built transaction as described', async () => {
  const input = { from: ALICE, to: NOBODY, amount: '0.25', token: BASE_USDC }
  const built = await run('transfer-build', input)
  expect(built).toMatchObject({
    willSucceed: true,
    genuine: true,
    amountBase: '250000',
    symbol: 'USDC',
  })
  expect(built['feeUsd']).toBeGreaterThan(0)
  expect(built['feeUsd']).toBeLessThan(10)
  const { transaction } = built as { transaction: Record<string, string> }
  expect(transaction['data']).toBe(
    encodeFunctionData({ abi: ERC20, functionName: 'transfer', args: [NOBODY, 250_000n] }),
  )
  const account = privateKeyToAccount(KEY)
  const rawTransaction = await account.signTransaction({
    type: 'eip1559',
    chainId: 8453,
    to: transaction['to'] as Hex,
    data: transaction['data'] as Hex,
    nonce: Number(transaction['nonce']),
    gas: BigInt(transaction['gas'] ?? 0),
    maxFeePerGas: BigInt(transaction['maxFeePerGas'] ?? 0),
    maxPriorityFeePerGas: BigInt(transaction['maxPriorityFeePerGas'] ?? 0),
  })
  const sent = await run('tx-broadcast', { rawTransaction })
  expect(sent).toMatchObject({ status: 'sent', blockNumber: null, from: ALICE })
  await chain.mined(String(sent['txHash']))
  expect(await run('usdc-balance', { address: NOBODY })).toMatchObject({ balance: '0.25' })
  expect(await run('tx-broadcast', { rawTransaction })).toMatchObject({ status: 'known' })
  const waited = await run('tx-broadcast', { rawTransaction, waitSeconds: 5 })
  expect(waited).toMatchObject({ status: 'success', blockNumber: expect.any(Number) })
  const again = run('tx-broadcast', { rawTransaction, network: 'ethereum' })
  await expect(again).rejects.toThrow('network: ')
})

test('a transfer that cannot succeed is reported before it is signed', async () => {
  const poor = await run('transfer-build', { from: NOBODY, to: BOB, amount: '5', token: BASE_USDC })
  expect(poor).toMatchObject({ willSucceed: false })
  expect(String(poor['warnings'])).toContain('it fails at this block')
  const lost = await run('transfer-build', {
    from: ALICE,
    to: BASE_USDC,
    amount: '1',
    token: BASE_USDC,
  })
  expect(String(lost['warnings'])).toContain('the contract of the token itself')
  const none = run('transfer-build', { from: ALICE, to: BOB, amount: '1', token: NOBODY })
  await expect(none).rejects.toThrow('token: must be an ERC-20 token')
})

test('an approval and its revocation are built and read', async () => {
  const given = { from: ALICE, spender: BOB, token: BASE_USDC, amount: 'unlimited' }
  const built = await run('approve-build', given)
  expect(built).toMatchObject({ newAllowance: 'unlimited', revoke: false })
  expect(String(built['warnings'])).toContain('unlimited')
  await send(BASE_USDC, 'approve(address, uint256)', [BOB, 3_000_000n])
  const read = await run('wallet-allowance', { owner: ALICE, spender: BOB, token: BASE_USDC })
  expect(read).toMatchObject({ allowance: '3', unlimited: false, permit2: null })
  const revoked = await run('approve-build', { ...given, amount: '0' })
  expect(revoked).toMatchObject({ revoke: true, currentAllowance: '3', newAllowance: '0' })
})

test('nonces count sent transactions', async () => {
  const before = await run('wallet-nonce', { address: ALICE })
  await send(BASE_USDC, 'transfer(address, uint256)', [BOB, 1n])
  const after = await run('wallet-nonce', {
    address: ALICE,
    authorizationNonce: `0x${'01'.repeat(32)}`,
  })
  expect(after).toMatchObject({
    latest: Number(before['latest']) + 1,
    stuck: 0,
    authorizationUsed: false,
  })
})

test('signatures of keys and of contract wallets are checked', async () => {
  const account = privateKeyToAccount(KEY)
  const signature = await account.signMessage({ message: 'hello' })
  const asked = { address: ALICE, message: 'hello', signature }
  expect(await run('signature-verify-onchain', asked)).toMatchObject({ valid: true, method: 'eoa' })
  const other = { ...asked, address: BOB }
  expect(await run('signature-verify-onchain', other)).toMatchObject({
    valid: false,
    method: 'eoa',
  })
  // The smallest contracts that say yes, as ERC-1271 has it, and no.
  const [yes, no] = [
    '0x00000000000000000000000000000000001271aa',
    '0x00000000000000000000000000000000001271bb',
  ]
  await chain.rpc('anvil_setCode', [yes, '0x631626ba7e60e01b60005260206000f3'])
  await chain.rpc('anvil_setCode', [no, '0x600060005260206000f3'])
  for (const [address, valid] of [
    [yes, true],
    [no, false],
  ] as const)
    expect(await run('signature-verify-onchain', { ...asked, address })).toMatchObject({
      valid,
      method: 'erc1271',
    })
})

test('a fee is gas times the gas price, plus the charge for data', async () => {
  const told = await run('gas-estimate', { gas: 100_000 })
  const history = (await chain.rpc('eth_feeHistory', ['0x5', 'latest', [50]])) as {
    baseFeePerGas: string[]
  }
  expect(told).toMatchObject({ dataFee: 'apart', l1FeeNative: '0.000001234567890123' })
  const { baseFeeGwei, tipGwei, gasFeeNative, feeNative, feeUsd } = told as Record<string, number>
  // One block later, the base fee is an eighth apart at most.
  const next = Number(history.baseFeePerGas.at(-1)) / 1e9
  expect(Math.abs(next - Number(baseFeeGwei))).toBeLessThanOrEqual(next / 4)
  expect(Number(gasFeeNative)).toBeCloseTo((Number(baseFeeGwei) + Number(tipGwei)) * 1e-4, 12)
  expect(Number(feeNative) - Number(gasFeeNative)).toBeCloseTo(0.000001234567890123, 15)
  expect(feeUsd).toBe(Number((Number(feeNative) * 3_000).toPrecision(4)))
  // Arbitrum has no oracle of bytes: its nodes put them into the gas.
  expect(await run('gas-estimate', { network: 'arbitrum' })).toMatchObject({
    dataFee: 'in-gas',
    l1FeeNative: null,
    feeUsd: null,
  })
})
