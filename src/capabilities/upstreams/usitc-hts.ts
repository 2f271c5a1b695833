import { z } from 'zod'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { fact, listOf, numeric } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Rows = z.array(
  z
    .object({
      htsno: fact,
      indent: numeric.pipe(z.int()),
      description: z.string(),
      units: listOf(z.string()),
      general: fact,
      special: fact,
      other: fact,
      additionalDuties: fact,
      addiitionalDuties: fact,
      footnotes: listOf(z.object({ columns: listOf(z.string()), value: fact })),
    })
    // The service misspells the name in some rows, and then the duty may stand only there.
    .transform(({ addiitionalDuties: misspelt, ...row }) => ({
      ...row,
      additionalDuties: row.additionalDuties ?? misspelt,
    })),
)

export type TariffRow = z.output<typeof Rows>[number]

export const usitcHts = defineUpstream({
  name: 'usitc-hts',
  title: 'USITC Harmonized Tariff Schedule',
  terms: 'https://www.usitc.gov/disclaimer',
  texts: 'own',
  base: 'https://hts.usitc.gov',
  limits: { timeoutMs: 20_000, bytesMax: 8_000_000, perSecond: 2 },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    search: async (keyword: string) => http.json('/reststop/search', Rows, { query: { keyword } }),
  }),
})
