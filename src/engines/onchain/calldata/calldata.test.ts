import { encodeAbiParameters, encodeFunctionData, parseAbi, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { abiOf, abiItemOf, typesOf } from './codec.ts'
import { decodeCall } from './decode.ts'
import { decodeLog } from './logs.ts'
import { movementsIn } from './movements.ts'
import { decodeError } from './reverts.ts'

const A = '0x2222222222222222222222222222222222222222'
const B = '0x3333333333333333333333333333333333333333'
const ABI = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function multicall(bytes[] data)',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
  'function multiSend(bytes transactions)',
])
const transfer = (amount: bigint): Hex =>
  encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [A, amount] })

test('a call is decoded by known signatures, with all digits', async () => {
  const big = 2n ** 255n + 1n
  expect(await decodeCall(transfer(big))).toMatchObject({
    selector: '0xa9059cbb',
    signature: 'transfer(address,uint256)',
    from: 'known',
    args: [
      { name: 'to', type: 'address', value: A },
      { name: 'amount', type: 'uint256', value: String(big) },
    ],
    trailingBytes: 0,
    nested: [],
  })
})

test('nested calls are read with their contracts', async () => {
  const inner = encodeFunctionData({
    abi: ABI,
    functionName: 'aggregate3',
    args: [[{ target: B, allowFailure: true, callData: transfer(7n) }]],
  })
  const data = encodeFunctionData({ abi: ABI, functionName: 'multicall', args: [[inner, '0x']] })
  const { nested } = await decodeCall(data)
  expect(nested).toMatchObject([
    {
      at: 'data[0]',
      to: null,
      call: { nested: [{ at: 'calls[0].callData', to: B, call: { name: 'transfer' } }] },
    },
  ])
})

test('the batches of a Safe are read', async () => {
  const call = transfer(5n).slice(2)
  const one = `00${A.slice(2)}${'0'.repeat(64)}${(call.length / 2).toString(16).padStart(64, '0')}${call}`
  const data = encodeFunctionData({ abi: ABI, functionName: 'multiSend', args: [`0x${one}${one}`] })
  const { nested } = await decodeCall(data)
  expect(nested.map(({ at, to, call: inner }) => [at, to, inner.name])).toEqual([
    ['transactions[0]', A, 'transfer'],
    ['transactions[1]', A, 'transfer'],
  ])
})

test('calls below the depth limit are left out, and the answer says so', async () => {
  let data = transfer(1n)
  for (let depth = 0; depth < 8; depth += 1)
    data = encodeFunctionData({ abi: ABI, functionName: 'multicall', args: [[data]] })
  const read = await decodeCall(data)
  expect(read.isCut).toBe(true)
  let depth = 0
  for (let at = read; at.nested[0]; at = at.nested[0].call) depth += 1
  expect(depth).toBe(4)
})

test('a signature that encodes into other bytes is not a candidate', async () => {
  const lookup = async () => ['transfer(address,uint256)', 'many_msg_babbage(bytes1)']
  const foreign: Hex = `0xa9059cbb${'ff'.repeat(64)}`
  expect(await decodeCall(foreign, { lookup })).toMatchObject({ signature: null, candidates: [] })
  const behind = await decodeCall(`${transfer(1n)}deadbeef`)
  expect(behind).toMatchObject({ name: 'transfer', trailingBytes: 4 })
})

test('a signature from a lookup is marked as a candidate', async () => {
  const asked: string[] = []
  const lookup = async (selector: string) => (asked.push(selector), ['claimPrize(uint256)'])
  const item = parseAbi(['function claimPrize(uint256)'])
  const data = encodeFunctionData({ abi: item, functionName: 'claimPrize', args: [3n] })
  expect(await decodeCall(data, { lookup })).toMatchObject({ from: 'lookup', name: 'claimPrize' })
  expect(asked).toHaveLength(1)
})

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const topic = (address: string) => `0x${address.slice(2).padStart(64, '0')}`

test('a transfer of an NFT is distinguished from one of an amount', async () => {
  const amount = { address: B, topics: [TRANSFER, topic(A), topic(B)], data: topic('0x64') }
  const piece = { address: B, topics: [...amount.topics, topic('0x64')], data: '0x' }
  const { transfers } = await movementsIn([amount, piece])
  expect(
    transfers.map(({ standard, amountBase, tokenId }) => [standard, amountBase, tokenId]),
  ).toEqual([
    ['erc20', '100', null],
    ['erc721', null, '100'],
  ])
  expect(await decodeLog({ ...amount, topics: [TRANSFER] })).toBeNull()
})

test('a revert is reported in words', async () => {
  const text = encodeAbiParameters([{ type: 'string' }], ['not enough'])
  expect((await decodeError(`0x08c379a0${text.slice(2)}`)).reason).toBe('not enough')
  const panic = encodeAbiParameters([{ type: 'uint256' }], [17n])
  expect((await decodeError(`0x4e487b71${panic.slice(2)}`)).reason).toMatch(/overflow/)
  expect((await decodeError('0xdeadbeef')).reason).toBe('unknown error 0xdeadbeef')
  expect((await decodeError('0x')).reason).toBeNull()
})

test.each([
  ['transfer(address,uint999)', /signature/],
  ['transfer(address', /signature/],
  [`f(${'('.repeat(40)}uint256${')'.repeat(40)})`, /deep/],
  ['', /signature/],
])('%s is not a signature', async (text, problem) => {
  await expect(abiItemOf('signature', text)).rejects.toThrow(problem)
})

test.each([
  [[{ type: 'function', name: 'f', inputs: [{ type: 'uint7' }] }], /inputs\.0\.type/],
  [[{ type: 'function', name: 'f', inputs: [{ type: 'tuple' }] }], /components/],
  [[{ type: 'function', name: 'f()', inputs: [] }], /name/],
  ['{"abi":', /no JSON/],
  [42, /must be the JSON/],
])('a malformed ABI is refused with the name of its field', async (abi, problem) => {
  await expect(abiOf('abi', abi)).rejects.toThrow(problem)
})

test('types are read one by one, and several in one text', async () => {
  expect(
    (await typesOf('types', ['uint256', '(address to, bytes data)[]', 'bool,string'])).map(
      ({ type }) => type,
    ),
  ).toEqual(['uint256', 'tuple[]', 'bool', 'string'])
  await expect(typesOf('types', ['uint257'])).rejects.toThrow(/types\.0/)
})
