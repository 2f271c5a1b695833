import { z } from 'zod'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'IPO watch',
  tagline:
    'Registrations, pricings and withdrawals of the month, fresh filings and the news about them.',
  asks: [
    'new listings of a month with fresh filings and news about them',
    'IPO watch: registrations, pricings, withdrawals and news',
  ],
  input: z.object({
    month: z
      .string()
      .regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: 'must be a month such as 2026-02' })
      .describe('Month, YYYY-MM.'),
  }),
  steps: [
    { tool: 'ipo-calendar', input: ({ month }) => ({ month }) },
    { tool: 'edgar-recent-ipos', input: () => ({ days: 14 }) },
    { tool: 'search-news', input: () => ({ q: 'initial public offering pricing' }) },
  ],
  examples: [{ input: { month: '2026-02' }, at: '2026-02-28T12:00:00Z' }],
})
