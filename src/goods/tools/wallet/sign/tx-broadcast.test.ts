import { base58 } from '@scure/base'
import { NETWORK, p2wpkh, Transaction } from '@scure/btc-signer'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import txBroadcast from './tx-broadcast.ts'

const AT = '2026-01-01T00:10:00Z'

/** Two of them differ in their lock time, so that they have two ids. */
function bitcoinTransaction(lockTime: number): { readonly id: string; readonly hex: string } {
  const secret = Buffer.alloc(32, 7)
  const { script } = p2wpkh(secp256k1.getPublicKey(secret, true), NETWORK)
  const tx = new Transaction({ lockTime })
  tx.addInput({ txid: 'aa'.repeat(32), index: 0, witnessUtxo: { script, amount: 5_000n } })
  tx.addOutputAddress('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 4_000n)
  tx.sign(secret)
  tx.finalize()
  return tx
}

/** One signature, one signer, no instructions. */
function solanaTransaction(mark: number): { readonly id: string; readonly raw: string } {
  const signature = Buffer.alloc(64, mark)
  const keys = Buffer.concat([Buffer.from([1]), Buffer.alloc(32, 9)])
  const message = Buffer.concat([Buffer.from([1, 0, 0]), keys, Buffer.alloc(32, 3), Buffer.of(0)])
  const raw = Buffer.concat([Buffer.from([1]), signature, message]).toString('base64')
  return { id: base58.encode(signature), raw }
}

const send = (rawTransaction: string, network: string, waitSeconds = 0) =>
  runExample(txBroadcast, { rawTransaction, network, waitSeconds }, AT)

test('a Bitcoin transaction is sent, and its block is waited for', async () => {
  const { hex, id } = bitcoinTransaction(1)
  const sent = { txHash: id, network: 'bitcoin', status: 'sent', blockNumber: null, from: null }
  expect(await send(hex, 'bitcoin')).toMatchObject(sent)
  expect(await send(hex, 'bitcoin')).toMatchObject({ ...sent, status: 'known' })
  const landed = { txHash: id, status: 'success', blockNumber: 850_000 }
  expect(await send(hex, 'bitcoin', 3)).toMatchObject(landed)
})

test('a Solana transaction is sent, and its slot is waited for', async () => {
  const { raw, id } = solanaTransaction(5)
  const sent = { txHash: id, network: 'solana', status: 'sent', blockNumber: null }
  expect(await send(raw, 'solana')).toMatchObject(sent)
  expect(await send(raw, 'solana')).toMatchObject({ ...sent, status: 'known' })
  const landed = { txHash: id, status: 'success', blockNumber: expect.any(Number) }
  expect(await send(raw, 'solana', 3)).toMatchObject(landed)
})

test('what the network refuses is refused', async () => {
  const bad = bitcoinTransaction(666)
  await expect(send(bad.hex, 'bitcoin')).rejects.toThrow('bad-txns-inputs-missingorspent')
  await expect(send(solanaTransaction(66).raw, 'solana')).rejects.toThrow('the network refuses it')
  for (const network of ['bitcoin', 'solana'])
    await expect(send('0x02f8', network)).rejects.toThrow('rawTransaction: ')
})
