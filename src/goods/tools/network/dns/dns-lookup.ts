import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { askSources, crossCheckResult } from '../../../../base/lib/cross-check.ts'
import { exactly } from '../../../../base/lib/figures.ts'
import { cloudflareDns, googleDns } from '../../../../capabilities/upstreams/public-resolvers.ts'
import { resolver, type Records, type Resolver } from '../../../../outside/net/resolver.ts'
import { domainName } from '../../../../base/lib/domain-name.ts'
import { dnsCrossCheck, resolversOf } from './_resolvers.ts'

const Mx = z.object({
  exchange: z.string().describe('Host that accepts mail.'),
  priority: z.int().describe('Priority; the lowest is tried first.'),
})
const Caa = z.object({
  tag: z.string().describe('Kind of permission: issue, issuewild or iodef.'),
  value: z.string().describe('Value of the tag.'),
  critical: z.boolean().describe('Whether an issuer that does not know the tag must refuse.'),
})
const Soa = z.object({
  primary: z.string().describe('The first name server.'),
  hostmaster: z.string().describe('Mail address of the zone, with a dot for its at sign.'),
  serial: z.int().describe('Serial number of the zone.'),
  refreshSeconds: z.int().describe('How often a secondary server checks for changes.'),
  retrySeconds: z.int().describe('When a secondary server tries again after a failure.'),
  expireSeconds: z
    .int()
    .describe('How long a secondary server may answer without the primary one.'),
  minimumTtlSeconds: z.int().describe('How long a missing name may be cached.'),
})

export default defineTool({
  route: 'GET /api/dns-lookup',
  name: 'DNS records',
  description: 'All common DNS records of a domain in one call: A, AAAA, MX, TXT, NS, SOA, CAA.',
  asks: [
    'show all DNS records of a domain',
    'every DNS record type of a host at once',
    'all records of a domain name',
    'where does this domain point',
  ],
  price: '$0.001',
  uses: { resolver, cloudflareDns, googleDns },
  input: z.object({
    domain: domainName().describe('Domain name, such as example.com.'),
    crossCheck: dnsCrossCheck(),
  }),
  output: z.object({
    domain: z.string().describe('The domain, in lower-case ASCII.'),
    a: z.array(z.string()).describe('IPv4 addresses.'),
    aaaa: z.array(z.string()).describe('IPv6 addresses.'),
    mx: z.array(Mx).describe('Mail servers, in the order in which they are tried.'),
    txt: z.array(z.string()).describe('Each record as one string.'),
    ns: z.array(z.string()).describe('Name servers.'),
    cname: z.array(z.string()).describe('Canonical names (CNAME).'),
    soa: Soa.optional().describe('Only for a name at the top of a zone.'),
    caa: z.array(Caa).describe('Certificate authorities that may issue certificates.'),
    errors: z
      .record(z.string(), z.string())
      .describe('Record types that could not be read, with the reason.'),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { domain: 'example.com' },
      output: {
        untrustedContent: true,
        domain: 'example.com',
        a: ['93.184.215.14'],
        aaaa: ['2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
        mx: [{ exchange: '', priority: 0 }],
        txt: ['v=spf1 -all', 'wgyf8z8cgvm2qmxpnbnldrcltvk4xqfn'],
        ns: ['a.iana-servers.net', 'b.iana-servers.net'],
        cname: [],
        soa: {
          primary: 'ns.icann.org',
          hostmaster: 'noc.dns.icann.org',
          serial: 2024081435,
          refreshSeconds: 7200,
          retrySeconds: 3600,
          expireSeconds: 1209600,
          minimumTtlSeconds: 3600,
        },
        caa: [],
        errors: {},
        source: 'DNS',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ domain, crossCheck }, resolvers) {
    const { answer, checked } = await askSources(
      resolversOf(resolvers),
      (one) => allOf(one, domain),
      crossCheck && { figures: figuresOf },
    )
    const { found, errors } = answer
    const [soa] = found.SOA
    return {
      domain,
      a: found.A,
      aaaa: found.AAAA,
      mx: found.MX,
      txt: found.TXT.map((parts) => parts.join('')),
      ns: found.NS,
      cname: found.CNAME,
      ...(soa && {
        soa: {
          primary: soa.nsname,
          hostmaster: soa.hostmaster,
          serial: soa.serial,
          refreshSeconds: soa.refresh,
          retrySeconds: soa.retry,
          expireSeconds: soa.expire,
          minimumTtlSeconds: soa.minttl,
        },
      }),
      caa: found.CAA,
      errors,
      ...checked,
    }
  },
})

/** Types that could not be read are not compared. */
function figuresOf({ found, errors }: Awaited<ReturnType<typeof allOf>>) {
  const lists = {
    A: found.A,
    AAAA: found.AAAA,
    MX: found.MX.map(({ priority, exchange }) => `${priority} ${exchange}`),
    TXT: found.TXT.map((parts) => parts.join('')),
    NS: found.NS,
    CNAME: found.CNAME,
    CAA: found.CAA.map(({ critical, tag, value }) => `${critical ? '128' : '0'} ${tag} ${value}`),
  }
  return Object.fromEntries(
    Object.entries(lists).map(([type, list]) => [
      type.toLowerCase(),
      exactly(type in errors ? null : list),
    ]),
  )
}

const TYPES = ['A', 'AAAA', 'MX', 'TXT', 'NS', 'CNAME', 'SOA', 'CAA'] as const

type RecordsByType = { readonly [T in (typeof TYPES)[number]]: readonly Records[T][] }

/** Throws if no question was answered, or if the name does not exist. */
async function allOf(resolver: Resolver, domain: string) {
  const answers = await Promise.allSettled(TYPES.map((type) => resolver.resolve(domain, type)))
  const faults = answers.map((answer) =>
    answer.status === 'rejected' ? Fault.from(answer.reason) : null,
  )
  const missing = faults.find((fault) => fault?.code === 'not_found')
  if (missing || !faults.includes(null)) throw missing ?? faults[0]!
  const records = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  return {
    found: Object.fromEntries(
      TYPES.map((type, at) => [type, records[at]]),
    ) as unknown as RecordsByType,
    errors: Object.fromEntries(
      TYPES.flatMap((type, at) => (faults[at] ? [[type, faults[at].message]] : [])),
    ) as Record<string, string>,
  }
}
