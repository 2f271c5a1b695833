import { createHmac } from 'node:crypto'
import type { Config } from '../settings/config.ts'
import { ConfigProblem } from '../settings/config.ts'
import { watchNode } from '../../outside/chains/node-watch.ts'
import type { Client } from '../../outside/net/request.ts'
import { createCheckoutRail } from '../../selling/payments/checkout/rail.ts'
import {
  createStripeCheckout,
  type StripeCheckout,
} from '../../selling/payments/checkout/stripe-checkout.ts'
import { withPurseAddress } from './purse.ts'
import { createConnectorRail, type ConnectorPass } from '../../selling/payments/connector.ts'
import { createCreditsRail, hashKey, mintKey } from '../../selling/payments/credits.ts'
import { createFreeRail } from '../../selling/payments/free.ts'
import { createCardMethod } from '../../selling/payments/mpp/card.ts'
import { createEvmMethod } from '../../selling/payments/mpp/evm.ts'
import { warmUp } from '../ops/warm-up.ts'
import type { Method } from '../../selling/payments/mpp/method.ts'
import { createMppRail } from '../../selling/payments/mpp/rail.ts'
import { createStripe } from '../../selling/payments/mpp/stripe.ts'
import { createTempoMethod } from '../../selling/payments/mpp/tempo.ts'
import { PATH_USD, TEMPO_CHAIN, USDC_E } from '../../outside/chains/tempo/tokens.ts'
import { createPowRail, type PowRail } from '../../selling/payments/pow.ts'
import type { Rail } from '../../selling/payments/rail.ts'
import type { NetworkStatus } from '../../selling/payments/x402/facilitator.ts'
import { createTokenAuthorizer, type Authorize } from '../../base/lib/request-token.ts'
import { openFacilitators } from '../../selling/payments/x402/facilitators.ts'
import { canonicalId, NETWORKS, type Network } from '../../outside/chains/networks.ts'
import { createX402Rail } from '../../selling/payments/x402/rail.ts'
import type { Merchant } from '../../selling/payments/x402/requirements.ts'
import type { Db } from '../../base/core/db.ts'
import { usd } from '../../base/core/money.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { createSettlementKeyStore } from '../../stores/settlement-keys.ts'
import { createAccountNonceStore } from '../../stores/account-nonces.ts'
import type { CreditStore } from '../../stores/credits.ts'

