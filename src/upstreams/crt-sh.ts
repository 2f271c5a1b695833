import { z } from 'zod'
import { defineUpstream } from './define.ts'

const Rows = z.array(
  z.object({
    id: z.union([z.string(), z.number()]),
    issuer_name: z.string().catch(''),
    name_value: z.string().catch(''),
    not_before: z.string(),
    not_after: z.string(),
    entry_timestamp: z.string().nullish(),
  }),
)

/** One logged certificate; instants are ISO. */
export interface LoggedCertificate {
  readonly id: string
  readonly issuer: string
  readonly names: readonly string[]
  readonly notBeforeIso: string
  readonly notAfterIso: string
  readonly seenIso: string
}

/** Its instants are UTC and do not say so. */
const isoOf = (text: string): string => {
  const ms = Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`)
  return new Date(Number.isNaN(ms) ? 0 : ms).toISOString()
}

const HOUR_MS = 3_600_000

export const crtSh = defineUpstream({
  name: 'crt-sh',
  title: 'crt.sh',
  terms: 'https://crt.sh/',
  base: 'https://crt.sh',
  limits: { timeoutMs: 15_000, bytesMax: 30_000_000, perSecond: 1 },
  keepMs: HOUR_MS,
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
        notBeforeIso: isoOf(row.not_before),
        notAfterIso: isoOf(row.not_after),
        seenIso: isoOf(row.entry_timestamp ?? row.not_before),
      }))
    },
  }),
})
