import { z } from 'zod'
import { badInput, Fault, notFound } from '../../base/core/fault.ts'
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

/** It computes the answer now, and gives it to whoever asks again. */
const ASYNCHRONOUS = /ASYNCHRONOUS_RESPONSE/
const AGAIN_SECONDS = 60

/** With status 200 or 413. */
const Later = z.object({ warning: z.object({ label: z.string().regex(ASYNCHRONOUS) }) })

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
    413: (body) =>
      ASYNCHRONOUS.test(body)
        ? notYet()
        : badInput('filters: must narrow down more dimensions; too many values match'),
  },
  api: (http) => ({
    /** A part of a dataset; `comext` asks the database of foreign trade. */
    async dataset(
      dataset: string,
      query: Readonly<Record<string, string | readonly string[] | number | undefined>>,
      isComext = false,
    ): Promise<EurostatDataset> {
      const api = isComext ? 'comext/dissemination' : 'dissemination'
      const path = `/${api}/statistics/1.0/data/${dataset}`
      const found = await http.json(path, z.union([Dataset, Later]), {
        query: { format: 'JSON', lang: 'EN', ...query },
      })
      if ('warning' in found) throw notYet()
      const updatedMs = Date.parse(found.updated ?? '')
      if (Number.isFinite(updatedMs)) http.dated(updatedMs)
      return found
    },
  }),
})

const notYet = (): Fault =>
  new Fault('upstream_failed', 'Eurostat computes this answer now; ask again in a minute.', {
    retryAfterSeconds: AGAIN_SECONDS,
  })

function saidIn(body: string): string {
  try {
    return `: ${Refusal.parse(JSON.parse(body)).error[0]?.label.slice(0, 300)}`
  } catch {
    return '.'
  }
}
