import { standIn } from './define.ts'

/**
 * https://docs.deribit.com/api-reference/market-data/public-get_book_summary_by_currency: prices of
 * options are in the coin.
 */
const option = (instrument_name: string, more: object) => ({
  instrument_name,
  base_currency: 'BTC',
  quote_currency: 'BTC',
  bid_price: 0.02,
  ask_price: 0.021,
  mark_price: 0.0205,
  mark_iv: 45.5,
  open_interest: 100,
  volume: 10,
  underlying_price: 100_500,
  underlying_index: 'BTC-30JAN26',
  estimated_delivery_price: 100_000,
  interest_rate: 0,
  creation_timestamp: 1_767_225_600_000,
  ...more,
})

const OPTIONS = [
  option('BTC-30JAN26-100000-C', { open_interest: 200 }),
  option('BTC-30JAN26-90000-P', { bid_price: null, open_interest: 150, mark_iv: 52.25 }),
  option('BTC-5JAN26-95000-P', { open_interest: 50, volume: 0 }),
]

export default standIn({
  at: 'UPSTREAM_DERIBIT_URL',
  answer({ path, query }) {
    const [, method] = /^\/api\/v2\/public\/(\w+)$/.exec(path) ?? []
    const isBitcoin = query.get('currency') === 'BTC'
    if (method === 'get_book_summary_by_currency')
      return { jsonrpc: '2.0', result: isBitcoin ? OPTIONS : [], usIn: 1, usOut: 2, testnet: false }
    const at = Number(query.get('start_timestamp'))
    const data = isBitcoin ? [[at, 44, 45, 43, 44.5]] : []
    return method === 'get_volatility_index_data'
      ? { jsonrpc: '2.0', result: { data, continuation: null } }
      : undefined
  },
})
