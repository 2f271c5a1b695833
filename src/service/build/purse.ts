import { base58 } from '@scure/base'
import { evmNetworkOf, otherNetworkOf } from '../../outside/chains/networks.ts'
import { PATH_USD, USDC_E } from '../../outside/chains/tempo/tokens.ts'
import { ConfigProblem, type Config } from '../settings/config.ts'
import type { Db } from '../../base/core/db.ts'
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
import { createPurseStore } from '../../stores/purse.ts'

interface WalletGround {
  readonly config: Config
  readonly sandbox: Sandbox | null
  /** For nodes. */
  readonly trusted: Client
  now(): number
}

export interface PurseGround extends WalletGround {
  readonly db: Db
  /** For sellers. */
  clientOf(origin: string): Client
  isNamed(origin: string): boolean
  isShared(wallet: string): boolean
  onTrouble(what: string, cause: unknown): void
}

export const BASE = 'eip155:8453'
/** Keyless nodes of Base, for where none is set. */
export const BASE_NODES = evmNetworkNamed(BASE)!.nodes as readonly [string, ...string[]]

/** The purse, with a wallet for each chain that it has a key for. */
export function openPurse(ground: PurseGround) {
  const { config, db, sandbox, clientOf, isNamed, isShared, now, onTrouble } = ground
  const store = createPurseStore(db)
  const record = createDeliveryRecord({ store, now, onTrouble })
  const purse: Purse = createPurse({
    wallets: openWallets(ground),
    caps: {
      call: config.PURSE_CALL_USD,
      seller: config.PURSE_SELLER_DAY_USD,
      hour: config.PURSE_HOUR_USD,
      day: config.PURSE_DAY_USD,
      payer: config.PURSE_BUYER_USD,
    },
    store,
    clientOf,
    isNamed,
    isShared,
    onRefused: record.refresh,
    own: ownAddresses(config, sandbox),
    now,
    onTrouble,
  })
  return { purse, record }
}

const ownAddresses = (
  { PAY_TO, PAY_TO_SOLANA, PAY_TO_ALGORAND }: Config,
  sandbox: Sandbox | null,
): readonly string[] =>
  [PAY_TO, PAY_TO_SOLANA, PAY_TO_ALGORAND, sandbox?.payTo].filter((each) => each !== undefined)

/** One wallet for each chain that there is a key for. Another chain is one more function here. */
export function openWallets(ground: WalletGround): readonly SpendWallet[] {
  if (ground.config.FREE_MODE) return []
  const all = [baseWallet, solanaWallet, algorandWallet, tempoWallet]
  return all.flatMap((open) => open(ground) ?? [])
}

function baseWallet({ config, sandbox, trusted }: WalletGround): SpendWallet | null {
  const key = keyOf(config, sandbox)
  if (key === undefined) return null
  const network = sandbox?.network ?? evmNetworkOf(BASE)
  const rpcUrl = sandbox?.rpcUrl ?? config.RPC_URLS[network.id] ?? BASE_NODES[0]
  const label = sandbox ? 'base-sepolia' : 'base'
  const labels = [network.id, label]
  try {
    return createEvmWallet({ chain: 'base', network, labels, key, rpcUrl, client: trusted })
  } catch {
    throw new ConfigProblem('PURSE_KEY: is no private key of an EVM account')
  }
}

const SOLANA_NODE = 'https://api.mainnet-beta.solana.com'

function solanaWallet({ config, sandbox, trusted: client }: WalletGround): SpendWallet | null {
  const key = solanaKeyOf(config, sandbox)
  if (!key) return null
  const network = otherNetworkOf(SPEND_CHAINS.solana)
  const rpcUrl = config.RPC_URLS[network.id] ?? SOLANA_NODE
  return createSvmWallet({ network, key, rpcUrl, client })
}

const ALGORAND_NODE = 'https://mainnet-api.4160.nodely.dev'

function algorandWallet({ config, sandbox, trusted: client }: WalletGround): SpendWallet | null {
  const key = algorandKeyOf(config, sandbox)
  if (!key) return null
  const network = otherNetworkOf(SPEND_CHAINS.algorand)
  const { [network.id]: long, [SPEND_CHAINS.algorand]: short } = config.RPC_URLS
  return createAvmWallet({ network, key, url: long ?? short ?? ALGORAND_NODE, client })
}

/** Sellers there are paid over MPP. */
function tempoWallet({ config, sandbox, trusted, now }: WalletGround): SpendWallet | null {
  const key = sandbox?.purseKey ?? config.PURSE_KEY_TEMPO
  const rpcUrl = sandbox ? sandbox.tempoRpcUrl : config.TEMPO_RPC_URL
  if (key === undefined || rpcUrl === null) return null
  const wanted = sandbox ? PATH_USD.name : config.PURSE_TEMPO_TOKEN
  const token = wanted === PATH_USD.name ? PATH_USD : USDC_E
  try {
    return createTempoWallet({ token, key, rpcUrl, client: trusted, now })
  } catch {
    throw new ConfigProblem('PURSE_KEY_TEMPO: is no private key of an EVM account')
  }
}

/** The key of the sandbox is public; no other key is. */
const keyOf = ({ PURSE_KEY }: Config, sandbox: Sandbox | null): string | undefined =>
  sandbox?.purseKey ?? PURSE_KEY

/** A sandbox spends test money only. */
const solanaKeyOf = ({ PURSE_KEY_SOLANA }: Config, sandbox: Sandbox | null): Ed25519Key | null =>
  PURSE_KEY_SOLANA === undefined || sandbox ? null : solanaKeyIn(PURSE_KEY_SOLANA)

const algorandKeyOf = (
  { PURSE_KEY_ALGORAND }: Config,
  sandbox: Sandbox | null,
): Ed25519Key | null =>
  PURSE_KEY_ALGORAND === undefined || sandbox ? null : algorandKeyIn(PURSE_KEY_ALGORAND)

/** The settings, with `PURSE_ADDRESS...`: the payee of routed calls. */
export function withPurseAddress(config: Config, sandbox: Sandbox | null): ReadText {
  const key = keyOf(config, sandbox)
  const own = key === undefined ? undefined : addressOfKey(key)
  const [solana, algorand] = [solanaKeyOf(config, sandbox), algorandKeyOf(config, sandbox)]
  const addresses: Readonly<Record<string, string | undefined>> = {
    PURSE_ADDRESS: config.PURSE_ADDRESS ?? own,
    PURSE_ADDRESS_SOLANA:
      config.PURSE_ADDRESS_SOLANA ?? (solana ? base58.encode(solana.publicKey) : undefined),
    PURSE_ADDRESS_ALGORAND:
      config.PURSE_ADDRESS_ALGORAND ??
      (algorand ? algorandAddressOf(algorand.publicKey) : undefined),
  }
  return (name) => (name in addresses ? addresses[name] : config.setting(name))
}
