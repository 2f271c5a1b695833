import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { ticker } from './_ticker.ts'

export default definePack({
  title: 'Earnings preparation',
  tagline:
    'Last and next reporting date, quarterly trend, filings, implied move and news in one go.',
  asks: [
    'prepare for the earnings of a company: dates, trend, options, news',
    'earnings preparation for a ticker',
  ],
  input: z.object({ ticker: ticker() }),
  steps: [
    { tool: 'earnings-calendar', input: (given) => ({ ticker: given.ticker }) },
    {
      tool: 'company-financials',
      input: (given) => ({ ticker: given.ticker, basis: 'quarterly' }),
    },
    { tool: 'edgar-filings', input: (given) => ({ ticker: given.ticker, form: '8-K' }) },
    { tool: 'options-chain', input: (given) => ({ ticker: given.ticker }) },
    { tool: 'search-news', input: (given) => ({ q: `${given.ticker} earnings` }) },
  ],
  examples: [{ input: { ticker: 'AAPL' }, at: '2026-01-03T12:00:00Z' }],
})
