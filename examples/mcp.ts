/** An MCP client finds a tool, has it described, calls it, and pays over x402 in the call. */
import assert from 'node:assert/strict'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'
import { url, walletKey } from './_settings.ts'

const client = new Client(
  { name: 'example', version: '1' },
  { versionNegotiation: { mode: 'auto' } },
)
await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))

// Find a tool in words, and see what it takes.
const found = await client.callTool({
  name: 'catalog.search',
  arguments: { query: 'SHA-256 of a text' },
})
const { results } = found.structuredContent as { results: { slug: string; free: boolean }[] }
assert.equal(results[0]?.slug, 'hash')
const described = await client.callTool({ name: 'catalog.describe', arguments: { slug: 'hash' } })
assert.ok('inputSchema' in (described.structuredContent as object))

// Tools that only use CPU are free here.
const call = { slug: 'hash', params: { text: 'hello' } }
const free = await client.callTool({ name: 'catalog.call', arguments: call })
const { result } = free.structuredContent as { result: { hex: string } }
assert.match(result.hex, /^2cf24dba/)
console.log(`sha256 of hello: ${result.hex}`)

// Others answer what they cost; the same call with a payment is answered.
const paid = { name: 'memory-write', arguments: { key: 'greeting', value: 'hello' } }
const unpaid = await client.callTool(paid)
assert.equal(unpaid.isError, true)
const payer = new x402Client().register(
  'eip155:*',
  new ExactEvmScheme(privateKeyToAccount(walletKey)),
)
const payment = await payer.createPaymentPayload(unpaid.structuredContent as never)
const bought = await client.callTool({ ...paid, _meta: { 'x402/payment': payment } })

assert.ok(!bought.isError, JSON.stringify(bought.content))
const receipt = bought._meta?.['x402/payment-response'] as { transaction: string }
console.log(`remembered for the wallet, paid in ${receipt.transaction}`)
await client.close()
