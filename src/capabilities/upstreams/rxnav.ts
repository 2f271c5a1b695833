import { z } from 'zod'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { listOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Found = z.object({ idGroup: z.object({ rxnormId: listOf(z.string()) }) })

const Related = z.object({
  allRelatedGroup: z.object({
    conceptGroup: z.array(
      z.object({
        tty: z.string(),
        conceptProperties: listOf(z.object({ rxcui: z.string(), name: z.string() })),
      }),
    ),
  }),
})

export const rxnav = defineUpstream({
  name: 'rxnav',
  title: 'RxNorm (US National Library of Medicine)',
  terms: 'https://lhncbc.nlm.nih.gov/RxNav/TermsofService.html',
  texts: 'own',
  base: 'https://rxnav.nlm.nih.gov',
  limits: { timeoutMs: 10_000, bytesMax: 4_000_000, perSecond: 20, among: 'replicas' },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    /** Exact names first, then names that differ in case, order or salt. */
    async conceptOf(name: string): Promise<string | null> {
      const query = { name, search: 2 }
      const { idGroup } = await http.json('/REST/rxcui.json', Found, { query })
      return idGroup.rxnormId[0] ?? null
    },
    async related(rxcui: string) {
      const { allRelatedGroup } = await http.json(`/REST/rxcui/${rxcui}/allrelated.json`, Related)
      return allRelatedGroup.conceptGroup.flatMap(({ tty, conceptProperties }) =>
        conceptProperties.map(({ rxcui: id, name }) => ({ rxcui: id, name, termType: tty })),
      )
    },
  }),
})
