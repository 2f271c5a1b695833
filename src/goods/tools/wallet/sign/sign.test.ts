import { Address, NETWORK, OutScript, p2wpkh, Transaction } from '@scure/btc-signer'
import { HDKey } from '@scure/bip32'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { generateKeyPairSync, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import { encodeFunctionData, parseAbi, serializeTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { expect, test } from 'vitest'
import type { ToolSpec } from '../../../../base/core/tool.ts'
import addressValidate from './address-validate.ts'
import hdDerive from './hd-derive.ts'
import signatureRecover from './signature-recover.ts'
import siweMessage from './siwe-message.ts'
import txDecode from './tx-decode.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const KEY = `0x${'07'.repeat(32)}` as const
const ACCOUNT = privateKeyToAccount(KEY)
const PAYEE = '0x2222222222222222222222222222222222222222'

async function run<T = Record<string, unknown>>(spec: ToolSpec, input: unknown): Promise<T> {
  const { signal } = new AbortController()
  const answer: unknown = await spec.run(spec.input.parse(input), { signal, now: () => NOW })
  return answer as T
}

/** Addresses from public documents: BIP 173, BIP 350, EIP-55, and pages of token issuers. */
test.each([
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bitcoin', 'p2wpkh'],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'bitcoin', 'p2tr'],
  ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'bitcoin', 'p2wsh'],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'bitcoin', 'p2pkh'],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'bitcoin', 'p2sh'],
  ['ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'litecoin', 'segwit'],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'tron', 'account or contract'],
  ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'xrp', 'account'],
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'solana', 'account'],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'evm', 'account or contract'],
  ['cosmos1depk54cuajgkzea6zpgkq36tnjwdzv4afc3d27', 'cosmos', 'cosmos account'],
])('%s is an address of %s', async (address, family, kind) => {
  const told = await run<{ valid: boolean; chains: readonly object[] }>(addressValidate, {
    address,
  })
  expect(told.valid).toBe(true)
  expect(told.chains[0]).toMatchObject({ family, kind })
})

test.each([
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'checksum'],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'another witness version'],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'checksum'],
  ['0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'checksum'],
  ['5KJvsngHeMpm884wtkJNzQGaCErckhHJBGFsvd3VyK5qMZXj3hS', 'private key'],
  [KEY, 'private key'],
  ['hello world', 'no address'],
])('%s is not an address: %s', async (address, said) => {
  const told = await run<{ valid: boolean; problems: readonly string[] }>(addressValidate, {
    address,
  })
  expect([told.valid, told.problems.join(' ')]).toEqual([false, expect.stringContaining(said)])
})

test('addresses of a public key match those of its private key', async () => {
  const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(9))
  const account = root.derive("m/84'/0'/0'")
  const xpub = account.publicExtendedKey
  const bitcoin = { xpub, kind: 'bitcoin', count: 3, start: 4 }
  const { addresses } = await run<{ addresses: readonly { address: string }[] }>(hdDerive, bitcoin)
  const key = account.deriveChild(0).deriveChild(5)
  expect(addresses[1]?.address).toBe(p2wpkh(key.publicKey as Uint8Array, NETWORK).address)
  const evm = await run<{ addresses: readonly { address: string }[] }>(hdDerive, { xpub, count: 1 })
  const own = account.deriveChild(0).deriveChild(0).privateKey as Uint8Array
  const { address } = privateKeyToAccount(`0x${Buffer.from(own).toString('hex')}`)
  expect(evm.addresses[0]?.address).toBe(address)
  for (const secret of [root.privateExtendedKey, `${'abandon '.repeat(11)}about`])
    await expect(run(hdDerive, { xpub: secret })).rejects.toThrow('to anybody')
  await expect(run(hdDerive, { xpub: `${xpub.slice(0, -1)}1` })).rejects.toThrow('checksum')
})

test('a login message equals that of viem, is parsed by viem, and is verified', async () => {
  const fields = { domain: 'example.com', address: ACCOUNT.address, uri: 'https://example.com/a' }
  const input = { ...fields, nonce: 'abcdefgh1', statement: 'I agree.', chainId: 1 }
  const { message } = await run<{ message: string }>(siweMessage, input)
  const times = { issuedAt: new Date(NOW), expirationTime: new Date(NOW + 600_000) }
  expect(message).toBe(createSiweMessage({ ...input, ...times, version: '1' }))
  expect(parseSiweMessage(message)).toMatchObject({ nonce: 'abcdefgh1', statement: 'I agree.' })
  const signature = await ACCOUNT.signMessage({ message })
  const verify = { mode: 'verify', message, signature }
  expect(await run(siweMessage, verify)).toMatchObject({ valid: true, signer: ACCOUNT.address })
  for (const [change, reason] of [
    [{ domain: 'evil.example' }, 'the message is for example.com'],
    [{ nonce: 'otherone1' }, 'the nonce differs from the expected nonce'],
    [
      { message: message.replace('I agree.', 'I give.') },
      'the key of the account did not sign the message',
    ],
    [
      { message: message.replace('2026-01-01T00:10', '2025-01-01T00:10') },
      'the message has expired',
    ],
  ] as const)
    expect(await run(siweMessage, { ...verify, ...change })).toMatchObject({ valid: false, reason })
  const around = { mode: 'parse', message: `Free money!\n${message}` }
  await expect(run(siweMessage, around)).rejects.toThrow('message: ')
})

