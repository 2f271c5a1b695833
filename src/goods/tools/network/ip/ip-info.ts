import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { ripeStat } from '../../../../capabilities/upstreams/ripe-stat.ts'
import { publicIp } from '../../../../base/lib/ip-address.ts'

export default defineTool({
  route: 'GET /api/ip-info',
  name: 'IP info',
  description: 'Country, city, coordinates, network, ASN and holder of an IP address.',
  asks: [
    'where is this IP address located',
    'geolocate an IP',
    'where does this visitor come from',
    'country of an IP',
    'locate an IP',
  ],
  price: '$0.002',
  uses: { ripeStat },
  input: z.object({ ip: publicIp().describe('A public IPv4 or IPv6 address.') }),
  output: z.object({
    ip: z.string().describe('The address in the form of RFC 5952.'),
    version: z.union([z.literal(4), z.literal(6)]).describe('4 or 6.'),
    scope: z.string().describe('Always public: other addresses have no location.'),
    countryCode: z.string().nullable().describe('ISO 3166-1 alpha-2.'),
    city: z.string().nullable().describe('City.'),
    lat: z.number().nullable().describe('Latitude in degrees.'),
    lon: z.number().nullable().describe('Longitude in degrees.'),
    asn: z.int().nullable().describe('Number of the autonomous system that announces it.'),
    holder: z.string().nullable().describe('Holder of the autonomous system.'),
    prefix: z.string().nullable().describe('Announced prefix that contains the address.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { ip: '8.8.8.8' },
      output: {
        ip: '8.8.8.8',
        version: 4,
        scope: 'public',
        countryCode: 'US',
        city: null,
        lat: 37.751,
        lon: -97.822,
        asn: 15169,
        holder: 'GOOGLE - Google LLC',
        prefix: '8.8.8.0/24',
        source: 'RIPEstat',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ ip }, { ripeStat }) {
    const [place, route] = await Promise.all([ripeStat.place(ip), ripeStat.prefixOf(ip)])
    return {
      ip,
      version: ip.includes(':') ? 6 : 4,
      scope: 'public',
      countryCode: place?.country || null,
      city: place?.city || null,
      lat: place?.latitude ?? null,
      lon: place?.longitude ?? null,
      asn: route.asn,
      holder: route.holder,
      prefix: route.prefix,
    }
  },
})
