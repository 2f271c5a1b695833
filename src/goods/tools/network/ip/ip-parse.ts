import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  expandAddress,
  formatAddress,
  hexOf,
  parseAddress,
  reverseName,
  scopeOf,
  type Address,
} from '../../../../base/lib/ip-address.ts'

export default defineTool({
  route: 'POST /api/ip-parse',
  name: 'IP address parse',
  description:
    'Every notation of an IPv4 or IPv6 address (canonical, expanded, decimal, hex, reverse DNS ' +
    'name) and its scope: private, loopback, multicast and so on.',
  asks: [
    'is this IP public or private',
    'expand an IPv6 address to its full form',
    'IPv6 in short form',
    'IP as a number',
    'is it a private address',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    ip: z
      .string()
      .max(100)
      .describe('The address; brackets and white space around it are ignored.'),
  }),
  output: z.object({
    valid: z.boolean().describe('Whether it is an address.'),
    version: z
      .union([z.literal(4), z.literal(6)])
      .optional()
      .describe('4 or 6.'),
    canonical: z.string().optional().describe('As RFC 5952 writes it.'),
    expanded: z
      .string()
      .optional()
      .describe('With every digit. Some programs read the zeros before IPv4 numbers as octal.'),
    decimal: z.string().optional().describe('As one number.'),
    hex: z.string().optional().describe('As hex with 0x.'),
    scope: z
      .string()
      .optional()
      .describe('public, private, loopback, link-local, multicast, documentation, reserved ...'),
    reverseName: z.string().optional().describe('Name of its PTR record.'),
    mappedIpv4: z.string().optional().describe('IPv4 address that an IPv6 address embeds.'),
  }),
  examples: [
    {
      input: { ip: '2001:db8::1' },
      output: {
        valid: true,
        version: 6,
        canonical: '2001:db8::1',
        expanded: '2001:0db8:0000:0000:0000:0000:0000:0001',
        decimal: '42540766411282592856903984951653826561',
        hex: '0x20010db8000000000000000000000001',
        scope: 'documentation',
        reverseName: '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa',
      },
    },
    {
      input: { ip: '10.1.2.3' },
      output: {
        valid: true,
        version: 4,
        canonical: '10.1.2.3',
        expanded: '010.001.002.003',
        decimal: '167838211',
        hex: '0x0a010203',
        scope: 'private',
        reverseName: '3.2.1.10.in-addr.arpa',
      },
    },
    { input: { ip: '10.1.2.256' }, output: { valid: false } },
  ],

  run({ ip }) {
    const address = parseAddress(ip.trim().replace(/^\[(.*)\]$/, '$1'))
    if (!address) return { valid: false }
    const wrapped = wrappedBy(address)
    return {
      valid: true,
      version: address.version,
      canonical: formatAddress(address),
      expanded: expandAddress(address),
      decimal: String(address.value),
      hex: hexOf(address),
      scope: scopeOf(address),
      reverseName: reverseName(address),
      ...(wrapped === null ? {} : { mappedIpv4: formatAddress({ version: 4, value: wrapped }) }),
    }
  },
})

const MAPPED = 0xffffn
const SIX_TO_FOUR = 0x2002n
const NAT64 = 0x64ff9b0000000000000000n

/** The IPv4 address in a mapped, a NAT64 or a 6to4 address. */
function wrappedBy({ version, value }: Address): bigint | null {
  if (version === 4) return null
  if (value >> 32n === MAPPED || value >> 32n === NAT64) return value & 0xffffffffn
  return value >> 112n === SIX_TO_FOUR ? (value >> 80n) & 0xffffffffn : null
}
