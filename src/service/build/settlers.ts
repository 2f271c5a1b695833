import { createTokenAuthorizer, type Authorize } from '../../base/lib/request-token.ts'
import { canonicalId, NETWORKS, type Network } from '../../outside/chains/networks.ts'
import type { Facilitators } from '../../selling/payments/x402/facilitator.ts'
import { openFacilitators } from '../../selling/payments/x402/facilitators.ts'
import type { Merchant } from '../../selling/payments/x402/requirements.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { ConfigProblem, type Settings } from '../settings/config.ts'
import type { Ground } from './ground.ts'
import type { Lifetime } from './lifetime.ts'

type SettlerSettings = Pick<Settings, 'payments' | 'settlement'>

const SANDBOX_POLLING_MS = 5

interface SettlerParts {
  readonly ground: Ground
  readonly networks: readonly Network[]
}

/** Those who settle payments on the networks: a key of the operator, or facilitators. */
export async function openSettlers(
  settings: SettlerSettings,
  { ground, networks }: SettlerParts,
  life: Lifetime,
): Promise<Facilitators> {
  const { payments, settlement } = settings
  const { sandbox, stores, client } = ground
  const { now, trouble: onTrouble } = life
  const key = sandbox?.settlementKey ?? (settlement.SETTLEMENT_KEY as `0x${string}` | undefined)
  const facilitators = await openFacilitators({
    networks,
    settlementKey: key ?? null,
    rpcUrls: sandbox ? { [sandbox.network.id]: sandbox.rpcUrl } : canonical(settlement.RPC_URLS),
    urls: payments.FACILITATOR_URL ?? [],
    authorize: authorizerOf(payments, now),
    client,
    pollingMs: sandbox ? SANDBOX_POLLING_MS : settlement.RECEIPT_POLLING_MS,
    waitMs: settlement.SETTLEMENT_WAIT_SECONDS * 1000,
    gasReserve: BigInt(settlement.GAS_RESERVE_GWEI) * 1_000_000_000n,
    gasCoinUsd: canonical(settlement.GAS_COIN_USD),
    nonceStore: stores.accountNonces ?? undefined,
    settlementKeys: stores.settlementKeys,
    countsForeign: settlement.COUNT_FOREIGN_TRANSFERS,
    now,
    onTrouble,
  })
  life.closeWith(() => facilitators.close())
  return facilitators
}

export const canonical = <T>(byId: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(byId).map(([id, value]) => [canonicalId(id), value]))

/** A token for each request if there is a key for it, else the configured header. */
function authorizerOf(payments: SettlerSettings['payments'], now: () => number): Authorize {
  const { FACILITATOR_KEY_ID: keyId, FACILITATOR_KEY_SECRET: keySecret } = payments
  const { FACILITATOR_AUTHORIZATION: authorization = null } = payments
  if (authorization && !payments.FACILITATOR_URL)
    throw new ConfigProblem('FACILITATOR_AUTHORIZATION needs FACILITATOR_URL, whom it is for')
  if (!keyId && !keySecret) return async () => authorization
  if (!keyId || !keySecret)
    throw new ConfigProblem('FACILITATOR_KEY_ID and FACILITATOR_KEY_SECRET need each other')
  if (!payments.FACILITATOR_URL)
    throw new ConfigProblem('FACILITATOR_KEY_ID needs FACILITATOR_URL, whom it is for')
  try {
    return createTokenAuthorizer({ keyId, keySecret, now })
  } catch {
    throw new ConfigProblem('FACILITATOR_KEY_SECRET is neither an Ed25519 key nor a PEM file')
  }
}

/** Who is paid, by the family of the network; null where nobody is named. */
export function payeesOf(
  { payments }: SettlerSettings,
  sandbox: Sandbox | null,
): Merchant['payTo'] | null {
  const evm = sandbox?.payTo ?? payments.PAY_TO
  const { PAY_TO_SOLANA: svm, PAY_TO_ALGORAND: avm, PAY_TO_STELLAR: stellar } = payments
  if (!evm && (svm || avm || stellar))
    throw new ConfigProblem('PAY_TO: is needed beside the others')
  if (!evm) return null
  return { evm, ...(svm && { svm }), ...(avm && { avm }), ...(stellar && { stellar }) }
}

export function networksOf(settings: SettlerSettings, life: Lifetime): readonly Network[] {
  assertSettles(settings, life)
  return settings.payments.NETWORKS.map((id) => {
    const network = NETWORKS.find((row) => row.id === canonicalId(id))
    if (network && settings.payments[PAYEE[network.family]]) return network
    if (network) throw new ConfigProblem(`NETWORKS: ${id} needs ${PAYEE[network.family]}`)
    const known = NETWORKS.map((row) => row.id).join(', ')
    throw new ConfigProblem(`NETWORKS: ${id} is not known here; there are ${known}`)
  })
}

/** A settlement key without a node settles nothing, so the operator is warned. */
function assertSettles({ payments, settlement }: SettlerSettings, life: Lifetime): void {
  const rpcUrls = canonical(settlement.RPC_URLS)
  const evm = payments.NETWORKS.map(canonicalId).filter((id) => id.startsWith('eip155:'))
  const missing = evm.filter((id) => !(id in rpcUrls))
  if (!settlement.SETTLEMENT_KEY || missing.length === 0) return
  if (missing.length < evm.length)
    return life.trouble('SETTLEMENT_KEY', new Error(`it settles on none of ${missing.join(', ')}`))
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
