import { standIn } from './define.ts'

/** Shapes after https://api-docs.defillama.com: the key stands in the path, before the product. */
const DAY = 86_400
const LAST = 1_767_225_600

const AAVE = {
  id: '1599',
  name: 'Aave V3',
  category: 'Lending',
  audit_links: ['https://aave.com/security', 'no address'],
  mcap: 2_500_000_000,
  currentChainTvls: { Ethereum: 20_000, Base: 5_000, 'Ethereum-borrowed': 9_000, borrowed: 9_000 },
  tvl: Array.from({ length: 40 }, (_, at) => ({
    date: LAST - (39 - at) * DAY,
    totalLiquidityUSD: 20_000 + at * 100,
  })),
}

const row = (name: string, value: number, more: object = {}) => ({
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  category: 'Lending',
  chains: ['Ethereum', 'Base'],
  tvl: value,
  total24h: value / 1_000,
  change_1d: 1,
  change_7d: -2.5,
  ...more,
})

const pool = (id: string, apy: number, tvlUsd: number, more: object = {}) => ({
  pool: id,
  chain: 'Base',
  project: 'aave-v3',
  symbol: 'USDC',
  tvlUsd,
  apyBase: apy,
  apyReward: null,
  apy,
  ilRisk: 'no',
  exposure: 'single',
  stablecoin: true,
  outlier: false,
  ...more,
})

const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/protocol/aave-v3': AAVE,
  '/api/summary/fees/aave-v3': { name: 'Aave V3', total24h: 1_500_000 },
  '/api/protocols': [
    row('Aave V3', 25_000),
    row('Exchange', 90_000, { category: 'CEX', chains: ['Bitcoin'] }),
    row('Morpho', 8_000, { chains: ['Base'] }),
  ],
  '/api/overview/fees': { protocols: [row('Tether', 20_000_000), row('Aave V3', 1_500_000)] },
  '/api/overview/dexs': { protocols: [row('Uniswap', 5_000_000, { category: 'Dexs' })] },
  '/api/v2/chains': [
    { name: 'Base', tvl: 5_000, tokenSymbol: 'ETH' },
    { name: 'Ethereum', tvl: 60_000, tokenSymbol: 'ETH' },
  ],
  '/yields/pools': {
    status: 'success',
    data: [
      pool('p1', 4.5, 50_000_000),
      pool('p2', 900, 2_000_000, { outlier: true, symbol: 'WETH-PEPE', stablecoin: false }),
      pool('p3', 6.25, 500),
      pool('p4', 7.5, 3_000_000, { project: 'morpho', chain: 'Ethereum' }),
    ],
  },
}

export default standIn({
  at: 'UPSTREAM_DEFILLAMA_URL',
  settings: { DEFILLAMA_API_KEY: 'llama-key' },
  answer({ path }) {
    const [, key, rest = ''] = /^\/([^/]+)(\/.*)$/.exec(path) ?? []
    if (key !== 'llama-key') return new Response('', { status: 403 })
    return ANSWERS[rest]
  },
})
