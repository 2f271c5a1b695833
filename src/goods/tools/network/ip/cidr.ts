import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { bitsOf, formatAddress, parseAddress } from '../../../../base/lib/ip-address.ts'
import { blockAt, formatBlock, parseBlock, type Block } from './_block.ts'

const SUBNETS_MAX = 1024

export default defineTool({
  route: 'POST /api/cidr',
  name: 'CIDR block',
  description:
    'Facts of an IPv4 or IPv6 CIDR block: network, broadcast, netmask, first and last host, size, ' +
    'whether it contains an address, and its subnets.',
  asks: [
    'subnet calculation for a network',
    'is this IP inside a CIDR range',
    'how many addresses has a /24',
    'first and last IP of a subnet',
    'netmask',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    cidr: z
      .string()
      .max(64)
      .describe('The block, such as 10.0.0.0/22; one address is a block too.'),
    contains: z.string().max(64).optional().describe('An address to check against the block.'),
    splitPrefix: z
      .int()
      .min(0)
      .max(128)
      .optional()
      .describe(`Prefix length of the subnets to list, at most ${SUBNETS_MAX} of them.`),
  }),
  output: z.object({
    network: z.string().describe('The block with the bits below its prefix cleared.'),
    broadcast: z.string().describe('Last address; also for IPv6, which has no broadcast.'),
    netmask: z.string().describe('The mask in dotted decimals; IPv4 only.'),
    firstHost: z.string().describe('First address for a host.'),
    lastHost: z.string().describe('Last address for a host.'),
    size: z.string().describe('Number of addresses.'),
    contains: z.boolean().optional().describe('Whether the address in `contains` is inside.'),
    subnets: z.array(z.string()).optional().describe('The parts of `splitPrefix` length.'),
  }),
  examples: [
    {
      input: { cidr: '10.0.0.0/22', contains: '10.0.1.7' },
      output: {
        network: '10.0.0.0/22',
        broadcast: '10.0.3.255',
        netmask: '255.255.252.0',
        firstHost: '10.0.0.1',
        lastHost: '10.0.3.254',
        size: '1024',
        contains: true,
      },
    },
    {
      input: { cidr: '2001:db8::/62', splitPrefix: 64 },
      output: {
        network: '2001:db8::/62',
        broadcast: '2001:db8:0:3:ffff:ffff:ffff:ffff',
        netmask: 'ffff:ffff:ffff:fffc::',
        firstHost: '2001:db8::',
        lastHost: '2001:db8:0:3:ffff:ffff:ffff:ffff',
        size: '73786976294838206464',
        subnets: ['2001:db8::/64', '2001:db8:0:1::/64', '2001:db8:0:2::/64', '2001:db8:0:3::/64'],
      },
    },
  ],

  run({ cidr, contains, splitPrefix }) {
    const block = parseBlock(cidr, 'cidr')
    const { version, prefix, first, last } = block
    const show = (value: bigint) => formatAddress({ version, value })
    // The first and last address of an IPv4 network are not hosts, unless it has only these.
    const margin = version === 4 && prefix < 31 ? 1n : 0n
    return {
      network: formatBlock(block),
      broadcast: show(last),
      netmask: show(
        blockAt({ version, value: (1n << BigInt(bitsOf(version))) - 1n }, prefix).first,
      ),
      firstHost: show(first + margin),
      lastHost: show(last - margin),
      size: String(last - first + 1n),
      ...(contains === undefined ? {} : { contains: isIn(block, contains) }),
      ...(splitPrefix === undefined ? {} : { subnets: subnetsOf(block, splitPrefix) }),
    }
  },
})

function isIn({ version, first, last }: Block, text: string): boolean {
  const address = parseAddress(text.trim())
  if (!address) throw badInput('contains: must be an IPv4 or IPv6 address.')
  return address.version === version && address.value >= first && address.value <= last
}

function subnetsOf({ version, prefix, first }: Block, splitPrefix: number): string[] {
  const most = Math.min(bitsOf(version), prefix + Math.log2(SUBNETS_MAX))
  if (splitPrefix < prefix || splitPrefix > most)
    throw badInput(`splitPrefix: must be ${prefix} to ${most} for this block.`)
  const step = 1n << BigInt(bitsOf(version) - splitPrefix)
  return Array.from({ length: 2 ** (splitPrefix - prefix) }, (_, at) =>
    formatBlock(blockAt({ version, value: first + BigInt(at) * step }, splitPrefix)),
  )
}
