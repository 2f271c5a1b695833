import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { ticker } from './_ticker.ts'

export default definePack({
  title: 'Insider watch',
  tagline: 'What insiders did, at what price, and what was filed around it.',
  asks: [
    'insider watch: trades of insiders beside the share price and filings',
    'what did insiders do and what was filed around it',
  ],
  input: z.object({ ticker: ticker() }),
  steps: [
    { tool: 'edgar-insider-trades', input: (given) => ({ ticker: given.ticker }) },
    { tool: 'stock-quote', input: (given) => ({ ticker: given.ticker }) },
    { tool: 'edgar-filings', input: (given) => ({ ticker: given.ticker, limit: 10 }) },
  ],
  examples: [{ input: { ticker: 'AAPL' }, at: '2026-01-03T12:00:00Z' }],
})
