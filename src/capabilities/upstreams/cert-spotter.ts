import { z } from 'zod'
import { Fault } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import type { LoggedCertificate } from './crt-sh.ts'
import { instant, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const Issuance = z.object({
  id: z.union([z.string(), z.number()]),
  dns_names: z.array(z.string()).catch([]),
  issuer: z.object({ name: z.string().nullish(), friendly_name: z.string().nullish() }).nullish(),
  not_before: instant,
  not_after: instant,
})
const Issuances = rowsOf(Issuance)

const PAGES_MAX = 5

/**
 * It knows certificates that have not expired. Without a key it answers ten calls an hour.
 * Its pages begin with what it found first, so the newest certificates are on the last one, which
 * only an empty page after it tells.
 */
export const certSpotter = defineUpstream({
  name: 'cert-spotter',
  title: 'Cert Spotter',
  terms: 'https://sslmate.com/terms',
  texts: 'public',
  base: 'https://api.certspotter.com',
  limits: { timeoutMs: 10_000, bytesMax: 10_000_000, perSecond: 5 },
  cacheTtlMs: HOUR_MS,
  api: (http) => ({
    async certificates(domain: string): Promise<LoggedCertificate[]> {
      const found = new Map<string, LoggedCertificate>()
      let after: string | undefined
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const query = {
          domain,
          include_subdomains: true,
          expand: ['dns_names', 'issuer'],
          after,
        }
        const rows = await http.json('/v1/issuances', Issuances, { query })
        const known = found.size
        for (const row of rows) found.set(String(row.id), certificateOf(row))
        if (found.size === known) return Array.from(found.values())
        after = String(rows.at(-1)?.id)
      }
      const message = 'Cert Spotter knows more certificates of this domain than are read from it.'
      throw new Fault('upstream_failed', message)
    },
  }),
})

const certificateOf = (row: z.output<typeof Issuance>): LoggedCertificate => ({
  id: String(row.id),
  issuer: row.issuer?.name ?? row.issuer?.friendly_name ?? '',
  names: row.dns_names,
  notBeforeIso: row.not_before,
  notAfterIso: row.not_after,
  seenIso: row.not_before,
})
