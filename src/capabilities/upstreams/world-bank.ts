import { z } from 'zod'
import { badInput, Fault } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream } from './define.ts'

const TITLE = 'World Bank'

const Named = z.object({ id: z.string(), value: z.string() })

const Refused = z.tuple([
  z.object({ message: z.array(z.object({ id: z.string(), value: z.string() })).min(1) }),
])
const Page = z.object({ total: z.number(), lastupdated: z.string().nullish() })

const Values = z.union([
  Refused,
  z.tuple([
    Page,
    z
      .array(
        z.object({
          indicator: Named,
          country: Named,
          date: z.string(),
          value: z.number().nullable(),
          obs_status: z.string().nullish(),
        }),
      )
      .nullable(),
  ]),
])

const Indicators = z.tuple([
  z.object({ total: z.number() }),
  z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      source: z.object({ value: z.string() }).nullish(),
      sourceNote: z.string().nullish(),
    }),
  ),
])

export const worldBank = defineUpstream({
  name: 'world-bank',
  title: TITLE,
  terms: 'https://www.worldbank.org/en/about/legal/terms-of-use-for-datasets',
  texts: 'own',
  base: 'https://api.worldbank.org',
  limits: { timeoutMs: 20_000, bytesMax: 6_000_000, perSecond: 5 },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    /** Values of an indicator, newest first; null for a year without one. */
    async indicator(country: string, indicator: string, from: number, to: number) {
      const [page, values] = await http.json(
        `/v2/country/${country}/indicator/${indicator}`,
        Values,
        { query: { format: 'json', date: `${from}:${to}`, per_page: 500 } },
      )
      if ('message' in page) throw refusal(page.message[0])
      const updatedMs = Date.parse(page.lastupdated ?? '')
      if (Number.isFinite(updatedMs)) http.dated(updatedMs)
      return { values: values ?? [], updated: page.lastupdated ?? null }
    },

    /** All indicators of the World Development Indicators. */
    async indicators() {
      const query = { format: 'json', per_page: 30_000, source: 2 }
      const [, all] = await http.json('/v2/indicator', Indicators, { query })
      return all
    },
  }),
})

/** All errors have status 200 and a message. */
function refusal(said: { readonly id: string; readonly value: string } | undefined): Fault {
  const words = said?.value.slice(0, 200) ?? ''
  // 120: a parameter has an unknown value; 175: the indicator no longer exists.
  return said?.id === '120' || said?.id === '175'
    ? badInput(`countryCode, indicator: must be known to the World Bank, which answered: ${words}`)
    : new Fault('upstream_failed', `${TITLE} refuses: ${words}`)
}
