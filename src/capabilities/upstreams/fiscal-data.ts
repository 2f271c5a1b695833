import { z } from 'zod'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream } from './define.ts'

const Amount = z.string().regex(/^-?\d{1,16}(\.\d{1,2})?$/)

const Debt = z.object({
  data: z.array(
    z.object({
      record_date: z.string(),
      tot_pub_debt_out_amt: Amount,
      // Before 1997 the parts are missing: the text null replaces them.
      debt_held_public_amt: z.union([Amount, z.literal('null')]),
      intragov_hold_amt: z.union([Amount, z.literal('null')]),
    }),
  ),
})

export const fiscalData = defineUpstream({
  name: 'fiscal-data',
  title: 'US Treasury Fiscal Data',
  terms: 'https://fiscaldata.treasury.gov/api-documentation/#license-and-authorization',
  texts: 'own',
  base: 'https://api.fiscaldata.treasury.gov',
  limits: { timeoutMs: 15_000, bytesMax: 1_000_000, perSecond: 5 },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    /** Debt by business day, the newest first, from a day on. */
    async debt(since: string) {
      const path = '/services/api/fiscal_service/v2/accounting/od/debt_to_penny'
      const { data } = await http.json(path, Debt, {
        query: {
          fields: 'record_date,tot_pub_debt_out_amt,debt_held_public_amt,intragov_hold_amt',
          filter: `record_date:gte:${since}`,
          sort: '-record_date',
          'page[size]': 400,
        },
      })
      return data
    },
  }),
})
