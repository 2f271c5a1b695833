import { z } from 'zod'
import { MINUTE_MS } from '../../base/core/milliseconds.ts'
import { agreedSetting } from './_agreed.ts'
import { rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const token = z.object({ address: z.string(), symbol: z.string().nullish() })
const numeric = z
  .string()
  .regex(/^\d+(\.\d+)?([eE][+-]?\d+)?$/)
  .transform(Number)
  .nullish()
const Pair = z.object({
  chainId: z.string(),
  dexId: z.string(),
  url: z.string(),
  pairAddress: z.string(),
  baseToken: token,
  quoteToken: token,
  priceUsd: numeric,
  liquidity: z.object({ usd: z.number().nullish() }).nullish(),
  volume: z.object({ h24: z.number().nullish() }).nullish(),
  priceChange: z.object({ h24: z.number().nullish() }).nullish(),
  pairCreatedAt: z.number().nullish(),
})
export type DexPair = z.output<typeof Pair>

/** Pairs of all exchanges on chains. Its terms forbid selling its answers without consent. */
export const dexscreener = defineUpstream({
  name: 'dexscreener',
  title: 'DEX Screener',
  terms: 'https://docs.dexscreener.com/api/api-terms-and-conditions',
  texts: 'public',
  base: 'https://api.dexscreener.com',
  settings: [agreedSetting('DEXSCREENER_AGREED', 'DEX Screener', 'required')],
  limits: { timeoutMs: 10_000, bytesMax: 4_000_000, perSecond: 5, among: 'replicas' },
  cacheTtlMs: MINUTE_MS / 4,
  api: (http) => ({
    async ofToken(chain: string, address: string): Promise<readonly DexPair[]> {
      return http.json(`/token-pairs/v1/${chain}/${encodeURIComponent(address)}`, rowsOf(Pair))
    },
    async search(q: string): Promise<readonly DexPair[]> {
      const shape = z.object({ pairs: rowsOf(Pair).nullable() })
      return (await http.json('/latest/dex/search', shape, { query: { q } })).pairs ?? []
    },
  }),
})
