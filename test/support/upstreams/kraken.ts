import { standIn, type ProviderRequest } from './define.ts'

/** https://docs.kraken.com/api/docs/rest-api/get-order-book: errors are texts with status 200. */
const DAY = 86_400

/** Today's figure, then that of 24 hours; prices are texts. */
const ticker = (last: string, volume: string, ask = last) => ({
  a: [ask, '1', '1.000'],
  b: [last, '2', '2.000'],
  c: [last, '0.1'],
  v: ['1.00000000', volume],
  p: [last, last],
  t: [10, 20],
  l: [last, last],
  h: [last, last],
  o: (Number(last) / 1.25).toFixed(5),
})
const pairOf = (altname: string, wsname: string, status = 'online') => ({
  altname,
  wsname,
  aclass_base: 'currency',
  status,
})
const PAIRS = {
  XXBTZUSD: pairOf('XBTUSD', 'XBT/USD'),
  XETHZUSD: pairOf('ETHUSD', 'ETH/USD'),
  DUSTUSD: pairOf('DUSTUSD', 'DUST/USD'),
  GONEUSD: pairOf('GONEUSD', 'GONE/USD', 'cancel_only'),
}
const TICKERS: Readonly<Record<string, unknown>> = {
  XXBTZUSD: ticker('100000.00000', '2000.5', '100010.00000'),
  XETHZUSD: ticker('3000.00000', '10000'),
  DUSTUSD: ticker('0.01000', '5', '0.02000'),
}

export function krakenAnswer({ path, query }: ProviderRequest): unknown {
  if (path === '/0/public/AssetPairs') return { error: [], result: PAIRS }
  if (path === '/0/public/Ticker') {
    const names = query.get('pair')?.split(',') ?? []
    if (names.some((name) => !(name in TICKERS))) return { error: ['EQuery:Unknown asset pair'] }
    return { error: [], result: Object.fromEntries(names.map((name) => [name, TICKERS[name]])) }
  }
  return marketAnswer(path, query)
}

function marketAnswer(path: string, query: URLSearchParams): unknown {
  const pair = query.get('pair')
  if (pair !== 'XBTUSD' && pair !== 'ETHUSD') return { error: ['EQuery:Unknown asset pair'] }
  const name = pair === 'XBTUSD' ? 'XXBTZUSD' : 'XETHZUSD'
  if (path === '/0/public/Depth')
    return {
      error: [],
      result: {
        [name]: {
          asks: [
            ['100010.00000', '1.500', 1_767_225_600],
            ['100020.00000', '2.000', 1_767_225_600],
          ],
          bids: [
            ['99990.00000', '0.500', 1_767_225_600],
            ['99980.00000', '3.000', 1_767_225_600],
          ],
        },
      },
    }
  const last = Date.parse('2026-01-01T00:00:00Z') / 1_000
  const bars = Array.from({ length: 40 }, (_, at) => {
    const close = (3_000 + at * 10).toFixed(2)
    return [last - (39 - at) * DAY, close, close, close, close, close, '1000.5', 900]
  })
  return { error: [], result: { [name]: bars, last } }
}

export default standIn({ at: 'UPSTREAM_KRAKEN_URL', answer: krakenAnswer })
