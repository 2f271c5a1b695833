import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { line } from '../../base/lib/fields.ts'
import { zone } from '../../engines/time/instants.ts'

export default definePack({
  title: 'Schedule and clock changes',
  tagline:
    'A schedule through the year: its line in words, its runs and the clock changes that it will meet.',
  asks: [
    'which clock changes will my schedule meet',
    'schedule through the year with daylight saving and clock changes',
  ],
  input: z.object({
    expression: line(200)
      .min(1)
      .describe('A cron expression such as 30 2 * * *, or a nickname such as @daily.'),
    tz: zone().describe('IANA time zone whose clock the schedule follows.'),
  }),
  steps: [
    { tool: 'cron-explain', input: ({ expression }) => ({ expression }) },
    { tool: 'cron-next', input: ({ expression, tz }) => ({ expression, tz }) },
    { tool: 'timezone-info', input: ({ tz }) => ({ tz }) },
  ],
  examples: [
    { at: '2026-03-27T00:00:00Z', input: { expression: '30 2 * * *', tz: 'Europe/Berlin' } },
  ],
})
