import { entryOf } from '../../selling/catalog/entry.ts'
import { dollarsOf, formatUsd, usd, usdOf, type Usd } from '../../base/core/money.ts'
import { isListed, type Tool } from '../../base/core/tool.ts'
import { isFree } from '../surfaces/surface.ts'
import type { PageSite } from './page.ts'

type Program = readonly [label: string, text: string]

/** Complete programs that call a tool with `input` and pay, one for each open way to pay. */
export function programsFor(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  site: PageSite,
): readonly Program[] {
  const call = callOf(tool, input, site)
  const open = new Set(site.shop.till.railsFor(tool))
  if (isFree(site.shop))
    return [
      ['curl', curl(call)],
      ['TypeScript', plainTypeScript(call)],
      ['MCP', mcp(tool, input, site)],
    ]
  return [
    [
      'curl',
      open.has('credits')
        ? curl(call, ` \\\n  -H "Authorization: Bearer $CREDITS_KEY"`)
        : curl(call),
    ],
    ...(open.has('x402') ? [['TypeScript, x402', x402(call, mostOf(tool))] as const] : []),
    ...(open.has('mpp') ? mppx(call, tool, site) : []),
    ...(open.has('credits') ? [['Python', python(call)] as const] : []),
    ['MCP', mcp(tool, input, site)],
  ]
}

/** The first call of an agent: as it is answered with a 402, and as a program that pays. */
export function firstCallOf(tool: Tool, site: PageSite): { shell: string; script: string } {
  const call = callOf(tool, tool.spec.examples[0]?.input ?? {}, site)
  return {
    shell: curl(call),
    script: isFree(site.shop) ? plainTypeScript(call) : x402(call, mostOf(tool)),
  }
}

interface Call {
  readonly method: 'GET' | 'POST'
  /** Including the query. */
  readonly url: string
  /** JSON; null for GET. */
  readonly body: string | null
}

function callOf(tool: Tool, input: Readonly<Record<string, unknown>>, { shop }: PageSite): Call {
  const { path, query = {} } = entryOf(tool, shop.site).callExample
  const asked = tool.method === 'GET' ? { ...query, ...input } : query
  const sent = Object.entries(asked).map(
    ([name, value]) =>
      [name, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string],
  )
  const search = sent.length > 0 ? `?${new URLSearchParams(sent).toString()}` : ''
  const url = shop.site.baseUrl + path + search
  return { method: tool.method, url, body: tool.method === 'GET' ? null : JSON.stringify(input) }
}

const inShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const curl = ({ url, body }: Call, more = ''): string =>
  body === null
    ? `curl -i ${inShell(url)}${more}`
    : `curl -i ${inShell(url)}${more} \\
  -H 'Content-Type: application/json' \\
  -d ${inShell(body)}`

/** The second argument of `fetch`, of a POST. */
const sentBy = ({ body }: Call): string =>
  body === null
    ? ''
    : `, {\n  method: 'POST',\n  headers: { 'Content-Type': 'application/json' },\n  body: JSON.stringify(${body}),\n}`

const plainTypeScript = (call: Call): string =>
  `const reply = await fetch(${JSON.stringify(call.url)}${sentBy(call)})\nconsole.log(await reply.json())`

const DOLLAR = usd('$1')

/**
 * The most that a program pays for one call. Stock clients pay no more than a dollar unless they
 * are told; what is quoted from the input may cost more than its least price.
 */
const mostOf = (tool: Tool): Usd =>
  isListed(tool) ? tool.price : usdOf(Math.max(DOLLAR, tool.price))

const x402 = (call: Call, most: Usd): string => `// npm i @x402/fetch @x402/evm viem
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'

const wallet = privateKeyToAccount(process.env.WALLET_KEY as \`0x\${string}\`)
const payer = new x402Client()
  .register('eip155:*', new ExactEvmScheme(wallet))
  .setSpendControls({ maxAmountPerPayment: '${formatUsd(most)}' })
const payingFetch = wrapFetchWithPayment(fetch, payer)

const reply = await payingFetch(${JSON.stringify(call.url)}${sentBy(call)})
console.log(await reply.json())`

/** For the chains on which this instance takes such payments; stock clients know these tokens. */
function mppx(call: Call, tool: Tool, { shop }: PageSite): readonly Program[] {
  const chains = shop.till.offers(tool).filter(({ method }) => method === 'evm')
  if (chains.length === 0) return []
  const text = `// npm i mppx viem
import { evm, Mppx } from 'mppx/client'
import { privateKeyToAccount } from 'viem/accounts'

const { base, baseSepolia, celo } = evm.assets
const charge = evm.charge({
  account: privateKeyToAccount(process.env.WALLET_KEY as \`0x\${string}\`),
  networks: [${[...new Set(chains.map(({ chainId }) => chainId))].join(', ')}],
  currencies: [base.USDC, baseSepolia.USDC, celo.USDC],
  maxAmount: '${dollarsOf(mostOf(tool))}',
})
const payer = Mppx.create({ polyfill: false, methods: [charge] })

const reply = await payer.fetch(${JSON.stringify(call.url)}${sentBy(call)})
console.log(await reply.json())`
  return [['TypeScript, MPP', text]]
}

const python = ({ method, url, body }: Call): string => `# pip install requests
import json, os, requests

reply = requests.request(
    "${method}",
    ${JSON.stringify(url)},
    headers={"Authorization": f"Bearer {os.environ['CREDITS_KEY']}"},${body === null ? '' : `\n    json=json.loads(${JSON.stringify(body)}),`}
)
print(reply.status_code, reply.json())`

const mcp = (tool: Tool, input: unknown, { shop }: PageSite): string =>
  `// at ${shop.site.baseUrl}/mcp\n${JSON.stringify({ method: 'tools/call', params: { name: 'catalog.call', arguments: { slug: tool.slug, params: input } } })}`
