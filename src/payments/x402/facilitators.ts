import type { FacilitatorClient } from '@x402/core/server'
import type { Client } from '../../net/request.ts'
import type { Network } from './networks.ts'
import { createRemoteFacilitator } from './remote.ts'

export interface FacilitatorOptions {
  readonly networks: readonly Network[]
  /** Settles with this key, on the networks that have an RPC endpoint. */
  readonly settlementKey: `0x${string}` | null
  readonly rpcUrls: Readonly<Record<string, string>>
  /** Used for the other networks; without it, each network's own. */
  readonly url: string | null
  readonly authorization: string | null
  readonly client: Client
  /** How often own settlement looks for a receipt. */
  readonly pollingMs: number
}

/** Who verifies and settles on each network: this process where it has a key, else somebody remote. */
export async function createFacilitators(
  options: FacilitatorOptions,
): Promise<ReadonlyMap<string, FacilitatorClient>> {
  const { networks, settlementKey: key, rpcUrls, client, authorization, pollingMs } = options
  const facilitators = new Map<string, FacilitatorClient>()
  for (const network of networks) {
    const rpcUrl = rpcUrls[network.id]
    const url = options.url ?? network.facilitator
    if (key && rpcUrl) {
      const { createEvmFacilitator } = await import('./families/evm.ts')
      facilitators.set(
        network.id,
        createEvmFacilitator({ network: network.id, rpcUrl, key, pollingMs }),
      )
    } else if (url) {
      facilitators.set(network.id, createRemoteFacilitator({ url, client, authorization }))
    }
  }
  return facilitators
}
