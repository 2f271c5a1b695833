import { entryOf } from '../../selling/catalog/entry.ts'
import type { Tool } from '../../base/core/tool.ts'
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
    ...(open.has('x402') ? [['TypeScript, x402', x402(call)] as const] : []),
    ...(open.has('mpp') ? [['TypeScript, MPP', mppx(call)] as const] : []),
    ...(open.has('credits') ? [['Python', python(call)] as const] : []),
    ['MCP', mcp(tool, input, site)],
  ]
}

/** The first call of an agent: as it is answered with a 402, and as a program that pays. */
export function firstCallOf(tool: Tool, site: PageSite): { shell: string; script: string } {
  const call = callOf(tool, tool.spec.examples[0]?.input ?? {}, site)
  return { shell: curl(call), script: isFree(site.shop) ? plainTypeScript(call) : x402(call) }
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

const x402 = (call: Call): string => `// npm i @x402/fetch @x402/evm viem
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'

const wallet = privateKeyToAccount(process.env.WALLET_KEY as \`0x\${string}\`)
const payer = new x402Client().register('eip155:*', new ExactEvmScheme(wallet))
const payingFetch = wrapFetchWithPayment(fetch, payer)

const reply = await payingFetch(${JSON.stringify(call.url)}${sentBy(call)})
console.log(await reply.json())`

const mppx = (call: Call): string => `// npm i mppx viem
import { evm, Mppx } from 'mppx/client'
import { privateKeyToAccount } from 'viem/accounts'

const { base } = evm.assets
const account = privateKeyToAccount(process.env.WALLET_KEY as \`0x\${string}\`)
const charge = evm.charge({ account, networks: [8453], currencies: [base.USDC] })
const payer = Mppx.create({ polyfill: false, methods: [charge] })

const reply = await payer.fetch(${JSON.stringify(call.url)}${sentBy(call)})
console.log(await reply.json())`

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
