/** A wallet pays by the call: `@x402/fetch` reads the 402, signs, and sends the request again. */
import assert from 'node:assert/strict'
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'
import { url, walletKey } from './_settings.ts'

const wallet = privateKeyToAccount(walletKey)
const payer = new x402Client().register('eip155:*', new ExactEvmScheme(wallet))
const payingFetch = wrapFetchWithPayment(fetch, payer)

const reply = await payingFetch(`${url}/api/hash`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ text: 'hello' }),
})
const { hex } = (await reply.json()) as { hex: string }
const receipt = decodePaymentResponseHeader(reply.headers.get('payment-response') ?? '')

assert.equal(reply.status, 200)
assert.match(hex, /^2cf24dba/)
assert.equal(receipt.success, true)
console.log(`sha256 of hello: ${hex}`)
console.log(`paid by ${wallet.address} in ${receipt.transaction} on ${receipt.network}`)
