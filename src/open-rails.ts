import { createHmac } from 'node:crypto'
import type { Config } from './config.ts'
import { ConfigProblem } from './config.ts'
import type { Client } from './net/request.ts'
import { createCreditsRail, hashKey, mintKey } from './payments/credits.ts'
import { createFreeRail } from './payments/free.ts'
import { createCardMethod } from './payments/mpp/card.ts'
import { createEvmMethod } from './payments/mpp/evm.ts'
import type { Method } from './payments/mpp/method.ts'
import { createMppRail } from './payments/mpp/rail.ts'
import { createStripe } from './payments/mpp/stripe.ts'
import { createTempoMethod } from './payments/mpp/tempo.ts'
import { PATH_USD, USDC_E } from './payments/mpp/tempo-terms.ts'
import { createPowRail, type PowRail } from './payments/pow.ts'
import type { Rail } from './payments/rail.ts'
import { openFacilitators } from './payments/x402/facilitators.ts'
import { canonicalId, NETWORKS, type Network } from './chains/networks.ts'
import { createX402Rail } from './payments/x402/rail.ts'
import type { Merchant } from './payments/x402/requirements.ts'
import { usd } from './core/money.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import type { CreditStore } from './stores/credits.ts'

export interface OpenRails {
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

const SANDBOX_POLLING_MS = 5

/** The ways to pay that the settings turn on. */
export async function openRails(options: MoneyInOptions): Promise<OpenRails> {
  const { config, sandbox, credits, client, baseUrl, secret, now, onTrouble } = options
  const pow = createPowRail({ secret, difficulty: config.POW_DIFFICULTY, baseUrl, now })
  if (config.FREE_MODE)
    return { rails: [createFreeRail()], pow, networks: [], close: async () => {} }
  const prepaid = createCreditsRail({ credits, baseUrl, now })
  const payTo = payeesOf(config, sandbox)
  if (!payTo) {
    const rails = [...mppRail(options, cardMethod(options)), prepaid, pow]
    return { rails, pow, networks: [], close: async () => {} }
  }
  const networks = sandbox ? [sandbox.network] : networksOf(config)
  const facilitators = await openFacilitators({
    networks,
    settlementKey:
      sandbox?.settlementKey ?? (config.SETTLEMENT_KEY as `0x${string}` | undefined) ?? null,
    rpcUrls: sandbox ? { [sandbox.network.id]: sandbox.rpcUrl } : canonical(config.RPC_URLS),
    urls: config.FACILITATOR_URL ?? [],
    authorization: config.FACILITATOR_AUTHORIZATION ?? null,
    client,
    pollingMs: sandbox ? SANDBOX_POLLING_MS : config.RECEIPT_POLLING_MS,
    waitMs: config.SETTLEMENT_WAIT_SECONDS * 1000,
    gasReserve: BigInt(config.GAS_RESERVE_GWEI) * 1_000_000_000n,
    gasCoinUsd: canonical(config.GAS_COIN_USD),
    countsForeign: config.COUNT_FOREIGN_TRANSFERS,
    now,
    onTrouble,
  })
  const merchant = { payTo, baseUrl, name: 'Farebox', setting: config.setting }
  const x402 = createX402Rail({ merchant, networks, facilitators, now, onTrouble })
  const mpp = mppRail(options, [
    ...tempoMethod(options, payTo.evm),
    createEvmMethod({ merchant, networks, facilitators, now, onTrouble }),
    ...cardMethod(options),
  ])
  return { rails: [x402, ...mpp, prepaid, pow], pow, networks, close: () => facilitators.close() }
}

const canonical = <T>(byId: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(byId).map(([id, value]) => [canonicalId(id), value]))

function mppRail(options: MoneyInOptions, methods: readonly Method[]): readonly Rail[] {
  const { config, baseUrl, secret, now } = options
  if (!config.MPP || methods.length === 0) return []
  return [createMppRail({ methods, key: mppKey(secret), baseUrl, now })]
}

function tempoMethod(options: MoneyInOptions, payTo: string): readonly Method[] {
  const { config, sandbox, secret } = options
  const rpcUrl = sandbox ? sandbox.tempoRpcUrl : config.TEMPO_RPC_URL
  if (!rpcUrl) return []
  const tokens = sandbox ? [PATH_USD] : [USDC_E, PATH_USD]
  return [createTempoMethod({ ...options, payTo, rpcUrl, tokens, key: mppKey(secret) })]
}

function cardMethod({ config, client, now, onTrouble }: MoneyInOptions): readonly Method[] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_NETWORK_ID: networkId, STRIPE_API_URL: url } = config
  if (!secretKey && !networkId) return []
  if (!secretKey || !networkId)
    throw new ConfigProblem('STRIPE_SECRET_KEY and STRIPE_NETWORK_ID need each other')
  const stripe = createStripe({ secretKey, url, client })
  return [createCardMethod({ stripe, networkId, now, onTrouble })]
}

/** A key of its own, so that nothing signed for another purpose can pass for a challenge. */
const mppKey = (secret: string): string => createHmac('sha256', secret).update('mpp').digest('hex')

function payeesOf(config: Config, sandbox: Sandbox | null): Merchant['payTo'] | null {
  const evm = sandbox?.payTo ?? config.PAY_TO
  const { PAY_TO_SOLANA: svm, PAY_TO_ALGORAND: avm, PAY_TO_STELLAR: stellar } = config
  if (!evm && (svm || avm || stellar))
    throw new ConfigProblem('PAY_TO: is needed beside the others')
  if (!evm) return null
  return { evm, ...(svm && { svm }), ...(avm && { avm }), ...(stellar && { stellar }) }
}

function networksOf(config: Config): readonly Network[] {
  return config.NETWORKS.map((id) => {
    const network = NETWORKS.find((row) => row.id === canonicalId(id))
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

/**
 * Tells outside programs how to buy in the sandbox, with a credits key that this database knows.
 */
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
