/** The same wallet over MPP: `mppx` answers a challenge of `WWW-Authenticate: Payment`. */
import assert from 'node:assert/strict'
import { Receipt } from 'mppx'
import { evm, Mppx } from 'mppx/client'
import { privateKeyToAccount } from 'viem/accounts'
import { chainId, url, walletKey } from './_settings.ts'

const { base, baseSepolia } = evm.assets
const charge = evm.charge({
  account: privateKeyToAccount(walletKey),
  networks: [chainId],
  currencies: [chainId === 8453 ? base.USDC : baseSepolia.USDC],
})
const payer = Mppx.create({ polyfill: false, methods: [charge] })

const reply = await payer.fetch(`${url}/api/hash`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ text: 'hello' }),
})
const { hex } = (await reply.json()) as { hex: string }
const receipt = Receipt.fromResponse(reply)

assert.equal(reply.status, 200)
assert.match(hex, /^2cf24dba/)
assert.equal(receipt.status, 'success')
console.log(`sha256 of hello: ${hex}`)
console.log(`paid by ${receipt.method}: ${receipt.reference}`)
