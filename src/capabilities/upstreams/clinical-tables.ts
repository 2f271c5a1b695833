import { z } from 'zod'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream } from './define.ts'

const Found = z.tuple([
  z.int(),
  z.array(z.string()),
  z.unknown(),
  z.array(z.tuple([z.string(), z.string()])),
])

export const clinicalTables = defineUpstream({
  name: 'clinical-tables',
  title: 'NLM Clinical Table Search Service',
  terms: 'https://clinicaltables.nlm.nih.gov/',
  texts: 'own',
  base: 'https://clinicaltables.nlm.nih.gov',
  limits: { timeoutMs: 10_000, bytesMax: 1_000_000, perSecond: 5 },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    async icd10cm(terms: string, limit: number) {
      const query = { sf: 'code,name', df: 'code,name', terms, maxList: limit }
      const [total, , , rows] = await http.json('/api/icd10cm/v3/search', Found, { query })
      return { total, codes: rows.map(([code, name]) => ({ code, name })) }
    },
  }),
})
