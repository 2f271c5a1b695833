import { standIn } from './define.ts'

/**
 * https://dev.socrata.com/foundry/publicreporting.cftc.gov/gpe5-46if: numbers are texts. Longs and
 * spreads of all groups add up to the open interest, and so do shorts and spreads.
 */
const EURO = {
  contract_market_name: 'EURO FX',
  market_and_exchange_names: 'EURO FX - CHICAGO MERCANTILE EXCHANGE',
  cftc_contract_market_code: '099741',
}
const CROSS = {
  contract_market_name: 'EURO FX/BRITISH POUND XRATE',
  market_and_exchange_names: 'EURO FX/BRITISH POUND XRATE - CHICAGO MERCANTILE EXCHANGE',
  cftc_contract_market_code: '299741',
}

const week = (date: string, more: number) => ({
  ...EURO,
  report_date_as_yyyy_mm_dd: `${date}T00:00:00.000`,
  commodity_name: 'EURO FX',
  open_interest_all: String(800_000 + more),
  dealer_positions_long_all: '40000',
  dealer_positions_short_all: '380000',
  dealer_positions_spread_all: '10000',
  asset_mgr_positions_long: String(450_000 + more),
  asset_mgr_positions_short: String(180_000 + more),
  asset_mgr_positions_spread: '50000',
  lev_money_positions_long: '90000',
  lev_money_positions_short: '80000',
  lev_money_positions_spread: '20000',
  other_rept_positions_long: '60000',
  other_rept_positions_short: '20000',
  other_rept_positions_spread: '0',
  nonrept_positions_long_all: '80000',
  nonrept_positions_short_all: '60000',
  futonly_or_combined: 'FutOnly',
})

export default standIn({
  at: 'UPSTREAM_CFTC_URL',
  answer({ path, query }) {
    if (path !== '/resource/gpe5-46if.json') return []
    const [, text = ''] = /like '%(.*)%'/.exec(query.get('$where') ?? '') ?? []
    if (query.has('$where'))
      return [EURO, CROSS].filter(
        ({ market_and_exchange_names: name, cftc_contract_market_code: code }) =>
          name.includes(text) || code === text,
      )
    const weeks = [week('2025-12-16', 1_000), week('2025-12-09', 0)]
    return query.get('cftc_contract_market_code') === '099741'
      ? weeks.slice(0, Number(query.get('$limit')))
      : []
  },
})
