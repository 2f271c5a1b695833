import type { Capability } from '../../base/core/capability.ts'
import { firstSuccess } from '../../base/core/failover.ts'
import { Fault } from '../../base/core/fault.ts'
import { isSet } from '../../base/core/setting.ts'
import { ALPHAVANTAGE_API_KEY, alphaVantage } from './alpha-vantage.ts'
import { YAHOO_FINANCE_AGREED, yahooFinance } from './yahoo-finance.ts'
import type { StockProvider } from './_stocks.ts'

const PROVIDERS = [
  [ALPHAVANTAGE_API_KEY, alphaVantage],
  [YAHOO_FINANCE_AGREED, yahooFinance],
] as const

/** The provider that the operator may resell; the one with a commercial plan first. */
export const stockPrices: Capability<StockProvider> = {
  name: 'stock-prices',
  texts: 'own',
  settings: [{ ...ALPHAVANTAGE_API_KEY, need: 'one-of' }, YAHOO_FINANCE_AGREED],
  live: true,
  providers: [...(alphaVantage.providers ?? []), ...(yahooFinance.providers ?? [])],
  open(host) {
    const [first, ...others] = PROVIDERS.filter(([setting]) =>
      isSet(setting, (name) => host.setting(name)),
    ).map(([, provider]) => provider.open(host))
    if (!first)
      throw new Fault('not_configured', 'ALPHAVANTAGE_API_KEY or YAHOO_FINANCE_AGREED is not set.')
    return (call) => {
      const ask = <Answer>(question: (provider: StockProvider) => Promise<Answer>) =>
        firstSuccess([first, ...others], (open) => question(open(call)))
      return {
        quote: (ticker) => ask((provider) => provider.quote(ticker)),
        history: (ticker, interval, since) =>
          ask((provider) => provider.history(ticker, interval, since)),
        payouts: (ticker) => ask((provider) => provider.payouts(ticker)),
      }
    }
  },
}
