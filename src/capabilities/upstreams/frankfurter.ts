import { z } from 'zod'
import { badInput, notFound } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream } from './define.ts'

const Rate = z.object({
  date: z.string(),
  base: z.string(),
  quote: z.string(),
  rate: z.number().positive(),
})
type FxRate = z.output<typeof Rate>

export interface FxRates {
  readonly rates: readonly FxRate[]
  /** The ECB alone, or a blend of all central banks that quote the currencies. */
  readonly origin: string
}

/** Reference rates of the European Central Bank are used if it quotes both currencies. */
const PROVIDER = 'ECB'

export interface FxQuery {
  readonly base: string
  readonly quotes: readonly string[]
  readonly date?: string
  readonly from?: string
  readonly to?: string | undefined
  readonly group?: 'week' | 'month' | undefined
}

/** Currencies that the ECB quotes against the euro; others come from other central banks. */
export const ECB_CURRENCIES: ReadonlySet<string> = new Set(
  'EUR USD JPY CZK DKK GBP HUF PLN RON SEK CHF ISK NOK TRY AUD BRL CAD CNY HKD IDR ILS INR KRW MXN MYR NZD PHP SGD THB ZAR'.split(
    ' ',
  ),
)

const byDay = (a: FxRate, b: FxRate): number => a.date.localeCompare(b.date)

export const frankfurter = defineUpstream({
  name: 'frankfurter',
  title: 'Frankfurter',
  terms: 'https://frankfurter.dev/terms',
  texts: 'own',
  base: 'https://api.frankfurter.dev',
  limits: { timeoutMs: 15_000, bytesMax: 4_000_000, perSecond: 5 },
  cacheTtlMs: HOUR_MS,
  refusals: {
    400: () => badInput('from, to: Frankfurter refuses these currencies'),
    404: () => notFound('Frankfurter has no rate for these currencies in that time.'),
    422: () => badInput('from, to: must be currencies that Frankfurter knows, such as USD and EUR'),
  },
  api: (http) => ({
    /** Sorted by day; days on which no rate was fixed are left out. */
    async rates({ base, quotes, ...when }: FxQuery): Promise<FxRates> {
      const isEcb = [base, ...quotes].every((currency) => ECB_CURRENCIES.has(currency))
      const rates = await http.json('/v2/rates', z.array(Rate), {
        query: {
          base,
          quotes: quotes.join(','),
          providers: isEcb ? PROVIDER : undefined,
          ...when,
        },
      })
      return { rates: rates.toSorted(byDay), origin: isEcb ? PROVIDER : 'blend' }
    },
  }),
})
