import { z } from 'zod'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { fred } from '../../../../capabilities/upstreams/fred.ts'

export default defineTool({
  route: 'GET /api/fred-release-calendar',
  name: 'US data release calendar',
  description: 'US economic data releases due in the coming days: jobs, inflation, GDP.',
  asks: [
    'when is the next CPI release',
    'economic calendar of the United States this week',
    'when do the next job numbers come out',
    'economic calendar',
  ],
  price: '$0.002',
  uses: { fred },
  input: z.object({
    days: z.int().min(1).max(60).default(7).describe('Number of days ahead, 1 to 60.'),
  }),
  output: z.object({
    releases: z
      .array(
        z.object({
          date: z.string().describe('Planned day of the release.'),
          releaseId: z.int().describe('Number of the release at FRED.'),
          name: z.string().nullable().describe('Name of the release.'),
        }),
      )
      .describe('Nearest first, from today on.'),
    count: z.int().describe('Number of releases.'),
  }),
  examples: [
    {
      input: { days: 14 },
      at: '2026-01-02T00:00:00Z',
      output: {
        releases: [
          { date: '2026-01-09', releaseId: 50, name: 'Employment Situation' },
          { date: '2026-01-13', releaseId: 10, name: 'Consumer Price Index' },
        ],
        count: 2,
        source: 'FRED, Federal Reserve Bank of St. Louis',
        asOf: '2026-01-02T00:00:00.000Z',
      },
    },
  ],

  async run({ days }, { fred, now }) {
    const [from, to] = [isoDay(now()), isoDay(now() + days * DAY_MS)]
    const releases = (await fred.releases(from, to))
      .filter(({ date }) => date >= from && date <= to)
      .map((one) => ({
        date: one.date,
        releaseId: one.release_id,
        name: one.release_name || null,
      }))
    return { releases, count: releases.length }
  },
})
