import { z } from 'zod'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { agreedSetting } from './_agreed.ts'
import { defineUpstream } from './define.ts'

const Values = z.object({
  api: z.object({ version: z.string() }),
  values: z
    .record(z.string(), z.record(z.string(), z.record(z.string(), z.number().nullable())))
    .optional(),
})

export const imf = defineUpstream({
  name: 'imf',
  title: 'International Monetary Fund',
  terms: 'https://www.imf.org/external/terms.htm',
  texts: 'own',
  base: 'https://www.imf.org',
  settings: [agreedSetting('IMF_AGREED', 'the IMF (copyright@imf.org)', 'required')],
  limits: { timeoutMs: 15_000, bytesMax: 1_000_000, perSecond: 5 },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    /** Values by year; empty if it does not know the code. */
    async indicator(indicator: string, country: string) {
      const path = `/external/datamapper/api/v1/${indicator}/${country}`
      const { values } = await http.json(path, Values)
      return Object.entries(values?.[indicator]?.[country] ?? {})
    },
  }),
})
