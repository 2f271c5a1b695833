import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { checksummed } from '../../../../engines/onchain/account-address.ts'
import { evmAddress, evmNetwork } from '../../../../engines/onchain/chains/fields.ts'
import { readPages } from '../../../../base/lib/page-places.ts'
import { stablecoinOf } from '../../../../engines/onchain/stablecoins.ts'
import { unitsOf } from '../../../../engines/onchain/token-units.ts'
import { blockscout } from '../../../../capabilities/upstreams/blockscout.ts'

/** An explorer gives 50 rows at once. */
const PAGES_MAX = 4
const FILTERS = { in: 'to', out: 'from', all: undefined } as const

export default defineTool({
  route: 'GET /api/usdc-transfers',
  name: 'USDC transfers',
  description:
    'Recent USDC payments in and out of a wallet on one EVM network; only native USDC issued by Circle counts.',
  asks: [
    'recent USDC payments in and out of my wallet',
    'list the last USDC transfers of a wallet',
    'who paid me USDC',
    'incoming stablecoin payments',
  ],
  price: '$0.003',
  uses: { blockscout },
  input: z.object({
    address: evmAddress().describe('The wallet.'),
    network: evmNetwork().describe('EVM network by name or chain id.'),
    direction: z
      .enum(['in', 'out', 'all'])
      .default('all')
      .describe('Which payments to list: received, sent or all.'),
    limit: z.int().min(1).max(100).default(20).describe('Most payments, the newest first.'),
  }),
  output: z.object({
    address: z.string(),
    network: z.string(),
    token: z.string().describe('Contract of USDC there; bridged coins are not counted.'),
    transfers: z.array(
      z.object({
        txHash: z.string(),
        timeIso: z.string().nullable(),
        blockNumber: z.int(),
        from: z.string(),
        to: z.string(),
        amount: z.string().describe('Amount in USDC, with all digits.'),
        amountBase: z.string(),
        symbol: z.string(),
      }),
    ),
    inTotal: z.string().describe('Sum of the payments received in this answer.'),
    outTotal: z.string().describe('Sum of the payments sent in this answer.'),
    count: z.int(),
    whole: z.boolean().describe('Whether these are all payments that the explorer has.'),
  }),
  examples: [
    {
      input: { address: '0x1111111111111111111111111111111111111111' },
      at: '2026-01-01T00:10:00Z',
      output: {
        address: '0x1111111111111111111111111111111111111111',
        network: 'base',
        token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        transfers: [
          {
            txHash: '0x0000000000000000000000000000000000000000000000000000000000000030',
            timeIso: '2026-01-01T00:00:30.000Z',
            blockNumber: 30,
            from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
            to: '0x1111111111111111111111111111111111111111',
            amount: '10',
            amountBase: '10000000',
            symbol: 'USDC',
          },
          {
            txHash: '0x0000000000000000000000000000000000000000000000000000000000000028',
            timeIso: '2026-01-01T00:00:28.000Z',
            blockNumber: 28,
            from: '0x1111111111111111111111111111111111111111',
            to: '0x8589427373D6D84E98730D7795D8f6f8731FDA16',
            amount: '2.5',
            amountBase: '2500000',
            symbol: 'USDC',
          },
          {
            txHash: '0x0000000000000000000000000000000000000000000000000000000000000026',
            timeIso: '2026-01-01T00:00:26.000Z',
            blockNumber: 26,
            from: '0x1111111111111111111111111111111111111111',
            to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
            amount: '0.000001',
            amountBase: '1',
            symbol: 'USDC',
          },
        ],
        inTotal: '10',
        outTotal: '2.500001',
        count: 3,
        whole: true,
        source: 'Blockscout',
        asOf: '2026-01-01T00:10:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ address, network, direction, limit }, { blockscout }) {
    const coin = stablecoinOf('USDC', `eip155:${network.chainId}`)
    if (!coin)
      throw badInput(`network: must have USDC issued by Circle; none is known on ${network.slug}`)
    const filter = FILTERS[direction]
    const wish = { types: 'ERC-20', token: coin.address, ...(filter && { filter }) }
    const { rows, isWhole } = await readPages(
      (at) => blockscout.transfers(network.chainId, address, wish, at),
      { rowsMax: limit, pagesMax: PAGES_MAX },
    )
    // The request names one token; rows of another token are not counted.
    const own = rows.filter(({ token }) => checksummed(token.address) === coin.address)
    const transfers = own.map(({ transaction_hash, block_number, timestamp, from, to, total }) => ({
      txHash: transaction_hash,
      timeIso: timestamp ? new Date(timestamp).toISOString() : null,
      blockNumber: block_number,
      from: checksummed(from.hash),
      to: checksummed(to.hash),
      amount: unitsOf(total?.value ?? '0', coin.decimals),
      amountBase: total?.value ?? '0',
      symbol: coin.symbol,
    }))
    const sum = (side: 'from' | 'to'): string => {
      const counted = transfers.filter((one) => one[side] === address && one.from !== one.to)
      const base = counted.reduce((all, { amountBase }) => all + BigInt(amountBase), 0n)
      return unitsOf(base, coin.decimals)
    }
    return {
      address,
      network: network.slug,
      token: coin.address,
      transfers,
      inTotal: sum('to'),
      outTotal: sum('from'),
      count: transfers.length,
      whole: isWhole,
    }
  },
})