export interface OpenRails {
  readonly rails: readonly Rail[]
  readonly pow: PowRail
  /** The processor of cards; null where none is set up. */
  readonly stripe: StripeCheckout | null
  /** With it, the connector makes a call that is free through it. */
  readonly pass: ConnectorPass
  /** Whether each network can be paid on at this moment. */
  networkStatuses(): readonly NetworkStatus[]
  /** Loads what the first payments need, until it is aborted. */
  warm(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

export interface OpenRailsOptions {
  readonly config: Config
  readonly sandbox: Sandbox | null
  readonly credits: CreditStore
  readonly client: Client
  readonly db: Db
  readonly baseUrl: string
  readonly secret: string
  now(): number
  onTrouble(what: string, cause: unknown): void
}

const SANDBOX_POLLING_MS = 5

/** The rails that the settings turn on. */
export async function openRails(options: OpenRailsOptions): Promise<OpenRails> {
  const { config, sandbox, db, credits, client, baseUrl, secret, now, onTrouble } = options
  const pow = createPowRail({ secret, difficulty: config.POW_DIFFICULTY, baseUrl, now })
  const connector = createConnectorRail()
  const { pass } = connector
  if (config.FREE_MODE) {
    const rails = [createFreeRail()]
    return {
      rails,
      pow,
      pass,
      stripe: null,
      warm: async () => {},
      networkStatuses: () => [],
      close: async () => {},
    }
  }
  const prepaid = createCreditsRail({ credits, baseUrl, now })
  const payTo = payeesOf(config, sandbox)
  const networks = sandbox ? [sandbox.network] : payTo ? networksOf(config, onTrouble) : []
  const facilitators = await openFacilitators({
    networks,
    settlementKey:
      sandbox?.settlementKey ?? (config.SETTLEMENT_KEY as `0x${string}` | undefined) ?? null,
    rpcUrls: sandbox ? { [sandbox.network.id]: sandbox.rpcUrl } : canonical(config.RPC_URLS),
    urls: config.FACILITATOR_URL ?? [],
    authorize: authorizerOf(config, now),
    client,
    pollingMs: sandbox ? SANDBOX_POLLING_MS : config.RECEIPT_POLLING_MS,
    waitMs: config.SETTLEMENT_WAIT_SECONDS * 1000,
    gasReserve: BigInt(config.GAS_RESERVE_GWEI) * 1_000_000_000n,
    gasCoinUsd: canonical(config.GAS_COIN_USD),
    nonceStore: db.engine === 'postgres' ? createAccountNonceStore(db, now) : undefined,
    settlementKeys: createSettlementKeyStore(db, now),
    countsForeign: config.COUNT_FOREIGN_TRANSFERS,
    now,
    onTrouble,
  })
  const setting = withPurseAddress(config, sandbox)
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: url } = config
  const stripe = secretKey ? createStripeCheckout({ secretKey, url, client }) : null
  const checkout = createCheckoutRail(stripe)
  const merchant = { payTo: payTo ?? { evm: '' }, baseUrl, name: 'Farebox', setting }
  const shared = { merchant, networks, facilitators, now, onTrouble }
  const tempo = payTo ? await tempoMethod(options, payTo.evm) : null
  const mpp = mppRail(options, [
    ...(tempo ? [tempo.method] : []),
    ...(payTo ? [createEvmMethod(shared)] : []),
    ...cardMethod(options),
  ])
  return {
    rails: [createX402Rail(shared), ...mpp, prepaid, pow, connector.rail, checkout],
    stripe,
    pow,
    pass,
    warm: warmUp(tempo?.method.warm ? [tempo.method.warm] : [], onTrouble),
    networkStatuses: () => [...facilitators.statuses(), ...(tempo ? [tempo.status()] : [])],
    async close() {
      tempo?.watch.close()
      await facilitators.close()
    },
  }
}

export const canonical = <T>(byId: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(byId).map(([id, value]) => [canonicalId(id), value]))

/** A token for each request if there is a key for it, else the configured header. */
function authorizerOf(config: Config, now: () => number): Authorize {
  const { FACILITATOR_KEY_ID: keyId, FACILITATOR_KEY_SECRET: keySecret } = config
  const { FACILITATOR_AUTHORIZATION: authorization = null } = config
  if (authorization && !config.FACILITATOR_URL)
    throw new ConfigProblem('FACILITATOR_AUTHORIZATION needs FACILITATOR_URL, whom it is for')
  if (!keyId && !keySecret) return async () => authorization
  if (!keyId || !keySecret)
    throw new ConfigProblem('FACILITATOR_KEY_ID and FACILITATOR_KEY_SECRET need each other')
  if (!config.FACILITATOR_URL)
    throw new ConfigProblem('FACILITATOR_KEY_ID needs FACILITATOR_URL, whom it is for')
  try {
    return createTokenAuthorizer({ keyId, keySecret, now })
  } catch {
    throw new ConfigProblem('FACILITATOR_KEY_SECRET is neither an Ed25519 key nor a PEM file')
  }
}

function mppRail(options: OpenRailsOptions, methods: readonly Method[]): readonly Rail[] {
  const { config, baseUrl, secret, now } = options
  if (!config.MPP || methods.length === 0) return []
  return [createMppRail({ methods, key: mppKey(secret), baseUrl, now })]
}

async function tempoMethod(options: OpenRailsOptions, payTo: string) {
  const { config, sandbox, secret } = options
  const url = sandbox ? sandbox.tempoRpcUrl : config.TEMPO_RPC_URL
  if (!config.MPP || !url) return null
  const watch = await watchNode({ ...options, url, chainId: TEMPO_CHAIN })
  const isUp = () => watch.trouble() === null
  const tokens = sandbox ? [PATH_USD] : [USDC_E, PATH_USD]
  const key = mppKey(secret)
  const status = (): NetworkStatus => ({
    network: `eip155:${TEMPO_CHAIN}`,
    name: 'Tempo',
    facilitators: [],
    isPayable: isUp(),
    trouble: watch.trouble(),
  })
  const method = createTempoMethod({ ...options, payTo, rpcUrl: url, tokens, key, isUp })
  return { method, status, watch }
}

function cardMethod({ config, client, now, onTrouble }: OpenRailsOptions): readonly Method[] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_NETWORK_ID: networkId, STRIPE_API_URL: url } = config
  if (!networkId) return []
  if (!secretKey) throw new ConfigProblem('STRIPE_NETWORK_ID needs STRIPE_SECRET_KEY')
  const stripe = createStripe({ secretKey, url, client })
  return [createCardMethod({ stripe, networkId, now, onTrouble })]
}

