import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { blocksOf, formatBlock, merged, parseBlock, without, type Range } from './_block.ts'

const CIDRS_MAX = 5_000
const RESULT_MAX = 50_000

const blocks = () => z.array(z.string().max(64))

export default defineTool({
  route: 'POST /api/cidr-aggregate',
  name: 'CIDR aggregate',
  description:
    'Merge a list of IPv4 and IPv6 address blocks to the fewest CIDR blocks, optionally cutting ' +
    'some out.',
  asks: [
    'merge adjacent subnets',
    'combine IP networks into fewer blocks',
    'merge networks to fewer blocks',
    'shorter allow list of IPs',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    cidrs: blocks().min(1).max(CIDRS_MAX).describe(`1 to ${CIDRS_MAX} blocks or addresses.`),
    exclude: blocks().max(CIDRS_MAX).optional().describe('Blocks to cut out.'),
  }),
  output: z.object({
    cidrs: z.array(z.string()).describe('IPv4 first, in order.'),
    before: z.int().describe('Number of given blocks.'),
    after: z.int().describe('Number of blocks after merging.'),
    addresses: z.string().describe('Number of addresses in all blocks.'),
  }),
  examples: [
    {
      input: { cidrs: ['10.0.0.0/25', '10.0.0.128/25'] },
      output: { cidrs: ['10.0.0.0/24'], before: 2, after: 1, addresses: '256' },
    },
    {
      input: { cidrs: ['10.0.0.0/24'], exclude: ['10.0.0.64/26'] },
      output: { cidrs: ['10.0.0.0/26', '10.0.0.128/25'], before: 1, after: 2, addresses: '192' },
    },
  ],

  run({ cidrs, exclude = [] }) {
    const left = without(parseRanges(cidrs, 'cidrs'), parseRanges(exclude, 'exclude'))
    const result: string[] = []
    for (const range of left) {
      for (const block of blocksOf(range)) result.push(formatBlock(block))
      if (result.length > RESULT_MAX)
        throw badInput(`exclude: must leave at most ${RESULT_MAX} blocks; cut out fewer at once.`)
    }
    return {
      cidrs: result,
      before: cidrs.length,
      after: result.length,
      addresses: String(left.reduce((sum, { first, last }) => sum + last - first + 1n, 0n)),
    }
  },
})

const parseRanges = (texts: readonly string[], field: string): Range[] =>
  merged(texts.map((text, at) => parseBlock(text, `${field}.${at}`)))
