import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { ticker } from './_ticker.ts'

export default definePack({
  title: 'Dividend review',
  tagline: 'Yield, growth and cover of a dividend.',
  asks: [
    'dividend review: is the dividend of a company covered and growing',
    'yield, growth and cover of a dividend by ticker',
  ],
  input: z.object({ ticker: ticker() }),
  steps: [
    { tool: 'stock-quote', input: (given) => ({ ticker: given.ticker }) },
    { tool: 'stock-dividends', input: (given) => ({ ticker: given.ticker }) },
    { tool: 'company-financials', input: (given) => ({ ticker: given.ticker }) },
  ],
  examples: [{ input: { ticker: 'AAPL' }, at: '2026-01-03T12:00:00Z' }],
})
