import { standIn } from './define.ts'

/** Shapes after dev.jup.ag: Tokens API v2 (search) and Swap API v1 (quote, its error codes). */
const SOL = 'So11111111111111111111111111111111111111112'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

const TOKEN = {
  id: USDC,
  name: 'USD Coin',
  symbol: 'USDC',
  icon: 'https://static.jup.ag/usdc.png',
  decimals: 6,
  circSupply: 9e9,
  totalSupply: 9e9,
  tokenProgram: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  holderCount: 3_500_000,
  audit: {
    mintAuthorityDisabled: false,
    freezeAuthorityDisabled: false,
    topHoldersPercentage: 21.3,
  },
  organicScore: 99.1,
  organicScoreLabel: 'high',
  isVerified: true,
  usdPrice: 0.9998,
  liquidity: 512_345_678.9,
  updatedAt: '2026-06-01T23:59:30Z',
}

export default standIn({
  at: 'UPSTREAM_JUPITER_URL',
  answer({ path, query }) {
    if (path === '/tokens/v2/search') return query.get('query') === USDC ? [TOKEN] : []
    if (path !== '/swap/v1/quote') return undefined
    if (query.get('inputMint') !== SOL || query.get('outputMint') !== USDC)
      return Response.json(
        { error: 'No routes found', errorCode: 'NO_ROUTES_FOUND' },
        { status: 400 },
      )
    return {
      inputMint: SOL,
      inAmount: query.get('amount'),
      outputMint: USDC,
      outAmount: '145678901',
      otherAmountThreshold: '144950506',
      swapMode: 'ExactIn',
      slippageBps: 50,
      platformFee: null,
      priceImpactPct: '0.000123',
      routePlan: [
        {
          swapInfo: {
            ammKey: 'Czfq3xZZDmsdGdUyrNLtRhGc47cXcZtLG4crryfu44zE',
            label: 'Whirlpool',
            inputMint: SOL,
            outputMint: USDC,
            inAmount: '1000000000',
            outAmount: '145678901',
          },
          percent: 100,
        },
      ],
      contextSlot: 340_000_100,
      timeTaken: 0.01,
    }
  },
})
