import type { Client } from '../../net/request.ts'
import type { Facilitator } from './facilitator.ts'
import type { EvmNetwork, Network } from './networks.ts'

export interface OwnOptions {
  readonly networks: readonly Network[]
  /** Settles with this key, on the EVM networks that have an RPC endpoint. */
  readonly settlementKey: `0x${string}` | null
  readonly rpcUrls: Readonly<Record<string, string>>
  readonly client: Client
  /** How often a receipt is looked for. */
  readonly pollingMs: number
  /** How long a buyer waits for a receipt, before the settlement counts as pending. */
  readonly waitMs?: number
  /** Wei; a key that holds less takes its network out of the offers. */
  readonly gasReserve: bigint
  now(): number
  onTrouble(what: string, cause: unknown): void
}

/** A network that this process can reach by itself. */
export interface OwnNetwork {
  /**
   * Null where there is an endpoint but no key: it can be looked at, and settled on by others only.
   */
  readonly facilitator: Facilitator | null
  readonly trace: Facilitator['trace']
  hasGas(): Promise<boolean>
  close(): Promise<void>
}

/**
 * Opens the EVM networks that the settings give an endpoint for. Nothing loads where there is none.
 */
export async function openOwnNetworks(
  options: OwnOptions,
): Promise<ReadonlyMap<string, OwnNetwork>> {
  const reachable = options.networks.filter(
    (row): row is EvmNetwork => row.family === 'evm' && row.id in options.rpcUrls,
  )
  if (reachable.length === 0) return new Map()
  const { openOwnNetwork } = await import('./evm/network.ts')
  return new Map(reachable.map((network) => [network.id, openOwnNetwork(network, options)]))
}
