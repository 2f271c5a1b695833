import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { line } from '../lib/fields.ts'
import { zone } from '../lib/instants.ts'

export default definePack({
  title: 'Schedule explained',
  tagline: 'A cron line in words, its next runs and the clock changes that it will meet.',
  asks: [
    'does daylight saving disturb my cron job',
    'explain a cron line with its upcoming runs in my time zone',
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
