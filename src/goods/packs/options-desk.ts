import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { ticker } from './_ticker.ts'
import { seriesAt } from './_values.ts'
export default definePack({
  title: 'Options desk',
  tagline: 'Chain with greeks beside the volatility the share has really shown.',
  asks: [
    'options desk: implied against realised volatility of a share',
    'option chain with greeks beside realised volatility',
  ],
  input: z.object({ ticker: ticker() }),
  steps: [
    { tool: 'stock-quote', input: (given) => ({ ticker: given.ticker }) },
    { tool: 'options-chain', input: (given) => ({ ticker: given.ticker }) },
    { tool: 'stock-history', input: (given) => ({ ticker: given.ticker }) },
    {
      tool: 'return-metrics',
      after: ['stock-history'],
      input(_given, results) {
        const prices = seriesAt(results['stock-history'], 'bars', 'adjClose', 3)
        return prices && { prices }
      },
    },
  ],
  examples: [{ input: { ticker: 'AAPL' }, at: '2026-01-03T12:00:00Z' }],
})
