import type { Config } from './config.ts'
import { ConfigProblem } from './config.ts'
import type { Client } from './net/request.ts'
import { createCreditsRail, hashKey, mintKey } from './payments/credits.ts'
import { createFreeRail } from './payments/free.ts'
import { createPowRail, type PowRail } from './payments/pow.ts'
import type { Rail } from './payments/rail.ts'
import { openFacilitators } from './payments/x402/facilitators.ts'
import { NETWORKS, type Network } from './payments/x402/networks.ts'
import { createX402Rail } from './payments/x402/rail.ts'
import type { Seller } from './payments/x402/requirements.ts'
import { usd } from './core/money.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import type { CreditStore } from './stores/credits.ts'

export interface MoneyIn {
  readonly rails: readonly Rail[]
  readonly pow: PowRail
  readonly networks: readonly Network[]
  close(): Promise<void>
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

/** The ways to pay that the settings turn on. */
export async function openMoneyIn(options: MoneyInOptions): Promise<MoneyIn> {
  const { config, sandbox, credits, client, baseUrl, secret, now, onTrouble } = options
  const pow = createPowRail({ secret, difficulty: config.POW_DIFFICULTY, baseUrl, now })
  if (config.FREE_MODE)
    return { rails: [createFreeRail()], pow, networks: [], close: async () => {} }
  const prepaid = createCreditsRail({ credits, baseUrl, now })
  const networks = sandbox ? [sandbox.network] : networksOf(config)
  const payTo = payeesOf(config, sandbox)
  if (!payTo) return { rails: [prepaid, pow], pow, networks: [], close: async () => {} }
  const facilitators = await openFacilitators({
    networks,
    settlementKey:
      sandbox?.settlementKey ?? (config.SETTLEMENT_KEY as `0x${string}` | undefined) ?? null,
    rpcUrls: sandbox ? { [sandbox.network.id]: sandbox.rpcUrl } : config.RPC_URLS,
    urls: config.FACILITATOR_URL ?? [],
    authorization: config.FACILITATOR_AUTHORIZATION ?? null,
    client,
    pollingMs: sandbox ? SANDBOX_POLLING_MS : config.RECEIPT_POLLING_MS,
    gasReserve: BigInt(config.GAS_RESERVE_GWEI) * 1_000_000_000n,
    now,
    onTrouble,
  })
  const seller = { payTo, baseUrl, name: 'Farebox' }
  const x402 = createX402Rail({ seller, networks, facilitators, now, onTrouble })
  return { rails: [x402, prepaid, pow], pow, networks, close: () => facilitators.close() }
}

function payeesOf(config: Config, sandbox: Sandbox | null): Seller['payTo'] | null {
  const evm = sandbox?.payTo ?? config.PAY_TO
  if (!evm) return null
  const { PAY_TO_SOLANA: svm, PAY_TO_ALGORAND: avm, PAY_TO_STELLAR: stellar } = config
  return { evm, ...(svm && { svm }), ...(avm && { avm }), ...(stellar && { stellar }) }
}

function networksOf(config: Config): readonly Network[] {
  return config.NETWORKS.map((id) => {
    const network = NETWORKS.find((row) => row.id === id)
    if (network && isPayable(network, config)) return network
    if (network) throw new ConfigProblem(`NETWORKS: ${id} needs ${PAYEE[network.family]}`)
    const known = NETWORKS.map((row) => row.id).join(', ')
    throw new ConfigProblem(`NETWORKS: ${id} is not known here; there are ${known}`)
  })
}

/** The setting that says who is to be paid on a family of networks. */
const PAYEE = {
  evm: 'PAY_TO',
  svm: 'PAY_TO_SOLANA',
  avm: 'PAY_TO_ALGORAND',
  stellar: 'PAY_TO_STELLAR',
} as const

const isPayable = ({ family }: Network, config: Config): boolean => Boolean(config[PAYEE[family]])

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
