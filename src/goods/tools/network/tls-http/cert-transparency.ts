import { z } from 'zod'
import { firstSuccess } from '../../../../base/core/failover.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { certSpotter } from '../../../../capabilities/upstreams/cert-spotter.ts'
import { crtSh, type LoggedCertificate } from '../../../../capabilities/upstreams/crt-sh.ts'
import { domainName } from '../../../../base/lib/domain-name.ts'

const NAMES_MAX = 100
const HOSTNAMES_MAX = 5_000

export default defineTool({
  route: 'GET /api/cert-transparency',
  name: 'Certificate transparency',
  description:
    'Certificates logged for a domain (certificate transparency, crt.sh) and the host names and ' +
    'subdomains that they reveal.',
  asks: [
    'find subdomains of a domain',
    'all SSL certificates ever issued for a domain',
    'which subdomains does a company have',
    'all certificates ever issued for us',
    'was a fake certificate made',
  ],
  price: '$0.003',
  uses: { crtSh, certSpotter },
  input: z.object({
    domain: domainName().describe('Domain such as example.com; its subdomains count too.'),
    includeExpired: z
      .boolean()
      .default(false)
      .describe('Whether to include expired certificates, if the source has them.'),
    limit: z.int().min(1).max(1_000).default(100).describe('Most certificates, 1 to 1000.'),
  }),
  output: z.object({
    domain: z.string().describe('The domain that was asked for.'),
    certificates: z
      .array(
        z.object({
          id: z.string().describe('Number of the certificate at its log.'),
          issuer: z.string().describe('Issuer of the certificate.'),
          names: z.array(z.string()).describe('Host names on it.'),
          notBeforeIso: z.iso.datetime().describe('First moment of validity.'),
          notAfterIso: z.iso.datetime().describe('Last moment of validity.'),
        }),
      )
      .describe('Newest first.'),
    hostnames: z.array(z.string()).describe('All host names of the certificates, in order.'),
    firstSeenIso: z.iso
      .datetime()
      .nullable()
      .describe('Earliest start of validity among the certificates.'),
    count: z.int().describe('Certificates returned.'),
    total: z.int().describe('Certificates found.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { domain: 'example.com', limit: 1 },
      output: {
        domain: 'example.com',
        certificates: [
          {
            id: '16308010000',
            issuer: 'C=US, O=DigiCert Inc, CN=DigiCert Global G3 TLS ECC SHA384 2020 CA1',
            names: ['*.example.com', 'example.com'],
            notBeforeIso: '2025-01-15T00:00:00.000Z',
            notAfterIso: '2026-01-15T23:59:59.000Z',
          },
        ],
        hostnames: ['dev.example.com', 'example.com'],
        firstSeenIso: '2024-06-01T00:00:00.000Z',
        count: 1,
        total: 2,
        source: 'crt.sh',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { domain: 'example.com', limit: 20 } },
  ],

  async run({ domain, includeExpired, limit }, { crtSh, certSpotter }) {
    const found = await firstSuccess([crtSh, certSpotter], (log) =>
      log.certificates(domain, includeExpired),
    )
    const rows = found
      .map((row) => ({ ...row, names: namesUnder(domain, row) }))
      .toSorted((a, b) => (a.notBeforeIso < b.notBeforeIso ? 1 : -1))
    const seen = rows.map(({ seenIso }) => seenIso).toSorted()
    const certificates = rows.slice(0, limit).map((row) => ({
      id: row.id,
      issuer: row.issuer,
      names: row.names.slice(0, NAMES_MAX),
      notBeforeIso: row.notBeforeIso,
      notAfterIso: row.notAfterIso,
    }))
    const hostnames = new Set(rows.flatMap(({ names }) => names.filter((name) => !isWild(name))))
    return {
      domain,
      certificates,
      hostnames: Array.from(hostnames).toSorted().slice(0, HOSTNAMES_MAX),
      firstSeenIso: seen[0] ?? null,
      count: certificates.length,
      total: rows.length,
    }
  },
})

const isWild = (name: string): boolean => name.startsWith('*')

/** Certificates also name other domains, and people by their mail address. */
function namesUnder(domain: string, { names }: LoggedCertificate): string[] {
  const own = names
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name === domain || name.endsWith(`.${domain}`))
  return Array.from(new Set(own))
}
