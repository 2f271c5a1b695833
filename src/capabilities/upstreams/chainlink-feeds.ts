import { z } from 'zod'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import type { EvmNetwork } from '../../engines/onchain/chains/evm-networks.ts'
import type { ChainlinkFeed } from '../../engines/onchain/prices/oracle.ts'
import { rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Feed = z.object({
  name: z.string(),
  proxyAddress: z.string().nullish(),
  decimals: z.number().int().nullish(),
  heartbeat: z.number().nullish(),
  docs: z.object({ hidden: z.boolean().nullish() }).nullish(),
})

const FILES: Readonly<Record<number, string>> = {
  1: 'mainnet',
  8453: 'ethereum-mainnet-base-1',
  42161: 'ethereum-mainnet-arbitrum-1',
  10: 'ethereum-mainnet-optimism-1',
  137: 'matic-mainnet',
  43114: 'avalanche-mainnet',
}

/** The directory that Chainlink's own pages read: one file per chain. */
export const chainlinkFeeds = defineUpstream({
  name: 'chainlink-feeds',
  title: 'Chainlink reference data directory',
  terms: 'https://chain.link/terms',
  texts: 'own',
  base: 'https://reference-data-directory.vercel.app',
  limits: { timeoutMs: 15_000, bytesMax: 8_000_000 },
  cacheTtlMs: DAY_MS,
  keepBytesMax: 32 * 1024 * 1024,
  api: (http) => ({
    /** Feeds of a network that are open to everybody; empty if it has no directory. */
    async on({ chainId }: Pick<EvmNetwork, 'chainId'>): Promise<readonly ChainlinkFeed[]> {
      const file = FILES[chainId]
      if (file === undefined) return []
      const told = await http.json(`/feeds-${file}.json`, rowsOf(Feed))
      return told.flatMap(({ name, proxyAddress, heartbeat, docs }) => {
        const isOffered = proxyAddress && heartbeat && !docs?.hidden && / \/ /.test(name)
        const pair = name.replaceAll(' ', '')
        return isOffered ? [{ pair, address: proxyAddress, heartbeatSeconds: heartbeat }] : []
      })
    },
  }),
})
