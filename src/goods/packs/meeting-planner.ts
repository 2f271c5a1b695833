import { z } from 'zod'
import { textAt } from './_results.ts'
import { definePack } from './_runtime.ts'
import { line } from '../../base/lib/fields.ts'
import { zone } from '../../engines/time/instants.ts'

const ZONES_MAX = 20

export default definePack({
  title: 'Meeting planner',
  tagline: 'The hour that suits every time zone, on the clock of each, with its calendar file.',
  asks: [
    'meeting planner for several time zones, with its calendar file',
    'plan the hour of a meeting that suits every time zone',
    'invite people in different countries to a call',
  ],
  input: z.object({
    zones: z
      .string()
      .max(2_000)
      .transform((text) => text.split(',').flatMap((name) => name.trim() || []))
      .pipe(z.array(zone()).min(1).max(ZONES_MAX))
      .describe(`IANA time zones of those who meet, 1 to ${ZONES_MAX}, separated by commas.`),
    date: z.iso.date().describe('Day of the meeting, YYYY-MM-DD, in the first zone.'),
    title: line(500).min(1).describe('Title of the meeting, up to 500 characters.'),
  }),
  steps: [
    { tool: 'meeting-slots', input: ({ zones, date }) => ({ zones, date }) },
    {
      tool: 'time-convert',
      after: ['meeting-slots'],
      input({ zones }, results) {
        const time = textAt(results['meeting-slots'], 'best', 'startIso')
        return time === null ? null : { time, to: zones }
      },
    },
    {
      tool: 'ics-create',
      after: ['meeting-slots'],
      input({ title }, results) {
        const [startIso, endIso] = ['startIso', 'endIso'].map((name) =>
          textAt(results['meeting-slots'], 'best', name),
        )
        return startIso && endIso ? { events: [{ title, startIso, endIso }] } : null
      },
    },
  ],
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { zones: 'Europe/Berlin, America/New_York', date: '2026-01-15', title: 'Kick-off' },
    },
  ],
})
