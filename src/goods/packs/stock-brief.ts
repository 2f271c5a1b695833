import { z } from 'zod'
import { textAt } from './_results.ts'
import { definePack } from './_runtime.ts'
import { ticker } from './_ticker.ts'
import { seriesAt } from './_values.ts'
export default definePack({
  title: 'Stock brief',
  tagline: 'Price, path, risk, figures and news of a share.',
  asks: [
    'brief on a stock: price, risk, figures and news',
    'stock brief for a ticker',
    'short picture of a share',
  ],
  input: z.object({ ticker: ticker() }),
  steps: [
    { tool: 'stock-quote', input: (given) => ({ ticker: given.ticker }) },
    { tool: 'stock-history', input: (given) => ({ ticker: given.ticker }) },
    {
      tool: 'return-metrics',
      after: ['stock-history'],
      input(_given, results) {
        const prices = seriesAt(results['stock-history'], 'bars', 'adjClose', 3)
        return prices && { prices }
      },
    },
    { tool: 'company-financials', input: (given) => ({ ticker: given.ticker }) },
    {
      tool: 'search-news',
      after: ['stock-quote'],
      input: (given, results) => ({ q: textAt(results['stock-quote'], 'name') ?? given.ticker }),
    },
  ],
  examples: [{ input: { ticker: 'AAPL' }, at: '2026-01-03T12:00:00Z' }],
})
