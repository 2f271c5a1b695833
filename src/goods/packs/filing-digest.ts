import { z } from 'zod'
import { textAt } from './_results.ts'
import { definePack } from './_runtime.ts'
import { ticker } from './_ticker.ts'

export default definePack({
  title: 'Filing digest',
  tagline: 'The newest SEC filing of a kind found, read and boiled down.',
  asks: [
    'digest of the newest annual report of a company',
    'filing digest: find, read and sum up the last 10-K of a ticker',
  ],
  input: z.object({
    ticker: ticker(),
    form: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9 /-]{0,19}$/, { error: 'must be a form such as 10-K' })
      .describe('Form such as 10-K, 10-Q or 8-K.'),
  }),
  steps: [
    { tool: 'edgar-company-lookup', input: (given) => ({ ticker: given.ticker }) },
    {
      tool: 'edgar-filings',
      input: (given) => ({ ticker: given.ticker, form: given.form, limit: 1 }),
    },
    {
      tool: 'edgar-filing-text',
      after: ['edgar-filings'],
      input(_given, results) {
        const url = textAt(results['edgar-filings'], 'filings', 0, 'documentUrl')
        return url === null ? null : { url }
      },
    },
    {
      tool: 'summarize-extractive',
      after: ['edgar-filing-text'],
      input(_given, results) {
        const text = textAt(results['edgar-filing-text'], 'text')
        return text === null ? null : { text }
      },
    },
  ],
  examples: [{ input: { ticker: 'AAPL', form: '10-K' }, at: '2026-01-03T12:00:00Z' }],
})
