import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Eip3009 } from '../../outside/chains/evm/eip3009.ts'
import { transferCall } from '../../outside/chains/evm/token.ts'
import type { PayableEvmNetwork } from '../../outside/chains/networks.ts'
import type { Client } from '../../outside/net/request.ts'
import { rpc } from './anvil.ts'

/** A small shop that sells two things over x402 on the chain of the sandbox. */
export interface SandboxSeller {
  readonly origin: string
  readonly port: number
  stop(): Promise<void>
}

interface Shop {
  readonly name: string
  /** An account of the chain that submits its transfers; the node holds its key. */
  readonly account: string
  readonly payTo: string
  /** Whether it delivers what it was paid for. */
  readonly isHonest: boolean
}

/**
 * The same goods twice: from somebody who delivers, and from somebody who takes the money and
 * breaks. So ranking, a purchase and a refusal to pay can be seen without any other service.
 */
const SHOPS: readonly Shop[] = [
  {
    name: 'Honest harbour',
    account: '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
    payTo: '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
    isHonest: true,
  },
  {
    name: 'Broken bay',
    account: '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f',
    payTo: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
    isHonest: false,
  },
]

interface SandboxSellerParts {
  readonly network: PayableEvmNetwork
  readonly rpcUrl: string
  readonly client: Client
  /** Those of an earlier start, so that the shops stay the same sellers. */
  readonly ports: readonly number[]
}

export const startSandboxSellers = (parts: SandboxSellerParts): Promise<readonly SandboxSeller[]> =>
  Promise.all(SHOPS.map((shop, at) => startShop(shop, parts, parts.ports[at] ?? 0)))

async function startShop(
  shop: Shop,
  parts: SandboxSellerParts,
  port: number,
): Promise<SandboxSeller> {
  const server = createServer((request, response) => {
    serve(shop, parts, request, response).catch(() => response.destroy())
  })
  await listen(server, port)
  const { port: taken } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${taken}`,
    port: taken,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function listen(server: Server, port: number): Promise<void> {
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    // The port of last time belongs to somebody else by now.
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  server.unref()
}

const PRICE = '4000'
const LOOK_MS = 10
const LOOKS_MAX = 200
const TIDES = '/tides'

const acceptOf = ({ payTo }: Shop, { network }: SandboxSellerParts) => ({
  scheme: 'exact',
  network: network.id,
  amount: PRICE,
  asset: network.asset,
  payTo,
  maxTimeoutSeconds: 60,
  extra: network.domain,
})

const manifestOf = (shop: Shop, parts: SandboxSellerParts) => ({
  name: shop.name,
  endpoints: [
    {
      path: TIDES,
      method: 'GET',
      name: 'Tide table',
      description: 'Times of high and low tide at a harbour, for one day.',
      price: '$0.004',
      accepts: [acceptOf(shop, parts)],
    },
  ],
})

async function serve(
  shop: Shop,
  parts: SandboxSellerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await buffer(request)
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop')
  const say = (status: number, body: unknown, headers: Record<string, string> = {}): void =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
  if (pathname === '/.well-known/x402') return say(200, manifestOf(shop, parts))
  if (pathname !== TIDES) return say(404, { error: 'There is nothing here.' })
  const payment = request.headers['payment-signature']
  const quote = { x402Version: 2, error: '', accepts: [acceptOf(shop, parts)] }
  const unpaid = () => say(402, quote, { 'payment-required': base64(quote) })
  if (payment === undefined) return unpaid()
  const transaction = await taken(String(payment), shop, parts)
  if (transaction === null) return unpaid()
  const receipt = { success: true, transaction, network: parts.network.id }
  const headers = { 'payment-response': base64(receipt) }
  if (!shop.isHonest) return say(500, { error: 'Something broke.' }, headers)
  return say(200, tidesAt(searchParams.get('harbour') ?? 'Hamburg'), headers)
}

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

/** Submits the transfer of a payment; null where it pays for nothing here. */
async function taken(
  header: string,
  shop: Shop,
  parts: SandboxSellerParts,
): Promise<string | null> {
  try {
    const { payload } = JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as Paid
    const { authorization, signature } = payload
    const { to, value } = authorization
    if (to.toLowerCase() !== shop.payTo.toLowerCase() || value !== PRICE) return null
    const data = transferCall({ authorization, signature })
    const transaction = { from: shop.account, to: parts.network.asset, data }
    const ask = (method: string, params: readonly unknown[]) =>
      rpc(parts.client, parts.rpcUrl, method, params)
    const hash = String(await ask('eth_sendTransaction', [transaction]))
    // The node answers before a block holds it, and until then nothing is settled.
    for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
      if ((await ask('eth_getTransactionReceipt', [hash])) !== null) return hash
      await pause(LOOK_MS)
    }
    return hash
  } catch {
    return null
  }
}

interface Paid {
  readonly payload: { readonly authorization: Eip3009; readonly signature: `0x${string}` }
}

const TIDE_MINUTES = 373
const DAY_MINUTES = 1_440

/** Made up from the name: a shop to try things on needs no sea. */
function tidesAt(harbour: string) {
  const first = Buffer.from(harbour).reduce((sum, byte) => sum + byte, 0)
  const times = Array.from({ length: 4 }, (_, at) => (first + at * TIDE_MINUTES) % DAY_MINUTES)
  return {
    harbour,
    isMadeUp: true,
    tides: times
      .toSorted((a, b) => a - b)
      .map((minutes, at) => ({ kind: at % 2 === 0 ? 'high' : 'low', at: clock(minutes) })),
  }
}

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
