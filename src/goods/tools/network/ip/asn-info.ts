import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { resolver, type Resolver } from '../../../../outside/net/resolver.ts'
import { ripeStat } from '../../../../capabilities/upstreams/ripe-stat.ts'
import { domainName } from '../../../../base/lib/domain-name.ts'
import { publicIp } from '../../../../base/lib/ip-address.ts'

const PREFIXES_MAX = 1_000

export default defineTool({
  route: 'GET /api/asn-info',
  name: 'ASN info',
  description:
    'Autonomous system (ASN) behind an IP address, host or AS number: holder, registry, country ' +
    'and announced prefixes.',
  asks: [
    'who operates this autonomous system',
    'look up an ASN',
    'which provider does the IP belong to',
    'AS number',
  ],
  price: '$0.002',
  uses: { ripeStat, resolver },
  input: z.object({
    ip: publicIp().optional().describe('A public address. One of ip, host and asn is needed.'),
    host: domainName().optional().describe('A host name; its first address is used.'),
    asn: z.int().min(1).max(4_294_967_295).optional().describe('AS number, such as 13335.'),
  }),
  output: z.object({
    asn: z.int().nullable().describe('Null if nobody announces the address.'),
    holder: z.string().nullable().describe('Holder of the autonomous system.'),
    announced: z.boolean().describe('Whether it is announced on the internet now.'),
    ip: z.string().optional().describe('Address that was looked up.'),
    prefix: z.string().nullable().describe('Announced prefix that contains the address.'),
    registry: z.string().nullable().describe('arin, ripe, apnic, lacnic or afrinic.'),
    countryCode: z.string().nullable().describe('ISO 3166-1 alpha-2.'),
    prefixes: z.array(z.string()).describe(`Announced prefixes, at most ${PREFIXES_MAX}.`),
    allocatedDate: z.iso
      .date()
      .nullable()
      .describe('Day on which the registry allocated it, YYYY-MM-DD.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { ip: '1.1.1.1' },
      output: {
        untrustedContent: true,
        asn: 13335,
        holder: 'CLOUDFLARENET - Cloudflare, Inc.',
        announced: true,
        ip: '1.1.1.1',
        prefix: '1.1.1.0/24',
        registry: 'arin',
        countryCode: 'US',
        prefixes: ['1.1.1.0/24', '2606:4700::/44'],
        allocatedDate: '2010-07-14',
        source: 'RIPEstat',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
    { input: { host: 'one.one.one.one' } },
    { input: { asn: 13335 } },
  ],

  async run({ ip: given, host, asn: wanted }, { ripeStat, resolver }) {
    const named = [given, host, wanted].filter((value) => value !== undefined)
    if (named.length !== 1) throw badInput('ip, host, asn: exactly one of them must be given.')
    const ip = given ?? (host === undefined ? undefined : await addressOf(resolver, host))
    const route = ip === undefined ? null : await ripeStat.prefixOf(ip)
    const asn = wanted ?? route?.asn ?? null
    const [system, registration, prefixes] =
      asn === null
        ? [null, null, []]
        : await Promise.all([
            ripeStat.system(asn),
            ripeStat.registration(asn),
            ripeStat.prefixes(asn),
          ])
    return {
      asn,
      holder: system?.holder ?? route?.holder ?? null,
      announced: route ? route.announced : (system?.announced ?? false),
      ...(ip === undefined ? {} : { ip }),
      prefix: route?.prefix ?? null,
      registry: registration?.registry ?? null,
      countryCode: registration?.countryCode ?? null,
      prefixes: prefixes.slice(0, PREFIXES_MAX),
      allocatedDate: registration?.allocatedDate ?? null,
    }
  },
})

async function addressOf(resolver: Resolver, host: string): Promise<string> {
  const [four] = await resolver.resolve(host, 'A')
  const found = four ?? (await resolver.resolve(host, 'AAAA'))[0]
  const address = publicIp().safeParse(found)
  if (address.success) return address.data
  throw notFound(`${host} has no public address.`)
}
