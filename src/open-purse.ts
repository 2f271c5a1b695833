import { evmNetworkOf } from './chains/networks.ts'
import { ConfigProblem, type Config } from './config.ts'
import type { Db } from './core/db.ts'
import type { ReadText } from './core/setting.ts'
import { evmNetworkNamed } from './lib/chains/evm-networks.ts'
import { addressOfKey } from './lib/evm-key.ts'
import type { Client } from './net/request.ts'
import { createEvmWallet } from './purse/evm-wallet.ts'
import { createPurse, type Purse } from './purse/purse.ts'
import { createDeliveryRecord } from './purse/record.ts'
import type { SpendWallet } from './purse/chains.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import { createPurseStore } from './stores/purse.ts'

export interface PurseGround {
  readonly config: Config
  readonly db: Db
  readonly sandbox: Sandbox | null
  /** For nodes. */
  readonly trusted: Client
  /** For sellers. */
  clientOf(origin: string): Client
  isNamed(origin: string): boolean
  now(): number
  onTrouble(what: string, cause: unknown): void
}

export const BASE = 'eip155:8453'
/** Keyless nodes of Base, for where none is set. */
export const BASE_NODES = evmNetworkNamed(BASE)!.nodes as readonly [string, ...string[]]

/** The purse, with a wallet for each chain that it has a key for. */
export function openPurse(ground: PurseGround) {
  const { config, db, sandbox, clientOf, isNamed, now, onTrouble } = ground
  const store = createPurseStore(db)
  const record = createDeliveryRecord({ store, now, onTrouble })
  const purse: Purse = createPurse({
    wallets: walletsOf(ground),
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
    own: [config.PAY_TO ?? [], sandbox?.payTo ?? []].flat(),
    domainOf: (network) => evmNetworkOf(network).domain,
    now,
    onTrouble,
  })
  return { purse, record }
}

function walletsOf({ config, sandbox, trusted }: PurseGround): readonly SpendWallet[] {
  const { RPC_URLS, FREE_MODE } = config
  const key = keyOf(config, sandbox)
  if (key === undefined || FREE_MODE) return []
  const network = sandbox?.network ?? evmNetworkOf(BASE)
  const rpcUrl = sandbox?.rpcUrl ?? RPC_URLS[network.id] ?? BASE_NODES[0]
  const label = sandbox ? 'base-sepolia' : 'base'
  const labels = [network.id, label]
  try {
    return [createEvmWallet({ chain: 'base', network, labels, key, rpcUrl, client: trusted })]
  } catch {
    throw new ConfigProblem('PURSE_KEY: is no private key of an EVM account')
  }
}

/** The key of the sandbox is public, and that of nobody else. */
const keyOf = ({ PURSE_KEY }: Config, sandbox: Sandbox | null): string | undefined =>
  sandbox?.purseKey ?? PURSE_KEY

/** The settings, and `PURSE_ADDRESS`: who is paid for what the purse buys. */
export function withPurseAddress(config: Config, sandbox: Sandbox | null): ReadText {
  const key = keyOf(config, sandbox)
  const own = key === undefined ? undefined : addressOfKey(key)
  const address = config.PURSE_ADDRESS ?? own
  return (name) => (name === 'PURSE_ADDRESS' ? address : config.setting(name))
}
