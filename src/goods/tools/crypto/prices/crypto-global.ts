import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { coingecko } from '../../../../capabilities/upstreams/coingecko.ts'

export default defineTool({
  route: 'GET /api/crypto-global',
  name: 'Whole crypto market',
  description:
    'Value and volume of the whole crypto market, with the dominance of bitcoin and ether.',
  asks: [
    'value and volume of the whole crypto market',
    'bitcoin dominance percentage now',
    'how big is the crypto market',
    'bitcoin dominance',
  ],
  price: '$0.002',
  uses: { coingecko },
  input: z.object({}),
  output: z.object({
    marketCapUsd: z.number(),
    volume24hUsd: z.number(),
    change24hPct: z.number().describe('Change of the market value in dollars.'),
    btcDominancePct: z.number().nullable(),
    ethDominancePct: z.number().nullable(),
    activeCoins: z.int(),
  }),
  examples: [
    {
      input: {},
      at: '2026-01-01T00:10:00Z',
      output: {
        marketCapUsd: 3_500_000_000_000,
        volume24hUsd: 120_000_000_000,
        change24hPct: -0.75,
        btcDominancePct: 57.5,
        ethDominancePct: 12.1,
        activeCoins: 17_000,
        untrustedContent: true,
        source: 'CoinGecko',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run(_, { coingecko }) {
    const told = await coingecko.global()
    const [cap, volume] = [told.total_market_cap['usd'], told.total_volume['usd']]
    if (cap === undefined || volume === undefined)
      throw new Fault('upstream_failed', 'CoinGecko answered without a value in dollars.')
    return {
      marketCapUsd: cap,
      volume24hUsd: volume,
      change24hPct: told.market_cap_change_percentage_24h_usd,
      btcDominancePct: told.market_cap_percentage['btc'] ?? null,
      ethDominancePct: told.market_cap_percentage['eth'] ?? null,
      activeCoins: told.active_cryptocurrencies,
    }
  },
})
