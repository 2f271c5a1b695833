import { z } from 'zod'
import { badInput, notFound } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { addsUp } from '../../engines/numbers/series.ts'
import { membersOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const codes = membersOf(z.string())

const Cube = z.object({
  class: z.literal('dataset'),
  label: z.string(),
  updated: z.string().nullish(),
  id: z.array(z.string()),
  size: z.array(z.int().nonnegative()),
  dimension: z.record(
    z.string(),
    z.object({
      label: z.string().optional(),
      category: z.object({
        index: z.union([z.array(z.string()), membersOf(z.int())]).optional(),
        label: codes.optional(),
      }),
    }),
  ),
  value: z.union([z.array(z.number().nullable()), membersOf(z.number().nullable())]),
  status: z.union([z.string(), z.array(z.string().nullable()), codes]).optional(),
})
const Dataset = Cube.refine(addsUp)
export type EurostatDataset = z.output<typeof Dataset>

const Refusal = z.object({ error: z.array(z.object({ label: z.string() })).min(1) })

export const eurostat = defineUpstream({
  name: 'eurostat',
  title: 'Eurostat',
  terms: 'https://ec.europa.eu/eurostat/web/main/help/copyright-notice',
  texts: 'own',
  base: 'https://ec.europa.eu/eurostat/api',
  limits: { timeoutMs: 25_000, bytesMax: 2_000_000, perSecond: 3 },
  cacheTtlMs: 6 * HOUR_MS,
  refusals: {
    400: (body) => badInput(`filters: Eurostat refuses them${saidIn(body)}`),
    404: (body) => notFound(`Eurostat has no such dataset${saidIn(body)}`),
    413: () => badInput('filters: must narrow down more dimensions; too many values match'),
  },
  api: (http) => ({
    /** A part of a dataset; `comext` asks the database of foreign trade. */
    async dataset(
      dataset: string,
      query: Readonly<Record<string, string | readonly string[] | number | undefined>>,
      isComext = false,
    ): Promise<EurostatDataset> {
      const api = isComext ? 'comext/dissemination' : 'dissemination'
      const found = await http.json(`/${api}/statistics/1.0/data/${dataset}`, Dataset, {
        query: { format: 'JSON', lang: 'EN', ...query },
      })
      const updatedMs = Date.parse(found.updated ?? '')
      if (Number.isFinite(updatedMs)) http.dated(updatedMs)
      return found
    },
  }),
})

function saidIn(body: string): string {
  try {
    return `: ${Refusal.parse(JSON.parse(body)).error[0]?.label.slice(0, 300)}`
  } catch {
    return '.'
  }
}