test('signers of plain messages are recovered on three chains', async () => {
  const message = 'Grüße\n'
  const evm = { message, signature: await ACCOUNT.signMessage({ message }) }
  expect(await run(signatureRecover, evm)).toMatchObject({ signer: ACCOUNT.address, matches: null })

  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const address = base58.encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
  const signature = base58.encode(sign(null, Buffer.from(message), privateKey))
  const solana = { message, signature, scheme: 'solana', address }
  expect(await run(signatureRecover, solana)).toMatchObject({ matches: true, signer: address })
  expect(await run(signatureRecover, { ...solana, message: 'x' })).toMatchObject({ signer: null })

  const text = Buffer.from(message)
  const header = Buffer.from(`\x18Bitcoin Signed Message:\n${String.fromCodePoint(text.length)}`)
  const digest = sha256(sha256(Buffer.concat([header, text])))
  const secret = Buffer.from(KEY.slice(2), 'hex')
  const made = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' })
  const bytes = Buffer.concat([Buffer.from([39 + (made[0] ?? 0)]), made.subarray(1)])
  const payment = p2wpkh(secp256k1.getPublicKey(secret, true), NETWORK)
  const bitcoin = { message, signature: bytes.toString('base64'), scheme: 'bitcoin' }
  expect(await run(signatureRecover, bitcoin)).toMatchObject({ signer: payment.address })
  const other = { ...bitcoin, address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }
  expect(await run(signatureRecover, other)).toMatchObject({ matches: false })
})

const ERC20 = parseAbi(['function approve(address spender, uint256 amount) returns (bool)'])

test('a signed EVM transaction names its sender, and an unlimited approval warns', async () => {
  const data = encodeFunctionData({ abi: ERC20, args: [PAYEE, 2n ** 256n - 1n] })
  const transaction = {
    type: 'eip1559',
    chainId: 8453,
    to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    nonce: 1,
    gas: 60_000n,
    maxFeePerGas: 10n,
    maxPriorityFeePerGas: 1n,
    data,
  } as const
  const rawTransaction = await ACCOUNT.signTransaction(transaction)
  const told = await run(txDecode, { rawTransaction })
  expect(told).toMatchObject({ from: ACCOUNT.address, signed: true, type: 'eip1559', data })
  expect(told['call']).toMatchObject({ signature: 'approve(address,uint256)' })
  expect(told['warnings']).toEqual(['it allows somebody to spend the token without a limit'])
  const legacy = serializeTransaction({
    type: 'legacy',
    to: PAYEE,
    value: 1n,
    gasPrice: 1n,
    gas: 21_000n,
  })
  expect(await run(txDecode, { rawTransaction: legacy })).toMatchObject({
    chainId: null,
    warnings: ['it names no chain, so that it can be sent on every one of them'],
  })
})

test('a Bitcoin transaction has the id and addresses of the library that signed it', async () => {
  const secret = Buffer.from(KEY.slice(2), 'hex')
  const { script, address } = p2wpkh(secp256k1.getPublicKey(secret, true), NETWORK)
  const tx = new Transaction()
  tx.addInput({ txid: 'aa'.repeat(32), index: 0, witnessUtxo: { script, amount: 5_000n } })
  tx.addOutputAddress('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 1_000n)
  tx.addOutput({ script: OutScript.encode(Address(NETWORK).decode(address ?? '')), amount: 3_500n })
  const unsigned = tx.hex
  tx.sign(secret)
  tx.finalize()
  const told = await run(txDecode, { rawTransaction: tx.hex })
  expect(told).toMatchObject({
    kind: 'bitcoin',
    type: 'segwit',
    txHash: tx.id,
    value: '4500',
    signed: true,
  })
  expect(told['outputs']).toMatchObject([
    { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
    { address },
  ])
  expect(await run(txDecode, { rawTransaction: unsigned })).toMatchObject({
    signed: false,
    txHash: null,
  })
})

test('a Solana transfer is decoded, and one that is cut short is refused', async () => {
  const [payer, payee] = [1, 2].map((byte) => Buffer.alloc(32, byte))
  const data = Buffer.from('0200000000ca9a3b00000000', 'hex')
  const message = Buffer.concat([
    Buffer.from([1, 0, 1, 3]),
    payer as Buffer,
    payee as Buffer,
    Buffer.alloc(32),
    Buffer.alloc(32, 9),
    Buffer.from([1, 2, 2, 0, 1, data.length]),
    data,
  ])
  const raw = Buffer.concat([Buffer.from([1]), Buffer.alloc(64, 5), message])
  const told = await run(txDecode, { rawTransaction: raw.toString('base64') })
  expect(told).toMatchObject({
    kind: 'solana',
    type: 'legacy',
    from: base58.encode(payer as Buffer),
    signed: true,
  })
  expect(told['words']).toContain(`1 SOL go from ${base58.encode(payer as Buffer)} to`)
  const cut = raw.subarray(0, -3).toString('base64')
  await expect(run(txDecode, { rawTransaction: cut, kind: 'solana' })).rejects.toThrow('cut short')
})

test.each([
  [{ rawTransaction: '0x02f8' }, 'rawTransaction: '],
  [{ rawTransaction: '0xzz' }, 'rawTransaction: '],
  [{ rawTransaction: '0100000001', kind: 'bitcoin' }, 'rawTransaction: '],
  [{ rawTransaction: 'cHNidP8BAHEC', kind: 'bitcoin' }, 'PSBT'],
])('%j is refused', async (input, said) => {
  await expect(run(txDecode, input)).rejects.toThrow(said)
})
