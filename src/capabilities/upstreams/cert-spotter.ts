import { z } from 'zod'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { loggedIso, type LoggedCertificate } from './crt-sh.ts'
import { defineUpstream } from './define.ts'

const Issuances = z.array(
  z.object({
    id: z.union([z.string(), z.number()]),
    dns_names: z.array(z.string()).catch([]),
    issuer: z.object({ name: z.string().nullish(), friendly_name: z.string().nullish() }).nullish(),
    not_before: z.iso.datetime({ offset: true }),
    not_after: z.iso.datetime({ offset: true }),
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
        notBeforeIso: loggedIso(row.not_before),
        notAfterIso: loggedIso(row.not_after),
        seenIso: loggedIso(row.not_before),
      }))
    },
  }),
})
