import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { checksummed } from '../../../../engines/onchain/account-address.ts'
import { tokenUnits } from '../../../../engines/onchain/chains/amounts.ts'
import { evmAddress, evmNetwork } from '../../../../engines/onchain/chains/fields.ts'
import { blockscout } from '../../../../capabilities/upstreams/blockscout.ts'

const TOP = 10
const NAME_MAX = 200

export default defineTool({
  route: 'GET /api/token-holders',
  name: 'Token holders',
  description: 'Largest holders of a token, and how concentrated it is.',
  asks: [
    'largest holders of a token on ethereum or base',
    'how concentrated is a token: top holders by percent',
    'who are the whales of a coin',
    'is one wallet holding most of it',
  ],
  price: '$0.004',
  uses: { blockscout },
  input: z.object({
    token: evmAddress().describe('Contract of the token.'),
    network: evmNetwork().describe('EVM network by name or chain id, such as base or 8453.'),
    limit: z.int().min(1).max(50).default(20).describe('Most holders, 1 to 50.'),
  }),
  output: z.object({
    token: z.string().describe('Contract of the token.'),
    network: z.string(),
    symbol: z
      .string()
      .nullable()
      .describe('Symbol that the contract claims; anybody can use any symbol.'),
    decimals: z.int().nullable(),
    holders: z
      .array(
        z.object({
          address: z.string(),
          balance: z.string().describe('Balance in units; in base units where decimals is null.'),
          balanceBase: z.string(),
          pct: z.number().nullable().describe('Share of the supply, in percent.'),
          isContract: z
            .boolean()
            .nullable()
            .describe('True for a contract. Pools, bridges and vaults hold tokens for others.'),
          name: z.string().nullable().describe('Name that the explorer gives the account.'),
        }),
      )
      .describe('Largest first.'),
    top1Pct: z.number().nullable(),
    top10Pct: z
      .number()
      .nullable()
      .describe('Share of the ten largest holders in percent, contracts included.'),
    holderCount: z.int().nullable(),
    totalSupply: z.string().nullable(),
    count: z.int(),
  }),
  examples: [
    {
      input: { token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
      at: '2026-01-01T00:00:00Z',
      output: {
        token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        network: 'base',
        symbol: 'USDC',
        decimals: 6,
        holders: [
          {
            address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
            balance: '3000000',
            balanceBase: '3000000000000',
            pct: 75,
            isContract: true,
            name: 'Vault',
          },
          {
            address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
            balance: '999999.999999',
            balanceBase: '999999999999',
            pct: 24.999999,
            isContract: false,
            name: null,
          },
          {
            address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
            balance: '0.000001',
            balanceBase: '1',
            pct: 0,
            isContract: true,
            name: 'USD Coin',
          },
        ],
        top1Pct: 75,
        top10Pct: 100,
        holderCount: 3,
        totalSupply: '4000000',
        count: 3,
        untrustedContent: true,
        source: 'Blockscout',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ token, network: chain, limit }, { blockscout }) {
    const [about, rows] = await Promise.all([
      blockscout.token(chain.chainId, token),
      blockscout.holders(chain.chainId, token),
    ])
    if (rows.length === 0) throw notFound('token: has no known holders.')
    const decimals = about.decimals != null && about.decimals <= 77 ? about.decimals : null
    const supply = BigInt(about.total_supply ?? 0)
    const units = (base: bigint): string => tokenUnits(base, decimals ?? 0)
    const sorted = rows
      .map((row) => ({ ...row, base: BigInt(row.value) }))
      .toSorted((a, b) => (a.base === b.base ? 0 : a.base < b.base ? 1 : -1))
    const sum = (most: number): number | null =>
      share(
        sorted.slice(0, most).reduce((all, { base }) => all + base, 0n),
        supply,
      )
    const holders = sorted.slice(0, limit).map(({ account, base, value }) => ({
      address: checksummed(account.hash),
      balance: units(base),
      balanceBase: value,
      pct: share(base, supply),
      isContract: account.is_contract ?? null,
      name: account.name?.slice(0, NAME_MAX) ?? null,
    }))
    return {
      token,
      network: chain.slug,
      symbol: about.symbol?.slice(0, NAME_MAX) ?? null,
      decimals,
      holders,
      top1Pct: sum(1),
      top10Pct: sum(TOP),
      holderCount: about.holders_count ?? null,
      totalSupply: about.total_supply == null ? null : units(supply),
      count: holders.length,
    }
  },
})

/** In percent, to a millionth; null if the supply is unknown or cannot be right. */
const share = (part: bigint, whole: bigint): number | null =>
  whole <= 0n || part > whole ? null : Number((part * 100_000_000n) / whole) / 1_000_000
