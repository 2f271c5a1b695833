import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const KEY = 'DEFILLAMA_API_KEY'
const figure = z.number().nullish()

const Protocol = z.object({
  name: z.string(),
  slug: z.string().nullish(),
  category: z.string().nullish(),
  chains: z.array(z.string()).nullish(),
  tvl: figure,
  change_1d: figure,
  change_7d: figure,
})
const Overview = z.object({
  protocols: rowsOf(
    z.object({
      name: z.string(),
      slug: z.string().nullish(),
      category: z.string().nullish(),
      chains: z.array(z.string()).nullish(),
      total24h: figure,
      change_1d: figure,
      change_7d: figure,
    }),
  ),
})
const Chain = z.object({ name: z.string(), tvl: z.number() })

const MB = 1_000_000

/** Value locked, fees and yields. The free hosts are for personal use, so a paid plan is needed. */
export const defillama = defineUpstream({
  name: 'defillama',
  title: 'DefiLlama',
  terms: 'https://defillama.com/terms',
  texts: 'public',
  base: 'https://pro-api.llama.fi',
  asks: '$0',
  settings: [
    {
      name: KEY,
      description: 'Key of a paid plan of DefiLlama, whose terms the operator has read.',
      need: 'required',
    },
  ],
  limits: { timeoutMs: 25_000, bytesMax: 24 * MB, perSecond: 10, among: 'replicas' },
  cacheTtlMs: HOUR_MS / 4,
  keepBytesMax: 64 * MB,
  refusals: {
    400: () => notFound('protocol: must be the slug of a page of DefiLlama; this one is unknown.'),
    404: () => notFound('protocol: must be the slug of a page of DefiLlama; this one is unknown.'),
  },
  api: (http) => {
    const keyed = (path: string): string => `/${encodeURIComponent(http.setting(KEY) ?? '')}${path}`
    return {
      /** Some megabytes, which a thread parses. */
      protocolText: async (slug: string) =>
        http.text(keyed(`/api/protocol/${encodeURIComponent(slug)}`)),
      /** Fees of 24 hours; null if there are none, or none are known. */
      async fees(slug: string): Promise<number | null> {
        const shape = z.object({ total24h: figure })
        const path = keyed(`/api/summary/fees/${encodeURIComponent(slug)}`)
        return (await http.json(path, shape)).total24h ?? null
      },
      protocols: async () => http.json(keyed('/api/protocols'), rowsOf(Protocol)),
      overview: async (kind: 'fees' | 'dexs', chain?: string) =>
        http.json(
          keyed(
            `/api/overview/${kind}${chain === undefined ? '' : `/${encodeURIComponent(chain)}`}`,
          ),
          Overview,
          { query: { excludeTotalDataChart: true, excludeTotalDataChartBreakdown: true } },
        ),
      chains: async () => http.json(keyed('/api/v2/chains'), rowsOf(Chain)),
      /** All pools of all chains: eleven megabytes, which a thread parses. */
      poolsText: async () => http.text(keyed('/yields/pools'), { cacheTtlMs: HOUR_MS }),
    }
  },
})
