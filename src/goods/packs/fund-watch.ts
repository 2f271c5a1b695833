import { z } from 'zod'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Fund watch',
  tagline: 'What a fund manager holds, what changed and what was filed.',
  asks: [
    'watch a fund manager: holdings, changes and filings',
    'fund watch for the CIK of a manager',
  ],
  input: z.object({
    cik: z
      .string()
      .regex(/^(CIK)?\d{1,10}$/i, { error: 'must be up to 10 digits' })
      .describe('CIK of the manager at the SEC, such as 1067983.'),
  }),
  steps: [
    { tool: 'edgar-13f-holdings', input: ({ cik }) => ({ cik }) },
    { tool: 'edgar-filings', input: ({ cik }) => ({ cik, limit: 10 }) },
  ],
  examples: [{ input: { cik: '1067983' }, at: '2026-01-03T12:00:00Z' }],
})
