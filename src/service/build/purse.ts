import { base58 } from '@scure/base'
import { evmNetworkOf, otherNetworkOf } from '../../outside/chains/networks.ts'
import { PATH_USD, USDC_E } from '../../outside/chains/tempo/tokens.ts'
import { ConfigProblem, type Settings } from '../settings/config.ts'
import type { ReadText } from '../../base/core/setting.ts'
import { evmNetworkNamed } from '../../engines/onchain/chains/evm-networks.ts'
import { algorandAddressOf } from '../../engines/onchain/account-address.ts'
import { algorandKeyIn, solanaKeyIn, type Ed25519Key } from '../../engines/onchain/ed25519.ts'
import { addressOfKey } from '../../engines/onchain/evm-key.ts'
import type { Client } from '../../outside/net/request.ts'
import { createAvmWallet } from '../../buying/purse/avm-wallet.ts'
import { createEvmWallet } from '../../buying/purse/evm-wallet.ts'
import { createPurse, type Purse } from '../../buying/purse/purse.ts'
import { createDeliveryRecord } from '../../buying/purse/delivery-record.ts'
import { SPEND_CHAINS, type SpendWallet } from '../../buying/purse/chains.ts'
import { createSvmWallet } from '../../buying/purse/svm-wallet.ts'
import { createTempoWallet } from '../../buying/purse/tempo-wallet.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Ground } from './ground.ts'
import type { Lifetime } from './lifetime.ts'

type PurseSettings = Pick<Settings, 'purse' | 'payments' | 'settlement' | 'serving'>

interface WalletParts {
  readonly sandbox: Sandbox | null
  /** For nodes. */
  readonly trusted: Client
  now(): number
}

interface PurseParts {
  readonly ground: Ground
  /** For nodes. */
  readonly trusted: Client
  /** For sellers. */
  clientOf(origin: string): Client
  isNamed(origin: string): boolean
  isShared(wallet: string): boolean
}

export const BASE = 'eip155:8453'
/** Keyless nodes of Base, for where none is set. */
export const BASE_NODES = evmNetworkNamed(BASE)!.nodes as readonly [string, ...string[]]

/** The purse, with a wallet for each chain that it has a key for. */
export function openPurse(settings: PurseSettings, parts: PurseParts, life: Lifetime) {
  const { ground, trusted, clientOf, isNamed, isShared } = parts
  const { sandbox, stores } = ground
  const { now, trouble: onTrouble } = life
  const { purse: caps } = settings
  const record = createDeliveryRecord({ store: stores.purse, now, onTrouble })
  const purse: Purse = createPurse({
    wallets: openWallets(settings, { sandbox, trusted, now }),
    caps: {
      call: caps.PURSE_CALL_USD,
      seller: caps.PURSE_SELLER_DAY_USD,
      hour: caps.PURSE_HOUR_USD,
      day: caps.PURSE_DAY_USD,
      payer: caps.PURSE_BUYER_USD,
    },
    store: stores.purse,
    clientOf,
    isNamed,
    isShared,
    onRefused: record.refresh,
    own: ownAddresses(settings, sandbox),
    now,
    onTrouble,
  })
  return { purse, record }
}

const ownAddresses = ({ payments }: PurseSettings, sandbox: Sandbox | null): readonly string[] =>
  [payments.PAY_TO, payments.PAY_TO_SOLANA, payments.PAY_TO_ALGORAND, sandbox?.payTo].filter(
    (each) => each !== undefined,
  )

/** One wallet for each chain that there is a key for. Another chain is one more function here. */
export function openWallets(settings: PurseSettings, parts: WalletParts): readonly SpendWallet[] {
  if (settings.serving.FREE_MODE) return []
  const all = [baseWallet, solanaWallet, algorandWallet, tempoWallet]
  return all.flatMap((open) => open(settings, parts) ?? [])
}

type OpenWallet = (settings: PurseSettings, parts: WalletParts) => SpendWallet | null

