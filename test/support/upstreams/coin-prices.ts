import { coingeckoAnswer, COINGECKO_KEY } from './coingecko.ts'
import { standIn } from './define.ts'
import { krakenAnswer } from './kraken.ts'

/** Two providers in one server; the oracles of a chain are away. */
export default standIn({
  at: ['UPSTREAM_KRAKEN_URL', 'UPSTREAM_COINGECKO_URL'],
  settings: {
    COINGECKO_API_KEY: COINGECKO_KEY,
    UPSTREAM_CHAINLINK_FEEDS_URL: 'http://127.0.0.1:1',
  },
  answer: (asked) =>
    asked.path.startsWith('/api/v3/') ? coingeckoAnswer(asked) : krakenAnswer(asked),
})
