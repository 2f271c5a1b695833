import type { Capability } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { isSet } from '../../base/core/setting.ts'
import { sourceOf, type Source } from '../../base/lib/cross-check.ts'
import { ALPHAVANTAGE_API_KEY, alphaVantage } from './alpha-vantage.ts'
import { YAHOO_FINANCE_AGREED, yahooFinance } from './yahoo-finance.ts'
import type { StockProvider } from './_stocks.ts'

const PROVIDERS = [
  [ALPHAVANTAGE_API_KEY, alphaVantage],
  [YAHOO_FINANCE_AGREED, yahooFinance],
] as const

/** The providers that the operator may resell; the one with a commercial plan first. */
export const stockPrices: Capability<readonly Source<StockProvider>[]> = {
  name: 'stock-prices',
  texts: 'own',
  settings: [{ ...ALPHAVANTAGE_API_KEY, need: 'one-of' }, YAHOO_FINANCE_AGREED],
  live: true,
  providers: [...(alphaVantage.providers ?? []), ...(yahooFinance.providers ?? [])],
  open(host) {
    const sources = PROVIDERS.map(([setting, provider]) => ({
      provider,
      open: isSet(setting, (name) => host.setting(name)) ? provider.open(host) : null,
    }))
    if (sources.every(({ open }) => open === null))
      throw new Fault('not_configured', 'ALPHAVANTAGE_API_KEY or YAHOO_FINANCE_AGREED is not set.')
    return (call) => sources.map(({ provider, open }) => sourceOf(provider, open && open(call)))
  },
}
