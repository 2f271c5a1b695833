import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Server, type ServerContext } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { PaymentRequired } from '@x402/core/types'
import { baseUrl } from './_buyer.ts'
import { createWallet, type Pay } from './_mcp-wallet.ts'
import { createSpending } from './_spending.ts'

/**
 * `npm run mcp`: the connector of a Farebox over standard input and output, for desktop clients.
 * With a wallet, it pays for what its client cannot pay for, within limits that outlive it.
 *
 * `FAREBOX_URL` where the Farebox is; `FAREBOX_TOOLS` which tools are listed, such as
 * `tools=extract,search`; `FAREBOX_CREDITS_KEY` a credits key; `FAREBOX_WALLET_KEY` the private key
 * of a wallet; `FAREBOX_MAX_PER_CALL` and `FAREBOX_MAX_PER_DAY` in dollars, 0.10 and 1.00 without
 * them; `FAREBOX_SPENT_FILE` where it remembers what was spent.
 */
const ANSWER_WITHIN_MS = 240_000
const INSTRUCTIONS_WITHIN_MS = 3_000
const KEY = 'io.farebox/idempotency-key'

interface Result {
  readonly isError?: boolean
  readonly content: readonly unknown[]
  readonly structuredContent?: unknown
}

interface Params {
  readonly name: string
  readonly arguments?: Record<string, unknown>
  readonly _meta?: Record<string, unknown>
}

const address = addressOf()
const pay = walletOf()
let connecting: Promise<Client> | undefined

serveStdio(async () => {
  const instructions = await instructionsOf(remote())
  const server = new Server(
    { name: 'farebox', version: '1' },
    {
      capabilities: { tools: {}, prompts: {}, resources: {} },
      ...(instructions !== undefined && { instructions }),
    },
  )
  server.setRequestHandler('tools/list', async () => (await remote()).listTools())
  server.setRequestHandler(
    'tools/call',
    async ({ params }, context) => (await called(params as Params, context)) as never,
  )
  server.setRequestHandler('prompts/list', async () => (await remote()).listPrompts())
  server.setRequestHandler('prompts/get', async ({ params }) => (await remote()).getPrompt(params))
  server.setRequestHandler('resources/list', async () => (await remote()).listResources())
  server.setRequestHandler('resources/templates/list', async () =>
    (await remote()).listResourceTemplates(),
  )
  server.setRequestHandler('resources/read', async ({ params }) =>
    (await remote()).readResource(params),
  )
  return server
})

/** What the connector tells models of itself. One that is away does not hold up the start. */
async function instructionsOf(connected: Promise<Client>): Promise<string | undefined> {
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, INSTRUCTIONS_WITHIN_MS, undefined).unref()
  })
  const told = connected.then((client) => client.getInstructions())
  return Promise.race([told.catch(() => undefined), late])
}

/** Connects when first asked, and again after a failure. */
function remote(): Promise<Client> {
  const connected = (connecting ??= connect())
  connected.catch(() => (connecting = undefined))
  return connected
}

async function connect(): Promise<Client> {
  const tools = process.env['FAREBOX_TOOLS']
  const key = process.env['FAREBOX_CREDITS_KEY']
  const url = new URL(`${address}/mcp${tools ? `?${tools}` : ''}`)
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  const client = new Client(
    { name: 'farebox-mcp', version: '1' },
    { versionNegotiation: { mode: 'auto' } },
  )
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } })
  await client.connect(transport).catch((thrown: unknown) => {
    const why = thrown instanceof Error ? thrown.message : String(thrown)
    throw new Error(`No Farebox answers at ${address}, which FAREBOX_URL names: ${why}`)
  })
  return client
}

/** Unpaid, it pays and asks again: under one key, so that nothing is bought twice. */
async function called(params: Params, context: ServerContext): Promise<Result> {
  const { progressToken, ...meta } = context.mcpReq._meta ?? {}
  const asked = {
    ...params,
    _meta: { [KEY]: randomUUID(), ...meta, ...withoutToken(params._meta) },
  }
  const options = {
    signal: context.mcpReq.signal,
    timeout: ANSWER_WITHIN_MS,
    ...(progressToken !== undefined && {
      onprogress: (progress: object) =>
        void context.mcpReq
          .notify({
            method: 'notifications/progress',
            params: { ...progress, progressToken },
          })
          .catch(() => {}),
    }),
  }
  const send = async (request: Params): Promise<Result> =>
    (await (await remote()).callTool(request, options)) as Result
  const heard = await send(asked)
  const required = pay && requiredIn(heard)
  if (!required) return heard
  const paid = await pay(required)
  if ('refusal' in paid) {
    const said = `The wallet of this client did not pay: ${paid.refusal}.`
    return { ...heard, content: [...heard.content, { type: 'text', text: said }] }
  }
  return send({ ...asked, _meta: { ...asked._meta, 'x402/payment': paid.payment } })
}

const withoutToken = (meta: Record<string, unknown> = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(meta).filter(([name]) => name !== 'progressToken'))

function requiredIn({ isError, structuredContent }: Result): PaymentRequired | null {
  if (!isError || typeof structuredContent !== 'object' || structuredContent === null) return null
  const { x402Version, accepts } = structuredContent as Partial<PaymentRequired>
  if (x402Version !== 2 || !Array.isArray(accepts) || accepts.length === 0) return null
  return structuredContent as PaymentRequired
}

/** Ends the start: whoever reads it has set something wrongly. */
function refuse(problem: string): never {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}

function addressOf(): string {
  const named = baseUrl()
  if (!/^https?:$/.test(URL.parse(named)?.protocol ?? ''))
    return refuse('FAREBOX_URL: must be an address such as https://farebox.example.')
  return named.replace(/\/+(mcp\/*)?$/, '')
}

function walletOf(): Pay | null {
  const key = process.env['FAREBOX_WALLET_KEY']
  if (!key) return null
  if (!/^0x[0-9a-fA-F]{64}$/.test(key))
    return refuse('FAREBOX_WALLET_KEY: must be 0x and 64 hex digits.')
  const file = process.env['FAREBOX_SPENT_FILE'] ?? join(homedir(), '.farebox', 'spent.json')
  const caps = {
    perCall: microDollars('FAREBOX_MAX_PER_CALL', '0.10'),
    perDay: microDollars('FAREBOX_MAX_PER_DAY', '1.00'),
  }
  return createWallet(key as `0x${string}`, createSpending(file, caps), Date.now)
}

function microDollars(name: string, preset: string): number {
  const text = process.env[name] ?? preset
  const [, whole = '', part = ''] = /^(\d{1,6})(?:\.(\d{1,6}))?$/.exec(text) ?? []
  if (whole === '') return refuse(`${name}: must be dollars, such as 0.10.`)
  return Number(whole) * 1_000_000 + Number(part.padEnd(6, '0'))
}
