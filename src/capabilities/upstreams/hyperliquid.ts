import { z } from 'zod'
import { Fault } from '../../base/core/fault.ts'
import { MINUTE_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream } from './define.ts'

const Number_ = z.string().regex(/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/)
const Contexts = z.tuple([
  z.object({
    universe: z.array(
      z.object({ name: z.string(), maxLeverage: z.number(), isDelisted: z.boolean().optional() }),
    ),
  }),
  z.array(
    z.object({
      funding: Number_,
      openInterest: Number_,
      markPx: Number_,
      oraclePx: Number_,
      dayNtlVlm: Number_,
      premium: Number_.nullish(),
    }),
  ),
])
const Candles = z.array(
  z.object({ t: z.number(), o: Number_, h: Number_, l: Number_, c: Number_, v: Number_ }),
)
const Funding = z.array(z.object({ time: z.number(), fundingRate: Number_ }))

/** Perpetual futures of one exchange on a chain of its own. */
export const hyperliquid = defineUpstream({
  name: 'hyperliquid',
  title: 'Hyperliquid',
  terms: 'https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api',
  texts: 'public',
  base: 'https://api.hyperliquid.xyz',
  limits: { timeoutMs: 10_000, bytesMax: 4_000_000, perSecond: 5 },
  api: (http) => ({
    async markets() {
      const [{ universe }, contexts] = await http.json('/info', Contexts, {
        json: { type: 'metaAndAssetCtxs' },
        cacheTtlMs: MINUTE_MS / 6,
      })
      if (universe.length !== contexts.length)
        throw new Fault('upstream_failed', 'Hyperliquid answered in an unknown shape.')
      return universe.map((market, at) => ({ ...market, ...contexts[at]! }))
    },
    /** Oldest first; the last one is not over yet. */
    async candles(coin: string, interval: string, startMs: number, endMs: number) {
      const req = { coin, interval, startTime: startMs, endTime: endMs }
      return http.json('/info', Candles, { json: { type: 'candleSnapshot', req } })
    },
    /** Hourly, oldest first, at most 500 from its start. */
    async funding(coin: string, startMs: number) {
      return http.json('/info', Funding, {
        json: { type: 'fundingHistory', coin, startTime: startMs },
      })
    },
  }),
})
