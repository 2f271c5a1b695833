import { z } from 'zod'
import { notFound } from '../core/fault.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()

const Listed = z.object({ cik_str: z.number(), ticker: z.string(), title: z.string() })
export type Listed = z.output<typeof Listed>

const Address = z.object({
  street1: text,
  street2: text,
  city: text,
  stateOrCountry: text,
  zipCode: text,
})

const Company = z.object({
  name: z.string(),
  tickers: z.array(z.string()).nullish(),
  exchanges: z.array(z.string().nullable()).nullish(),
  sic: text,
  sicDescription: text,
  stateOfIncorporation: text,
  fiscalYearEnd: text,
  addresses: z.object({ business: Address.nullish() }).nullish(),
  formerNames: z.array(z.object({ name: z.string(), from: text, to: text })).nullish(),
})

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

export const edgar = defineUpstream({
  name: 'edgar',
  title: 'SEC EDGAR',
  terms: 'https://www.sec.gov/privacy#security',
  base: 'https://data.sec.gov',
  limits: { timeoutMs: 15_000, bytesMax: 20_000_000, perSecond: 8, among: 'replicas' },
  cacheTtlMs: HOUR_MS,
  keepBytesMax: 32 * 1024 * 1024,
  api: (http) => ({
    /** Every registrant that has a ticker, the largest first. */
    async listed(): Promise<readonly Listed[]> {
      const path = 'https://www.sec.gov/files/company_tickers.json'
      return Object.values(
        await http.json(path, z.record(z.string(), Listed), { cacheTtlMs: DAY_MS }),
      )
    },
    async company(cik: string) {
      const refusals = { 404: () => notFound(`The SEC has no registrant with CIK ${cik}.`) }
      return http.json(`/submissions/CIK${cik}.json`, Company, { refusals })
    },
  }),
})
