import { z } from 'zod'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { searches } from '../../../../buying/sellers/demand.ts'
import { clustersOf, type Cluster } from './_clusters.ts'

export default defineTool({
  route: 'GET /api/demand-radar',
  name: 'Demand radar',
  description:
    'What agents search for on this service and do not find: unmet demand for tools, clustered by words, with counts and the nearest tool.',
  asks: [
    'which tools do agents look for that nobody sells',
    'unmet demand: gaps in the catalog by number of searches',
    'what tools are missing here',
    'ideas for what to build',
  ],
  price: '$0.005',
  uses: { searches },
  input: z.object({
    days: z.int().min(1).max(90).default(30).describe('How many days back, 1 to 90, with today.'),
    sort: z
      .enum(['count', 'recent', 'unmet'])
      .default('count')
      .describe(
        'Sort order; count: the most searches first; recent: the latest first; unmet: only searches that no tool fits.',
      ),
    limit: z.int().min(1).max(100).default(20).describe('Most clusters, 1 to 100.'),
  }),
  output: z.object({
    clusters: z.array(
      z.object({
        terms: z
          .array(z.string())
          .describe('Words that these searches share, the most frequent first.'),
        searches: z
          .int()
          .describe('Number of searches; a client counts once a day for the same words.'),
        unmatched: z.int().describe('Number of searches that found no tool that fits.'),
        firstIso: z.string().describe('Day of the first search, in UTC.'),
        lastIso: z.string().describe('Day of the last search, in UTC.'),
        nearestTool: z.string().nullable().describe('The tool of this service that fits best.'),
      }),
    ),
    count: z.int().describe('Number of clusters.'),
    window: z.object({
      days: z.int(),
      fromIso: z.string().describe('First day, in UTC.'),
      toIso: z.string().describe('Last day: today.'),
      searches: z
        .int()
        .describe('Number of searches counted; searches without a plain word are not counted.'),
      toldMin: z
        .int()
        .describe(
          'Least clients a day for words to be shown; words of fewer clients stay private.',
        ),
      complete: z.boolean().describe('False if a day had more different words than are stored.'),
    }),
  }),
  examples: [
    {
      input: { days: 7, sort: 'unmet' },
      at: '2026-03-08T12:00:00Z',
      output: {
        clusters: [],
        count: 0,
        window: {
          days: 7,
          fromIso: '2026-03-02',
          toIso: '2026-03-08',
          searches: 0,
          toldMin: 3,
          complete: true,
        },
        untrustedContent: true,
      },
    },
  ],

  async run({ days, sort, limit }, { searches, now }) {
    const today = Math.floor(now() / DAY_MS)
    const from = today - days + 1
    const { rows, told, toldMin, isWhole } = await searches.since(from)
    const clusters = clustersOf(rows, told)
      .filter(({ unmatched }) => sort !== 'unmet' || unmatched > 0)
      .toSorted((a, b) => weightIn(b, sort) - weightIn(a, sort) || b.searches - a.searches)
      .slice(0, limit)
      .map(({ firstDay, lastDay, nearest, ...cluster }) => ({
        ...cluster,
        firstIso: dayIso(firstDay),
        lastIso: dayIso(lastDay),
        nearestTool: nearest,
      }))
    return {
      clusters,
      count: clusters.length,
      window: {
        days,
        fromIso: dayIso(from),
        toIso: dayIso(today),
        searches: rows.reduce((sum, row) => sum + row.searches, 0),
        toldMin,
        complete: isWhole,
      },
    }
  },
})

const dayIso = (day: number): string => isoDay(day * DAY_MS)

function weightIn({ searches, unmatched, lastDay }: Cluster, sort: 'count' | 'recent' | 'unmet') {
  if (sort === 'recent') return lastDay
  return sort === 'unmet' ? unmatched : searches
}
