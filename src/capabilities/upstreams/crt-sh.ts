import { z } from 'zod'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { instant, moment, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Rows = rowsOf(
  z.object({
    id: z.union([z.string(), z.number()]),
    issuer_name: z.string().catch(''),
    name_value: z.string().catch(''),
    not_before: instant,
    not_after: instant,
    entry_timestamp: moment,
  }),
)

/** One logged certificate; its instants are ISO texts. */
export interface LoggedCertificate {
  readonly id: string
  readonly issuer: string
  readonly names: readonly string[]
  readonly notBeforeIso: string
  readonly notAfterIso: string
  readonly seenIso: string
}

export const crtSh = defineUpstream({
  name: 'crt-sh',
  title: 'crt.sh',
  terms: 'https://crt.sh/',
  texts: 'public',
  base: 'https://crt.sh',
  limits: { timeoutMs: 15_000, bytesMax: 30_000_000, perSecond: 1 },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    async certificates(domain: string, includeExpired: boolean): Promise<LoggedCertificate[]> {
      const query = {
        q: `%.${domain}`,
        output: 'json',
        deduplicate: 'Y',
        exclude: includeExpired ? undefined : 'expired',
      }
      const rows = await http.json('/', Rows, { query })
      return rows.map((row) => ({
        id: String(row.id),
        issuer: row.issuer_name,
        names: row.name_value.split('\n'),
        notBeforeIso: row.not_before,
        notAfterIso: row.not_after,
        seenIso: row.entry_timestamp ?? row.not_before,
      }))
    },
  }),
})
