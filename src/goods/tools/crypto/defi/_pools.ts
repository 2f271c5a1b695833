import { badInput } from '../../../../base/core/fault.ts'
import type { CoinPool } from '../../../../capabilities/upstreams/coingecko.ts'

/** One trade moves the price of a pool that holds less. */
export const THIN_USD = 10_000

/** CoinGecko's names of networks, where others use another name. */
const NETWORKS: Readonly<Record<string, string>> = {
  ethereum: 'eth',
  polygon: 'polygon_pos',
  avalanche: 'avax',
  bnb: 'bsc',
  gnosis: 'xdai',
}

export function networkOfPools(network: string): string {
  const name = network.trim().toLowerCase()
  if (!/^[a-z0-9_-]{2,40}$/.test(name))
    throw badInput('network: must be a name such as base, ethereum or solana.')
  return NETWORKS[name] ?? name
}

/** Ids begin with the network: `base_0x…`. */
export const addressInId = (id: string | undefined): string | null =>
  id === undefined ? null : id.slice(id.indexOf('_') + 1)

type Related = keyof NonNullable<CoinPool['relationships']>

export const relatedTo = (pool: CoinPool, name: Related): string | undefined =>
  pool.relationships?.[name]?.data?.id

export const figuresOf = ({ attributes }: CoinPool) => ({
  priceUsd: attributes.base_token_price_usd ?? null,
  reserveUsd: attributes.reserve_in_usd ?? null,
  thin: (attributes.reserve_in_usd ?? 0) < THIN_USD,
  volume24hUsd: attributes.volume_usd?.h24 ?? null,
})
