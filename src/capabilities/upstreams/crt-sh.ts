import { z } from 'zod'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { isoTime } from '../../base/lib/iso-time.ts'
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

/** One logged certificate; its instants are ISO texts. */
export interface LoggedCertificate {
  readonly id: string
  readonly issuer: string
  readonly names: readonly string[]
  readonly notBeforeIso: string
  readonly notAfterIso: string
  readonly seenIso: string
}

const EPOCH_ISO = '1970-01-01T00:00:00.000Z'

/**
 * An instant of a log, which may be UTC without an offset. A certificate with invalid dates is
 * still shown, so its dates become the epoch.
 */
export const loggedIso = (text: string): string =>
  isoTime(Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`)) ?? EPOCH_ISO

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
        notBeforeIso: loggedIso(row.not_before),
        notAfterIso: loggedIso(row.not_after),
        seenIso: loggedIso(row.entry_timestamp ?? row.not_before),
      }))
    },
  }),
})
