/** An MCP client of 2025; `mppx` wraps it, and answers what a call costs over MPP. */
import assert from 'node:assert/strict'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { evm } from 'mppx/client'
import { McpClient } from 'mppx/mcp/client'
import { privateKeyToAccount } from 'viem/accounts'
import { chainId, url, walletKey } from './_settings.ts'

const client = new Client({ name: 'example', version: '1' })
const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`))
await client.connect(transport)

const { tools } = await client.listTools()
console.log(`tools by name: ${tools.map(({ name }) => name).join(', ')}`)

const { base, baseSepolia } = evm.assets
const charge = evm.charge({
  account: privateKeyToAccount(walletKey),
  networks: [chainId],
  currencies: [chainId === 8453 ? base.USDC : baseSepolia.USDC],
})
const payer = McpClient.wrap(client as never, { methods: [charge] })

const call = { slug: 'memory-write', params: { key: 'greeting', value: 'hello' } }
const bought = await payer.callTool({ name: 'catalog.call', arguments: call })

assert.ok(!bought.isError, JSON.stringify(bought.content))
assert.equal(bought.receipt?.status, 'success')
console.log(`remembered for the wallet, paid by ${bought.receipt.method}`)
await client.close()
