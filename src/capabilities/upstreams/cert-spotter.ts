import { z } from 'zod'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import type { LoggedCertificate } from './crt-sh.ts'
import { instant, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Issuances = rowsOf(
  z.object({
    id: z.union([z.string(), z.number()]),
    dns_names: z.array(z.string()).catch([]),
    issuer: z.object({ name: z.string().nullish(), friendly_name: z.string().nullish() }).nullish(),
    not_before: instant,
    not_after: instant,
  }),
)

/**
 * It knows certificates that have not expired. Without a key it answers some tens of calls an hour.
 */
export const certSpotter = defineUpstream({
  name: 'cert-spotter',
  title: 'Cert Spotter',
  terms: 'https://sslmate.com/terms',
  texts: 'public',
  base: 'https://api.certspotter.com',
  limits: { timeoutMs: 10_000, bytesMax: 10_000_000, perSecond: 1 },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    async certificates(domain: string): Promise<LoggedCertificate[]> {
      const query = {
        domain,
        include_subdomains: true,
        expand: ['dns_names', 'issuer'],
      }
      const rows = await http.json('/v1/issuances', Issuances, { query })
      return rows.map((row) => ({
        id: String(row.id),
        issuer: row.issuer?.name ?? row.issuer?.friendly_name ?? '',
        names: row.dns_names,
        notBeforeIso: row.not_before,
        notAfterIso: row.not_after,
        seenIso: row.not_before,
      }))
    },
  }),
})