/** A separate key, so that nothing signed for another purpose passes for a challenge. */
const mppKey = (secret: string): string => createHmac('sha256', secret).update('mpp').digest('hex')

function payeesOf(config: Config, sandbox: Sandbox | null): Merchant['payTo'] | null {
  const evm = sandbox?.payTo ?? config.PAY_TO
  const { PAY_TO_SOLANA: svm, PAY_TO_ALGORAND: avm, PAY_TO_STELLAR: stellar } = config
  if (!evm && (svm || avm || stellar))
    throw new ConfigProblem('PAY_TO: is needed beside the others')
  if (!evm) return null
  return { evm, ...(svm && { svm }), ...(avm && { avm }), ...(stellar && { stellar }) }
}

function networksOf(config: Config, onTrouble: OpenRailsOptions['onTrouble']): readonly Network[] {
  assertSettles(config, onTrouble)
  return config.NETWORKS.map((id) => {
    const network = NETWORKS.find((row) => row.id === canonicalId(id))
    if (network && isPayable(network, config)) return network
    if (network) throw new ConfigProblem(`NETWORKS: ${id} needs ${PAYEE[network.family]}`)
    const known = NETWORKS.map((row) => row.id).join(', ')
    throw new ConfigProblem(`NETWORKS: ${id} is not known here; there are ${known}`)
  })
}

/** A settlement key without a node settles nothing, so the operator is warned. */
function assertSettles(
  { SETTLEMENT_KEY, RPC_URLS, NETWORKS: ids }: Config,
  onTrouble: OpenRailsOptions['onTrouble'],
): void {
  const rpcUrls = canonical(RPC_URLS)
  const evm = ids.map(canonicalId).filter((id) => id.startsWith('eip155:'))
  const missing = evm.filter((id) => !(id in rpcUrls))
  if (!SETTLEMENT_KEY || missing.length === 0) return
  if (missing.length < evm.length)
    return onTrouble('SETTLEMENT_KEY', new Error(`it settles on none of ${missing.join(', ')}`))
  throw new ConfigProblem(
    `SETTLEMENT_KEY settles nothing: RPC_URLS names no endpoint of ${evm.join(' or ') || 'an EVM network'}, nor does EVM_RPC_BASE_URL or its like`,
  )
}

/** The setting of the payee on a family of networks. */
const PAYEE = {
  evm: 'PAY_TO',
  svm: 'PAY_TO_SOLANA',
  avm: 'PAY_TO_ALGORAND',
  stellar: 'PAY_TO_STELLAR',
} as const

const isPayable = ({ family }: Network, config: Config): boolean => Boolean(config[PAYEE[family]])

const SANDBOX_CREDITS = usd('$100')

/** Writes the file that tells other programs how to buy in the sandbox, with a credits key. */
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
