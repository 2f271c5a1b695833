import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { HOUR_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { dexscreener, type DexPair } from '../../../../capabilities/upstreams/dexscreener.ts'
import { THIN_USD } from './_pools.ts'

export default defineTool({
  route: 'GET /api/dex-pairs',
  name: 'Trading pairs of a token',
  description:
    'Trading pairs of a token on decentralised exchanges, with price, liquidity and volume.',
  asks: [
    'trading pairs of a token with liquidity on every dex',
    'on which decentralised exchanges is this token traded',
    'where is this token traded',
    'liquidity of a token',
  ],
  price: '$0.002',
  uses: { dexscreener },
  input: z.object({
    token: line(100).min(20).optional().describe('Contract of the token. Give this or q.'),
    q: line(100)
      .min(2)
      .optional()
      .describe('Name, symbol or address to search for. Give this or token.'),
    network: line(40)
      .regex(/^[a-z0-9-]+$/, { error: 'must be a network as DEX Screener names it, such as base' })
      .default('base')
      .describe('Network, such as base, ethereum or solana.'),
    limit: z.int().min(1).max(30).default(10).describe('Most pairs, 1 to 30.'),
  }),
  output: z.object({
    pairs: z
      .array(
        z.object({
          dex: z.string(),
          network: z.string(),
          pair: z.string().describe('Contract of the pool.'),
          base: z.object({ address: z.string(), symbol: z.string().nullable() }),
          quote: z.object({ address: z.string(), symbol: z.string().nullable() }),
          priceUsd: z.number().nullable().describe('Price of the base token.'),
          liquidityUsd: z.number().nullable(),
          thin: z
            .boolean()
            .describe(`Liquidity is unknown or below $${THIN_USD}: the price is not reliable.`),
          volume24hUsd: z.number().nullable(),
          change24hPct: z.number().nullable(),
          ageHours: z.number().nullable(),
          url: z.string(),
        }),
      )
      .describe('Most liquid first. Anybody can use any symbol.'),
    totalLiquidityUsd: z.number().describe('Liquidity of all pairs that were found.'),
    count: z.int(),
    total: z.int(),
  }),
  examples: [
    {
      input: { token: '0x4200000000000000000000000000000000000006', network: 'base' },
      at: '2026-01-01T00:00:00Z',
    },
    { input: { q: 'weth' }, at: '2026-01-01T00:00:00Z' },
  ],

  async run({ token, q, network, limit }, { dexscreener, now }) {
    if ((token === undefined) === (q === undefined))
      throw badInput('token: give either token or q.')
    const found =
      token === undefined
        ? (await dexscreener.search(q ?? '')).filter((pair) => pair.chainId === network)
        : await dexscreener.ofToken(network, token)
    if (found.length === 0)
      throw notFound(`${token === undefined ? 'q' : 'token'}: has no known pair on ${network}.`)
    const sorted = found.toSorted((a, b) => liquidity(b) - liquidity(a))
    const pairs = sorted.slice(0, limit).map((pair) => ({
      dex: pair.dexId,
      network: pair.chainId,
      pair: pair.pairAddress,
      base: { address: pair.baseToken.address, symbol: pair.baseToken.symbol ?? null },
      quote: { address: pair.quoteToken.address, symbol: pair.quoteToken.symbol ?? null },
      priceUsd: pair.priceUsd ?? null,
      liquidityUsd: pair.liquidity?.usd ?? null,
      thin: liquidity(pair) < THIN_USD,
      volume24hUsd: pair.volume?.h24 ?? null,
      change24hPct: pair.priceChange?.h24 ?? null,
      ageHours:
        pair.pairCreatedAt == null
          ? null
          : Number(((now() - pair.pairCreatedAt) / HOUR_MS).toFixed(2)),
      url: pair.url,
    }))
    return {
      pairs,
      totalLiquidityUsd: Math.round(found.reduce((sum, pair) => sum + liquidity(pair), 0)),
      count: pairs.length,
      total: found.length,
    }
  },
})

const liquidity = (pair: DexPair): number => pair.liquidity?.usd ?? 0
