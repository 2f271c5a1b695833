import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { resolver, type Resolver } from '../../../../outside/net/resolver.ts'
import {
  formatAddress,
  parseAddress,
  publicIp,
  reverseName,
} from '../../../../base/lib/ip-address.ts'
import { recordsOf } from './_records.ts'

const HOSTNAMES_CONFIRMED_MAX = 10

export default defineTool({
  route: 'GET /api/reverse-dns',
  name: 'Reverse DNS',
  description: 'Host names (PTR) of an IP address, checked by resolving them forward again.',
  asks: [
    'reverse DNS lookup of an IP',
    'what host name does this IP resolve to',
    'which host is behind an IP',
    'PTR',
  ],
  price: '$0.001',
  uses: { resolver },
  input: z.object({ ip: publicIp().describe('A public IPv4 or IPv6 address.') }),
  output: z.object({
    ip: z.string().describe('The address in the form of RFC 5952.'),
    hostnames: z.array(z.string()).describe('Host names; empty if the address has none.'),
    forwardConfirmed: z.boolean().describe('Whether one of the names resolves to this address.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { ip: '1.1.1.1' },
      output: {
        untrustedContent: true,
        ip: '1.1.1.1',
        hostnames: ['one.one.one.one'],
        forwardConfirmed: true,
        source: 'DNS',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ ip }, { resolver }) {
    const hostnames = await recordsOf(resolver, reverseName(parseAddress(ip)!), 'PTR')
    const type = ip.includes(':') ? 'AAAA' : 'A'
    const confirmed = await Promise.all(
      hostnames
        .slice(0, HOSTNAMES_CONFIRMED_MAX)
        .map((host) => leadsTo(resolver, { host, type, ip })),
    )
    return {
      ip,
      hostnames,
      forwardConfirmed: confirmed.includes(true),
    }
  },
})

interface Claim {
  readonly host: string
  readonly type: 'A' | 'AAAA'
  readonly ip: string
}

/** A name that cannot be resolved confirms nothing. */
async function leadsTo(resolver: Resolver, { host, type, ip }: Claim): Promise<boolean> {
  const found = await resolver.resolve(host, type).catch(() => [])
  return found.some((text) => {
    const address = parseAddress(text)
    return address !== null && formatAddress(address) === ip
  })
}
