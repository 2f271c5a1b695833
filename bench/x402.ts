import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { encodePaymentSignatureHeader } from '@x402/core/http'
import { x402Client } from '@x402/fetch'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createClient } from '../src/outside/net/request.ts'
import { evmNetworkOf } from '../src/outside/chains/networks.ts'
import { startAnvil } from '../src/service/sandbox/anvil.ts'
import { balanceOf, plantToken } from '../src/service/sandbox/token.ts'
import { report } from './support/load.ts'
import { startBaseline, startService, type Server } from './support/server.ts'

/**
 * Paid calls per second of 50 wallets at once, against the official middleware on the same chain.
 * The payments are signed beforehand, by the stock client: the buyer's work is not the server's.
 */
const NETWORK = evmNetworkOf('eip155:84532')
const KEYS = {
  ours: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  theirs: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
} as const
const PAY_TO = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const WALLETS = 50
const BODY = '{"text":"hello"}'
const BUSY = 503
const RETRY_AFTER_MS = 1_000
const FUNDS = 1_000_000_000n

async function benchX402(): Promise<void> {
  await compare('instant blocks', undefined, {
    ours: { count: 6000, connections: 50 },
    theirs: { count: 400, connections: 50 },
  })
  await compare('2 s blocks', 2, {
    ours: { count: 12_000, connections: 3000 },
    theirs: { count: 800, connections: 400 },
  })
}

async function compare(
  name: string,
  blockSeconds: number | undefined,
  calls: { readonly ours: Calls; readonly theirs: Calls },
): Promise<void> {
  const client = createClient({ policy: 'trusted' })
  const flags = blockSeconds === undefined ? {} : { blockSeconds }
  const anvil = await startAnvil(
    { chainId: NETWORK.chainId, binary: null, path: '', ...flags },
    client,
  )
  const keys = Array.from({ length: WALLETS }, () => generatePrivateKey())
  const funds = keys.map((key) => [privateKeyToAccount(key).address, FUNDS] as const)
  await plantToken(client, anvil.url, NETWORK, Object.fromEntries(funds))
  const service = await startService({
    PAY_TO,
    NETWORKS: NETWORK.id,
    SETTLEMENT_KEY: KEYS.ours,
    RPC_URLS: `${NETWORK.id}=${anvil.url}`,
    RECEIPT_POLLING_MS: '5',
  })
  const official = await startBaseline('official-hono.ts', [anvil.url, KEYS.theirs, PAY_TO])
  const paid = () => balanceOf(client, anvil.url, NETWORK.asset, PAY_TO)
  try {
    const theirs = await buy(official, keys, calls.theirs)
    const before = await paid()
    const ours = await buy(service, keys, calls.ours)
    const moved = Number((await paid()) - before) / 1000
    report(
      `x402-paid calls, ${name}`,
      `${ours.perSecond.toFixed(0)}/s (${ours.failed} of ${calls.ours.count} failed, ${moved} paid, ${ours.refused} came again)`,
      `@x402/hono ${theirs.perSecond.toFixed(0)}/s (${theirs.failed} of ${calls.theirs.count} failed)`,
      `ratio ${(ours.perSecond / theirs.perSecond).toFixed(1)}`,
    )
  } finally {
    await Promise.all([service.stop(), official.stop()])
    await anvil.stop()
    await client.close()
  }
}

interface Calls {
  readonly count: number
  readonly connections: number
}

type Key = ReturnType<typeof generatePrivateKey>

/** All wallets pay at once, with as many calls in flight as it takes. */
async function buy(
  { url }: Server,
  keys: readonly Key[],
  { count, connections }: Calls,
): Promise<{ perSecond: number; failed: number; refused: number }> {
  const unpaid = await fetch(`${url}/api/hash`, { method: 'POST', body: BODY })
  const each = Math.ceil(count / keys.length)
  const headers = (await Promise.all(keys.map((key) => signed(key, unpaid, each)))).flat()
  const started = performance.now()
  let [good, refused, endedAt] = [0, 0, started]
  for (let waiting = headers; waiting.length > 0;) {
    const again: string[] = []
    const { statusCodeStats = {} } = await autocannon({
      url: `${url}/api/hash`,
      method: 'POST',
      body: BODY,
      headers: { 'content-type': 'application/json' },
      amount: waiting.length,
      connections: Math.min(connections, waiting.length),
      timeout: 60,
      // The load generator itself counts in whole seconds.
      setupClient: (client) => client.on('response', () => (endedAt = performance.now())),
      requests: [
        {
          setupRequest: (request, context: { payment?: string }) => {
            context.payment = waiting.pop() ?? ''
            return {
              ...request,
              headers: { ...request.headers, 'payment-signature': context.payment },
            }
          },
          onResponse: (status, _body, context: { payment?: string }) => {
            if (status === BUSY && context.payment) again.push(context.payment)
          },
        },
      ],
    })
    good += statusCodeStats['200']?.count ?? 0
    refused += again.length
    // Who is told to come again in a second does.
    if (again.length > 0) await sleep(RETRY_AFTER_MS)
    waiting = again
  }
  const seconds = (endedAt - started) / 1000
  return { perSecond: good / seconds, failed: count - good, refused }
}

async function signed(key: Key, unpaid: Response, count: number): Promise<string[]> {
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(privateKeyToAccount(key)))
  const header = unpaid.headers.get('payment-required') ?? ''
  const required = JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
  const headers: string[] = []
  for (let at = 0; at < count; at++) {
    headers.push(encodePaymentSignatureHeader(await client.createPaymentPayload(required)))
  }
  return headers
}

if (import.meta.main) await benchX402()
