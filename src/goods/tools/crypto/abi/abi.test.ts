import { encodeAbiParameters, getContractAddress, hashTypedData, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import abiDecode from './abi-decode.ts'
import abiEncode from './abi-encode.ts'
import addressDerive from './address-derive.ts'
import solidityScan from './solidity-scan.ts'
import tokenAmount from './token-amount.ts'
import typedDataHash from './typed-data-hash.ts'

/** The example of EIP-712 itself, with the key of "cow". */
const MAIL = {
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
} as const

test('the example of EIP-712 has its digest and its signer', async () => {
  const key: Hex = '0xc85ef7d79691fe79573b1a7064c19c1a9819ebdbd1faaab1a8ec92344438aaf4'
  const signature = await privateKeyToAccount(key).signTypedData(MAIL)
  expect(await runExample(typedDataHash, { typedData: MAIL, signature })).toMatchObject({
    digest: '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2',
    domainSeparator: '0xf2cee375fa42b42143804025fc449deafd50cc031ca257e0b194a650a912090f',
    structHash: '0xc52c0ee5d84264471806290a3f2c4cecfc5490626bf912d01f240d7a274b371e',
    encodedType: 'Mail(Person from,Person to,string contents)Person(string name,address wallet)',
    signer: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826',
    problems: [],
  })
})

test('lists are hashed as viem does, and members that are not signed are named', async () => {
  const types = {
    A: [
      { name: 'n', type: 'uint256[2]' },
      { name: 'p', type: 'B[]' },
    ],
    B: [{ name: 'd', type: 'bytes' }],
  }
  const message = { n: ['1', '2'], p: [{ d: '0x00ff' }, { d: '0x' }] }
  const typedData = { domain: {}, types, primaryType: 'A', message: { ...message, to: 'thief' } }
  const { digest, problems } = await runExample(typedDataHash, { typedData })
  const digits = { n: [1n, 2n] as const, p: message.p as { d: Hex }[] }
  expect(digest).toBe(hashTypedData({ domain: {}, types, primaryType: 'A', message: digits }))
  expect(problems).toContain('typedData.message.to: is in no type, so it is not signed.')
})

test('addresses of create, create3 and safe are derived', async () => {
  const deployer = '0x6ac7ea33f8831ea9dcc53393aaa88b25a785dbf0'
  const nonces = ['0', '1', '2'].map(async (nonce) =>
    runExample(addressDerive, { kind: 'create', deployer, nonce }),
  )
  // The addresses that Ethereum's own documentation and tests give for this account.
  expect((await Promise.all(nonces)).map(({ address }) => address)).toEqual([
    '0xcd234A471b72ba2F1Ccf0A70FCABA648a5eeCD8d',
    '0x343c43A37D37dfF08AE8C4A11544c718AbB4fCF8',
    '0xf778B86FA74E846c4f0a1fBd1335FE81c00a0C91',
  ])
  const salt = `0x${'11'.repeat(32)}` as const
  const { address } = await runExample(addressDerive, { kind: 'create3', deployer, salt })
  const from = getContractAddress({
    opcode: 'CREATE2',
    from: deployer,
    salt,
    bytecode: '0x67363d3d37363d34f03d5260086018f3',
  })
  expect(address).toBe(getContractAddress({ opcode: 'CREATE', from, nonce: 1n }))
})

test('all forms of a public key have the same address', async () => {
  const { publicKey, address } = privateKeyToAccount(`0x${'07'.repeat(32)}`)
  const short = `0x0${Number.parseInt(publicKey.slice(-2), 16) % 2 === 0 ? 2 : 3}${publicKey.slice(4, 68)}`
  for (const form of [publicKey, `0x${publicKey.slice(4)}`, short])
    expect(await runExample(addressDerive, { kind: 'pubkey', publicKey: form })).toMatchObject({
      address,
    })
})

test.each([
  [abiEncode, { types: ['uint8'], values: [256] }, /values\.0: must be a whole number/],
  [abiEncode, { types: ['uint256'], values: [2 ** 53] }, /values\.0/],
  [abiEncode, { types: ['bytes4'], values: ['0x01'] }, /4 bytes/],
  [abiEncode, { types: ['address'], values: [`0x${'g'.repeat(40)}`] }, /values\.0/],
  [abiEncode, { signature: 'f(uint256)', values: [] }, /values: must hold 1/],
  [abiEncode, { values: [] }, /signature/],
  [abiEncode, { types: ['(uint256)'], values: [[1]], packed: true }, /packed/],
  [abiDecode, { data: '0x01', types: ['uint256'] }, /data: is not an encoding/],
  [abiDecode, { data: '0xdeadbeef', kind: 'error' }, /neither/],
  [abiDecode, { data: '0x', kind: 'event' }, /topics/],
  [abiDecode, { data: '0x' }, /types/],
  [addressDerive, { kind: 'create2', deployer: `0x${'1'.repeat(40)}` }, /salt/],
  [addressDerive, { kind: 'pubkey', publicKey: `0x02${'f'.repeat(64)}` }, /publicKey/],
  [tokenAmount, { value: '1.0000001', decimals: 6 }, /has 7 decimals/],
  [tokenAmount, { value: '1e18' }, /decimal number/],
  [tokenAmount, { value: '1.5', mode: 'fromBase' }, /whole number/],
  [typedDataHash, { typedData: { ...MAIL, message: {} } }, /message\.from: is missing/],
  [typedDataHash, { typedData: { ...MAIL, primaryType: 'Nobody' } }, /primaryType/],
  [typedDataHash, { typedData: MAIL, signature: '0x00' }, /65 bytes/],
  [solidityScan, { source: 'contract {' }, /not Solidity/],
  [solidityScan, { source: '('.repeat(300) }, /200 deep/],
] as const)('input %# is refused with the name of the field', async (tool, input, problem) => {
  await expect(runExample(tool, input)).rejects.toThrow(problem)
})

test('an encoding whose offsets point far ahead is decoded or refused in time', async () => {
  const far = `0x${'20'.padStart(64, '0')}${'f'.repeat(64)}`
  await expect(runExample(abiDecode, { data: far, types: ['uint256[]'] })).rejects.toThrow(/data/)
  const many = encodeAbiParameters([{ type: 'uint256[]' }], [Array.from({ length: 900 }, () => 1n)])
  const { values } = await runExample(abiDecode, { data: many, types: ['uint256[]'] })
  expect((values as readonly unknown[][])[0]).toHaveLength(900)
})

test('each rule of the scan finds its danger, and a guarded bank gives no finding', async () => {
  const bank = (guard: string) => `pragma solidity 0.8.24;
contract Bank {
  mapping(address => uint256) public held;
  function take() external ${guard} {
    uint256 amount = held[msg.sender];
    (bool ok, ) = msg.sender.call{value: amount}("");
    require(ok);
    held[msg.sender] = 0;
  }
}`
  const rulesOf = async (source: string) =>
    ((await runExample(solidityScan, { source }))['findings'] as { rule: string }[]).map(
      ({ rule }) => rule,
    )
  expect(await rulesOf(bank(''))).toContain('reentrancy')
  expect(await rulesOf(bank('nonReentrant'))).not.toContain('reentrancy')
  expect(
    await rulesOf(`pragma solidity ^0.7.0;
contract T {
  function a(address t) public { require(tx.origin == t); t.delegatecall(""); }
  function b(bytes memory x) public returns (bytes32) { return keccak256(abi.encodePacked(x, x)); }
  function c() public view returns (uint256) { return uint256(blockhash(block.number - 1)); }
  function d(address payable p) public { p.transfer(1); }
}`),
  ).toEqual(
    expect.arrayContaining([
      'tx-origin',
      'delegatecall',
      'unchecked-call',
      'packed-hash',
      'weak-randomness',
      'unprotected-ether',
      'send-or-transfer',
      'old-compiler',
      'floating-pragma',
    ]),
  )
})

test('what a kind of address does not use is refused', async () => {
  const deployer = '0x0000000000000000000000000000000000000001'
  await expect(
    runExample(addressDerive, {
      kind: 'create',
      deployer,
      nonce: '1',
      salt: `0x${'0'.repeat(64)}`,
    }),
  ).rejects.toThrow('salt: is not used with kind create; leave it out')
})
