import type { Config } from './config.ts'
import { ConfigProblem } from './config.ts'
import type { Client } from './net/request.ts'
import { createCreditsRail, hashKey, mintKey } from './payments/credits.ts'
import { createFreeRail } from './payments/free.ts'
import { createPowRail, type PowRail } from './payments/pow.ts'
import type { Rail } from './payments/rail.ts'
import { createFacilitators } from './payments/x402/facilitators.ts'
import { NETWORKS, type Network } from './payments/x402/networks.ts'
import { createX402Rail } from './payments/x402/rail.ts'
import { usd } from './core/money.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import type { CreditStore } from './stores/credits.ts'

export interface MoneyIn {
  readonly rails: readonly Rail[]
  readonly pow: PowRail
  readonly networks: readonly Network[]
}

export interface MoneyInOptions {
  readonly config: Config
  readonly sandbox: Sandbox | null
  readonly credits: CreditStore
  readonly client: Client
  readonly baseUrl: string
  readonly secret: string
  now(): number
  onTrouble(what: string, cause: unknown): void
}

const SANDBOX_POLLING_MS = 20
const POLLING_MS = 500

/** The ways to pay that the settings turn on. */
export async function openMoneyIn(options: MoneyInOptions): Promise<MoneyIn> {
  const { config, sandbox, credits, client, baseUrl, secret, now, onTrouble } = options
  const pow = createPowRail({ secret, difficulty: config.POW_DIFFICULTY, baseUrl, now })
  if (config.FREE_MODE) return { rails: [createFreeRail()], pow, networks: [] }
  const prepaid = createCreditsRail({ credits, baseUrl, now })
  const networks = sandbox ? [sandbox.network] : networksOf(config)
  const payTo = sandbox?.payTo ?? config.PAY_TO
  if (!payTo) return { rails: [prepaid, pow], pow, networks: [] }
  const facilitators = await createFacilitators({
    networks,
    settlementKey:
      sandbox?.settlementKey ?? (config.SETTLEMENT_KEY as `0x${string}` | undefined) ?? null,
    rpcUrls: sandbox ? { [sandbox.network.id]: sandbox.rpcUrl } : config.RPC_URLS,
    url: config.FACILITATOR_URL?.[0] ?? null,
    authorization: config.FACILITATOR_AUTHORIZATION ?? null,
    client,
    pollingMs: sandbox ? SANDBOX_POLLING_MS : POLLING_MS,
  })
  const x402 = createX402Rail({
    seller: { payTo, baseUrl, name: 'Farebox' },
    networks: networks.filter(({ id }) => facilitators.has(id)),
    facilitatorOf(network) {
      const facilitator = facilitators.get(network)
      if (!facilitator) throw new Error(`nobody settles on ${network}`)
      return facilitator
    },
    now,
    onTrouble,
  })
  return { rails: [x402, prepaid, pow], pow, networks }
}

function networksOf({ NETWORKS: wanted }: Config): readonly Network[] {
  return wanted.map((id) => {
    const network = NETWORKS.find((row) => row.id === id)
    if (network) return network
    const known = NETWORKS.map((row) => row.id).join(', ')
    throw new ConfigProblem(`NETWORKS: ${id} is not known here; there are ${known}`)
  })
}

const SANDBOX_CREDITS = usd('$100')

/** Tells outside programs how to buy in the sandbox, with a credits key that this database knows. */
export async function publishSandbox(
  sandbox: Sandbox,
  credits: CreditStore,
  now: number,
): Promise<void> {
  const before = sandbox.creditsKey
  if (before && (await credits.account(hashKey(before)))) return sandbox.publish(before)
  const { key, keyHash, keyId } = mintKey()
  await credits.issue({ keyHash, keyId, label: 'sandbox' }, SANDBOX_CREDITS, now)
  return sandbox.publish(key)
}
