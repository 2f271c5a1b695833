import { z } from 'zod'
import { nullIfTheirs } from '../../../../base/core/failover.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { jupiter } from '../../../../capabilities/upstreams/jupiter.ts'
import { solana } from '../../../../capabilities/upstreams/solana.ts'
import { solanaAddress } from '../../../../engines/onchain/chain-amounts.ts'
import { holdersOf, mintOf, topPct } from '../../../../engines/onchain/solana-mint.ts'
import { unitsOf } from '../../../../engines/onchain/token-units.ts'

export default defineTool({
  route: 'GET /api/sol-token',
  name: 'Solana token',
  description:
    'Solana token by its mint: authorities, supply, largest holders, price and liquidity.',
  asks: [
    'supply and price of a Solana token',
    'mint and freeze authorities of a Solana token, its supply and largest holders',
    'who made this Solana coin',
    'mint of a memecoin',
  ],
  price: '$0.003',
  uses: { solana, jupiter },
  input: z.object({
    mint: solanaAddress().describe('Mint of the token.'),
    holders: z.boolean().default(true).describe('Whether to list the largest accounts.'),
  }),
  output: z.object({
    mint: z.string().describe('The mint.'),
    name: z.string().nullable().describe('Name that its maker chose; anybody can use any name.'),
    symbol: z.string().nullable().describe('Symbol that its maker chose.'),
    decimals: z.int().describe('Decimals.'),
    supply: z.string().describe('Supply in units.'),
    supplyBase: z.string().describe('Supply in base units.'),
    mintAuthority: z.string().nullable().describe('Who can make more; null where nobody can.'),
    freezeAuthority: z.string().nullable().describe('Who can freeze accounts; null: nobody.'),
    topHolders: z
      .array(
        z.object({
          account: z.string().describe('Token account; its owner may be a pool or an exchange.'),
          amount: z.string().describe('Amount in units.'),
          pct: z.number().describe('Share of the supply in percent.'),
        }),
      )
      .describe('The largest accounts, at most 20.'),
    top10Pct: z
      .number()
      .nullable()
      .describe('Share of the ten largest accounts; null where no node counts them.'),
    priceUsd: z.number().nullable().describe('Price by Jupiter; null where it has none.'),
    liquidityUsd: z.number().nullable().describe('What its pools hold, by Jupiter.'),
    problems: z.array(z.string()).describe('What could not be found out.'),
    slot: z.int().describe('Slot at which the mint was read.'),
  }),
  examples: [
    {
      input: { mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
      at: '2026-06-02T00:00:00Z',
      output: {
        mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        name: 'USD Coin',
        symbol: 'USDC',
        decimals: 6,
        supply: '9000000000.123456',
        supplyBase: '9000000000123456',
        mintAuthority: 'BJE5MMbqXjVwjAF7oxwPYXnTXDyspzZyt4vwenNw5ruG',
        freezeAuthority: '7dGbd2QZcCKcTndnHcTL8q7SMVXAkp688NTQYwrRCrar',
        topHolders: [
          {
            account: '3emsAVdmGKERbHjmGfQ6oZ1e35dkf5iYcS6U4CPKFVaa',
            amount: '900000000',
            pct: 9.99,
          },
        ],
        top10Pct: 9.99,
        priceUsd: 0.9998,
        liquidityUsd: 512_345_678.9,
        problems: [],
        slot: 340_000_100,
        source: 'Solana node, Jupiter',
        asOf: '2026-06-02T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ mint, holders: withHolders }, { solana, jupiter }) {
    const [account, market] = await Promise.all([
      solana.account(mint),
      jupiter.token(mint).catch(nullIfTheirs),
    ])
    const { decimals, supply, mintAuthority, freezeAuthority, slot } = mintOf(account)
    const largest = withHolders ? await solana.largest(mint) : null
    const holders = largest && holdersOf(largest.value, supply)
    return {
      mint,
      name: market?.name ?? null,
      symbol: market?.symbol ?? null,
      decimals,
      supply: unitsOf(supply, decimals),
      supplyBase: String(supply),
      mintAuthority,
      freezeAuthority,
      topHolders: (holders ?? []).map(({ account: address, amountBase, pct }) => ({
        account: address,
        amount: unitsOf(amountBase, decimals),
        pct,
      })),
      top10Pct: holders && topPct(holders, supply),
      priceUsd: market?.usdPrice ?? null,
      liquidityUsd: market?.liquidity ?? null,
      problems: [
        ...(market ? [] : ['Jupiter does not know the token, or did not answer.']),
        ...(holders || !withHolders ? [] : ['No node counts the largest accounts of this token.']),
      ],
      slot,
    }
  },
})
