import { z } from 'zod'
import { line } from '../../base/lib/fields.ts'
import { isRecord, part } from './_results.ts'
import { definePack } from './_runtime.ts'

/** The indicator needs at least so many closes. */
const CLOSES_MIN = 15

export default definePack({
  title: 'Perpetuals desk',
  tagline: 'Funding, basis, candles and momentum of a perpetual future.',
  asks: [
    'funding, basis and momentum of a perpetual future',
    'perpetuals desk: candles, funding, rsi of one perpetual',
  ],
  input: z.object({ coin: line(30).min(1).describe('Market, such as BTC or ETH.') }),
  steps: [
    { tool: 'perp-markets', input: ({ coin }) => ({ coin }) },
    { tool: 'perp-history', input: ({ coin }) => ({ coin, kind: 'candles' }) },
    { tool: 'perp-history', label: 'funding', input: ({ coin }) => ({ coin, kind: 'funding' }) },
    {
      tool: 'technical-indicator',
      after: ['perp-history'],
      input: (_given, { 'perp-history': history }) => {
        const candles = part(history, 'candles')
        const close = Array.isArray(candles)
          ? candles.flatMap((one) =>
              isRecord(one) && typeof one['close'] === 'number' ? [one['close']] : [],
            )
          : []
        return close.length >= CLOSES_MIN ? { name: 'rsi', close } : null
      },
    },
  ],
  examples: [{ input: { coin: 'BTC' } }],
})