const baseWallet: OpenWallet = ({ purse, settlement }, { sandbox, trusted }) => {
  const key = keyOf(purse, sandbox)
  if (key === undefined) return null
  const network = sandbox?.network ?? evmNetworkOf(BASE)
  const rpcUrl = sandbox?.rpcUrl ?? settlement.RPC_URLS[network.id] ?? BASE_NODES[0]
  const label = sandbox ? 'base-sepolia' : 'base'
  const labels = [network.id, label]
  try {
    return createEvmWallet({ chain: 'base', network, labels, key, rpcUrl, client: trusted })
  } catch {
    throw new ConfigProblem('PURSE_KEY: is no private key of an EVM account')
  }
}

const SOLANA_NODE = 'https://api.mainnet-beta.solana.com'

const solanaWallet: OpenWallet = ({ purse, settlement }, { sandbox, trusted: client }) => {
  const key = solanaKeyOf(purse, sandbox)
  if (!key) return null
  const network = otherNetworkOf(SPEND_CHAINS.solana)
  const rpcUrl = settlement.RPC_URLS[network.id] ?? SOLANA_NODE
  return createSvmWallet({ network, key, rpcUrl, client })
}

const ALGORAND_NODE = 'https://mainnet-api.4160.nodely.dev'

const algorandWallet: OpenWallet = ({ purse, settlement }, { sandbox, trusted: client }) => {
  const key = algorandKeyOf(purse, sandbox)
  if (!key) return null
  const network = otherNetworkOf(SPEND_CHAINS.algorand)
  const { [network.id]: long, [SPEND_CHAINS.algorand]: short } = settlement.RPC_URLS
  return createAvmWallet({ network, key, url: long ?? short ?? ALGORAND_NODE, client })
}

/** Sellers there are paid over MPP. */
const tempoWallet: OpenWallet = ({ purse, payments }, { sandbox, trusted, now }) => {
  const key = sandbox?.purseKey ?? purse.PURSE_KEY_TEMPO
  const rpcUrl = sandbox ? sandbox.tempoRpcUrl : payments.TEMPO_RPC_URL
  if (key === undefined || rpcUrl === null) return null
  const wanted = sandbox ? PATH_USD.name : purse.PURSE_TEMPO_TOKEN
  const token = wanted === PATH_USD.name ? PATH_USD : USDC_E
  try {
    return createTempoWallet({ token, key, rpcUrl, client: trusted, now })
  } catch {
    throw new ConfigProblem('PURSE_KEY_TEMPO: is no private key of an EVM account')
  }
}

type Keys = Settings['purse']

/** The key of the sandbox is public; no other key is. */
const keyOf = ({ PURSE_KEY }: Keys, sandbox: Sandbox | null): string | undefined =>
  sandbox?.purseKey ?? PURSE_KEY

/** A sandbox spends test money only. */
const solanaKeyOf = ({ PURSE_KEY_SOLANA }: Keys, sandbox: Sandbox | null): Ed25519Key | null =>
  PURSE_KEY_SOLANA === undefined || sandbox ? null : solanaKeyIn(PURSE_KEY_SOLANA)

const algorandKeyOf = ({ PURSE_KEY_ALGORAND }: Keys, sandbox: Sandbox | null): Ed25519Key | null =>
  PURSE_KEY_ALGORAND === undefined || sandbox ? null : algorandKeyIn(PURSE_KEY_ALGORAND)

/** The settings, with `PURSE_ADDRESS...`: the payee of routed calls. */
export function withPurseAddress(
  { purse, text }: Pick<Settings, 'purse' | 'text'>,
  sandbox: Sandbox | null,
): ReadText {
  const key = keyOf(purse, sandbox)
  const own = key === undefined ? undefined : addressOfKey(key)
  const [solana, algorand] = [solanaKeyOf(purse, sandbox), algorandKeyOf(purse, sandbox)]
  const addresses: Readonly<Record<string, string | undefined>> = {
    PURSE_ADDRESS: purse.PURSE_ADDRESS ?? own,
    PURSE_ADDRESS_SOLANA:
      purse.PURSE_ADDRESS_SOLANA ?? (solana ? base58.encode(solana.publicKey) : undefined),
    PURSE_ADDRESS_ALGORAND:
      purse.PURSE_ADDRESS_ALGORAND ??
      (algorand ? algorandAddressOf(algorand.publicKey) : undefined),
  }
  return (name) => (name in addresses ? addresses[name] : text(name))
}
