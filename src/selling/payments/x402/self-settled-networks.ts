import type { Network } from '../../../outside/chains/networks.ts'
import type { SelfSettledNetwork, SelfSettlementOptions } from './self-settled-network.ts'

/** Opens the networks with an endpoint in the settings. Other families are not loaded. */
export async function openSelfSettledNetworks(
  options: SelfSettlementOptions,
): Promise<ReadonlyMap<string, SelfSettledNetwork>> {
  const opened = await Promise.all(
    options.networks
      .filter(({ id }) => id in options.rpcUrls)
      .map(async (network) => [network.id, await open(network, options)] as const),
  )
  return new Map(opened.filter((entry): entry is [string, SelfSettledNetwork] => entry[1] !== null))
}

async function open(
  network: Network,
  options: SelfSettlementOptions,
): Promise<SelfSettledNetwork | null> {
  if (network.family === 'evm')
    return (await import('./evm/network.ts')).openEvmNetwork(network, options)
  if (network.family === 'svm')
    return (await import('./svm/network.ts')).openSvmNetwork(network, options)
  if (network.family === 'avm')
    return (await import('./avm/network.ts')).openAvmNetwork(network, options)
  return null
}
