import { coingeckoAnswer, COINGECKO_KEY } from './coingecko.ts'
import { standIn } from './define.ts'
import { krakenAnswer } from './kraken.ts'

/** Both providers in one server. */
export default standIn({
  at: ['UPSTREAM_KRAKEN_URL', 'UPSTREAM_COINGECKO_URL'],
  settings: { COINGECKO_API_KEY: COINGECKO_KEY },
  answer: (asked) =>
    asked.path.startsWith('/api/v3/') ? coingeckoAnswer(asked) : krakenAnswer(asked),
})
