import { standIn } from './define.ts'

/**
 * https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/info-endpoint: numbers are
 * texts, and an unknown coin is answered with an empty list or a 500.
 */
const context = (funding: string, openInterest: string, markPx: string, dayNtlVlm: string) => ({
  funding,
  openInterest,
  prevDayPx: markPx,
  dayNtlVlm,
  premium: '0.0001',
  oraclePx: markPx,
  markPx,
  midPx: markPx,
  impactPxs: [markPx, markPx],
})

const HOUR_MS = 3_600_000

export default standIn({
  at: 'UPSTREAM_HYPERLIQUID_URL',
  answer({ path, body }) {
    if (path !== '/info') return undefined
    const asked = JSON.parse(body) as {
      type: string
      coin?: string
      startTime?: number
      req?: { coin: string; startTime: number; endTime: number }
    }
    if (asked.type === 'metaAndAssetCtxs')
      return [
        {
          universe: [
            { name: 'BTC', szDecimals: 5, maxLeverage: 40 },
            { name: 'ETH', szDecimals: 4, maxLeverage: 25 },
            { name: 'OLD', szDecimals: 1, maxLeverage: 3, isDelisted: true },
          ],
        },
        [
          context('0.0000125', '30000', '100000.5', '2000000000.1'),
          context('-0.00002', '500000', '3000', '1500000000'),
          context('0.0', '0.0', '1', '0.0'),
        ],
      ]
    const { coin, startTime = 0 } = asked.req ?? asked
    if (coin !== 'BTC') return []
    if (asked.type === 'candleSnapshot')
      return Array.from({ length: 20 }, (_, at) => ({
        t: startTime + at * HOUR_MS,
        T: startTime + (at + 1) * HOUR_MS - 1,
        s: 'BTC',
        i: '1h',
        o: '100000',
        c: String(100_100 + at),
        h: '100200',
        l: '99900',
        v: '12.5',
        n: 100,
      }))
    return [0, 1].map((at) => ({
      coin: 'BTC',
      fundingRate: '0.0000125',
      premium: '0.0001',
      time: startTime + at * HOUR_MS,
    }))
  },
})
