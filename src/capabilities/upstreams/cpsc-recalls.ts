import { z } from 'zod'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { day, fact, listOf, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const named = listOf(z.object({ Name: fact }))

const Recalls = rowsOf(
  z.object({
    RecallID: z.int(),
    RecallDate: day,
    Title: fact,
    URL: fact,
    Hazards: named,
    Remedies: named,
    Products: listOf(z.object({ Name: fact, NumberOfUnits: fact })),
  }),
)

export const cpscRecalls = defineUpstream({
  name: 'cpsc-recalls',
  title: 'US Consumer Product Safety Commission',
  terms: 'https://www.cpsc.gov/Recalls/CPSC-Recalls-Application-Program-Interface-API-Information',
  texts: 'own',
  base: 'https://www.saferproducts.gov',
  limits: { timeoutMs: 15_000, bytesMax: 8_000_000, perSecond: 3 },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    /** Newest first. */
    async titled(words: string, since: string | undefined) {
      const query = { format: 'json', RecallTitle: words, RecallDateStart: since }
      const found = await http.json('/RestWebServices/Recall', Recalls, { query })
      return found.toSorted((a, b) => (b.RecallDate ?? '').localeCompare(a.RecallDate ?? ''))
    },
  }),
})
