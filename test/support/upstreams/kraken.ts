import { standIn } from './define.ts'

/** https://docs.kraken.com/api/docs/rest-api/get-order-book: errors are texts with status 200. */
const DAY = 86_400

export default standIn({
  at: 'UPSTREAM_KRAKEN_URL',
  answer({ path, query }) {
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
  },
})
