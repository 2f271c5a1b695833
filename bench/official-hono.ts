import { hash } from 'node:crypto'
import { serve } from '@hono/node-server'
import { x402Facilitator } from '@x402/core/facilitator'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme as ExactFacilitator } from '@x402/evm/exact/facilitator'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware, x402ResourceServer } from '@x402/hono'
import { Hono } from 'hono'
import { createWalletClient, defineChain, http, publicActions, type Hex } from 'viem'
import { nonceManager, privateKeyToAccount } from 'viem/accounts'

/**
 * The same tool behind the official middleware, set up as its documentation says, with a nonce
 * manager.
 */
const [rpcUrl, key, payTo] = process.argv.slice(2) as [string, Hex, Hex]
const client = createWalletClient({
  account: privateKeyToAccount(key, { nonceManager }),
  chain: defineChain({
    id: 84532,
    name: 'sandbox',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  }),
  transport: http(rpcUrl),
  pollingInterval: 5,
  cacheTime: 0,
}).extend(publicActions)
const signer = toFacilitatorEvmSigner({
  address: client.account.address,
  readContract: (call: never) => client.readContract(call),
  verifyTypedData: (call: never) => client.verifyTypedData(call),
  writeContract: (call: never) => client.writeContract(call),
  sendTransaction: (call: never) => client.sendTransaction(call),
  waitForTransactionReceipt: (call: never) => client.waitForTransactionReceipt(call),
  getCode: (call: never) => client.getCode(call),
})
const network = 'eip155:84532'
const facilitator = new x402Facilitator().register(network, new ExactFacilitator(signer))
const server = new x402ResourceServer({
  verify: (payload, requirements) => facilitator.verify(payload, requirements),
  settle: (payload, requirements) => facilitator.settle(payload, requirements),
  getSupported: async () => facilitator.getSupported() as never,
}).register(network, new ExactEvmScheme())

const accepts = {
  scheme: 'exact',
  payTo,
  price: '$0.001',
  network,
  maxTimeoutSeconds: 600,
} as const
const app = new Hono()
app.use(paymentMiddleware({ 'POST /api/hash': { accepts, description: 'hash' } }, server))
app.post('/api/hash', async (context) => {
  const { text } = await context.req.json<{ text: string }>()
  const digest = hash('sha256', text, 'buffer')
  return context.json({
    algo: 'sha256',
    hex: digest.toString('hex'),
    base64: digest.toString('base64'),
  })
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})
