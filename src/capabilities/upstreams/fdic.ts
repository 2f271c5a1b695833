import { z } from 'zod'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { fact, figure, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Bank = z.object({
  CERT: z.int(),
  NAME: z.string(),
  CITY: fact,
  STALP: fact,
  ACTIVE: z.int(),
  ASSET: figure,
  DEP: figure,
  REGAGNT: fact,
  WEBADDR: fact,
  ESTYMD: fact,
  ENDEFYMD: fact,
  REPDTE: fact,
})

const Found = z.object({
  meta: z.object({ total: z.int() }),
  data: rowsOf(z.object({ data: Bank })),
})

export type Bank = z.output<typeof Bank>

const FIELDS = 'CERT,NAME,CITY,STALP,ACTIVE,ASSET,DEP,REGAGNT,WEBADDR,ESTYMD,ENDEFYMD,REPDTE'

export const fdic = defineUpstream({
  name: 'fdic',
  title: 'FDIC BankFind Suite',
  terms: 'https://api.fdic.gov/banks/docs/',
  texts: 'own',
  base: 'https://api.fdic.gov',
  limits: { timeoutMs: 15_000, bytesMax: 2_000_000, perSecond: 3 },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    async named(name: string, activeOnly: boolean, limit: number) {
      const query = {
        // Text between quotes is not part of its query language.
        search: `NAME:"${name.replaceAll(/["\\]/g, ' ')}"`,
        filters: activeOnly ? 'ACTIVE:1' : undefined,
        fields: FIELDS,
        limit,
      }
      const { meta, data } = await http.json('/banks/institutions', Found, { query })
      return { total: meta.total, banks: data.map(({ data: bank }) => bank) }
    },
  }),
})
