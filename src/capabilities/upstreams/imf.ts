import { z } from 'zod'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { membersOf } from './_facts.ts'
import { agreedSetting } from './_agreed.ts'
import { defineUpstream } from './define.ts'

const Values = z.object({
  api: z.object({ version: z.string() }),
  /** Of all countries, whichever one is asked for. */
  values: z.record(z.string(), z.record(z.string(), z.unknown()).catch({})).optional(),
})

const Years = membersOf(z.number().nullable())

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
      const Asked = Values.transform(({ values }) => values?.[indicator]?.[country] ?? {})
      return Object.entries(await http.json(path, Asked.pipe(Years)))
    },
  }),
})
