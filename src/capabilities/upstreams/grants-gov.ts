import { z } from 'zod'
import { Fault } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { fact, listOf, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

/** A day as MM/DD/YYYY; null if it is empty. */
const usDay = fact.transform((text) => {
  const [, month, date, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text ?? '') ?? []
  return year ? `${year}-${month}-${date}` : null
})

const Hit = z.object({
  id: z.coerce.string(),
  number: fact,
  title: fact,
  agency: fact,
  agencyName: fact,
  agencyCode: fact,
  oppStatus: fact,
  openDate: usDay,
  closeDate: usDay,
  cfdaList: listOf(z.string()),
  /** The same list, under its later name. */
  alnist: listOf(z.string()),
})

const Found = z.object({
  errorcode: z.int(),
  msg: fact,
  data: z.object({ hitCount: z.int(), oppHits: rowsOf(Hit) }).nullish(),
})

export const grantsGov = defineUpstream({
  name: 'grants-gov',
  title: 'Grants.gov',
  terms: 'https://www.grants.gov/api',
  texts: 'own',
  base: 'https://api.grants.gov',
  limits: { timeoutMs: 15_000, bytesMax: 2_000_000, perSecond: 2 },
  api: (http) => ({
    async search(keyword: string, oppStatuses: string, rows: number) {
      const json = { keyword, oppStatuses, rows, startRecordNum: 0 }
      const found = await http.json('/v1/api/search2', Found, { json, cacheTtlMs: HOUR_MS })
      if (found.errorcode !== 0 || !found.data)
        throw new Fault('upstream_failed', `Grants.gov answered with error ${found.errorcode}.`)
      return { hits: found.data.oppHits, total: found.data.hitCount }
    },
  }),
})
