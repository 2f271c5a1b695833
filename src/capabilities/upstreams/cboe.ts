import { notFound } from '../../base/core/fault.ts'
import { MINUTE_MS } from '../../base/core/milliseconds.ts'
import { agreedSetting } from './_agreed.ts'
import { defineUpstream } from './define.ts'

export const CBOE_AGREED = agreedSetting('CBOE_AGREED', 'Cboe', 'one-of')

export const cboe = defineUpstream({
  name: 'cboe',
  title: 'Cboe',
  terms: 'https://www.cboe.com/us_website_terms_and_conditions/',
  texts: 'own',
  base: 'https://cdn.cboe.com',
  settings: [CBOE_AGREED],
  limits: { timeoutMs: 15_000, bytesMax: 16_000_000, perSecond: 2 },
  cacheTtlMs: MINUTE_MS,
  keepBytesMax: 16_000_000,
  api: (http) => ({
    /** The chain of a security or index as JSON of some megabytes; indices begin with ^. */
    async optionsText(ticker: string): Promise<string> {
      const none = () => notFound(`Cboe has no options on ${ticker}.`)
      const name = ticker.replace(/^\^/, '_')
      return http.text(`/api/global/delayed_quotes/options/${name}.json`, {
        refusals: { 403: none, 404: none },
      })
    },
  }),
})
