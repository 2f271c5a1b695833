import { z } from 'zod'
import { badInput } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { day, fact, listOf, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Found = z.object({
  pocetCelkem: z.int(),
  ekonomickeSubjekty: rowsOf(
    z.object({
      icoId: fact,
      ico: fact,
      obchodniJmeno: fact,
      pravniForma: fact,
      datumVzniku: day,
      datumZaniku: day,
      sidlo: z.object({ textovaAdresa: fact }).nullish(),
      czNace: listOf(z.string()),
    }),
  ),
})

export type CzechSubject = z.output<typeof Found>['ekonomickeSubjekty'][number]

export const ares = defineUpstream({
  name: 'ares',
  title: 'ARES',
  attribution: 'ARES, Ministry of Finance of the Czech Republic',
  terms: 'https://ares.gov.cz/stranky/vyvojar-info',
  texts: 'public',
  base: 'https://ares.gov.cz',
  limits: { timeoutMs: 15_000, bytesMax: 4_000_000, perSecond: 3, among: 'replicas' },
  refusals: {
    400: () => badInput('q: must be more exact; the Czech register refuses this name.'),
  },
  api: (http) => ({
    async named(obchodniJmeno: string, pocet: number) {
      const json = { obchodniJmeno, pocet, start: 0 }
      const path = '/ekonomicke-subjekty-v-be/rest/ekonomicke-subjekty/vyhledat'
      return http.json(path, Found, { json, cacheTtlMs: HOUR_MS })
    },
  }),
})
