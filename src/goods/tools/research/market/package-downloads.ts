import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  npmDownloads,
  type DayDownloads,
} from '../../../../capabilities/upstreams/npm-downloads.ts'
import { pypistats } from '../../../../capabilities/upstreams/pypistats.ts'
import { lastDays, trendField, trendPct } from '../_trend.ts'

const PYPI_MAX = 10
const WEEK = 7
/** A day is counted up to this many days later; until then it reads as 0. */
const UNCOUNTED_DAYS_MAX = 3

const NAMES = {
  npm: /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/i,
  pypi: /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i,
}

const Package = z
  .object({
    system: z.enum(['npm', 'pypi']).describe('Registry of the package.'),
    name: z.string().max(214).describe('Name of the package there, such as viem or @scope/name.'),
  })
  .refine(({ system, name }) => NAMES[system].test(name), {
    error: 'must be a name that a package of this system can have',
    path: ['name'],
  })

export default defineTool({
  route: 'POST /api/package-downloads',
  name: 'Package downloads',
  description:
    'Download curves of npm and PyPI packages compared: weekly downloads, trend and leader.',
  asks: [
    'weekly downloads of an npm package',
    'compare downloads of two PyPI packages',
    'is react or vue used more',
    'popularity of a library',
  ],
  price: '$0.002',
  uses: { npmDownloads, pypistats },
  input: z.object({
    packages: z
      .array(Package)
      .min(1)
      .max(20)
      .describe(`1 to 20 packages, at most ${PYPI_MAX} of them of PyPI.`),
    days: z
      .int()
      .min(7)
      .max(365)
      .default(90)
      .describe('Whole days until yesterday, 7 to 365; PyPI counts reach back 180.'),
  }),
  output: z.object({
    packages: z
      .array(
        z.object({
          system: z.enum(['npm', 'pypi']),
          name: z.string(),
          found: z.boolean(),
          total: z.int().describe('Downloads of the days in `points`.'),
          weekly: z.int().describe('Downloads of the last seven days in `points`.'),
          trendPct: trendField(),
          points: z
            .array(z.object({ date: z.string(), downloads: z.int() }))
            .describe('Downloads by day, UTC; the last days are left out until they are counted.'),
        }),
      )
      .describe('Packages in the order of the input. The counts include robots and build servers.'),
    leader: z
      .string()
      .nullable()
      .describe(
        'Package with the most downloads in the last week; null if the systems differ or two are equal.',
      ),
    count: z.int(),
  }),
  examples: [
    {
      input: {
        packages: [
          { system: 'npm', name: 'viem' },
          { system: 'npm', name: 'nosuchpackage' },
        ],
        days: 8,
      },
      at: '2026-01-01T00:00:00Z',
      output: {
        packages: [
          {
            system: 'npm',
            name: 'viem',
            found: true,
            total: 7210,
            weekly: 7210,
            trendPct: 4,
            points: [
              { date: '2025-12-24', downloads: 1000 },
              { date: '2025-12-25', downloads: 1010 },
              { date: '2025-12-26', downloads: 1020 },
              { date: '2025-12-27', downloads: 1030 },
              { date: '2025-12-28', downloads: 1040 },
              { date: '2025-12-29', downloads: 1050 },
              { date: '2025-12-30', downloads: 1060 },
            ],
          },
          {
            system: 'npm',
            name: 'nosuchpackage',
            found: false,
            total: 0,
            weekly: 0,
            trendPct: null,
            points: [],
          },
        ],
        leader: 'viem',
        count: 2,
        source: 'npm downloads',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
    { input: { packages: [{ system: 'pypi', name: 'requests' }] }, at: '2026-01-01T00:00:00Z' },
  ],

  async run({ packages, days }, { npmDownloads, pypistats, now }) {
    if (packages.filter(({ system }) => system === 'pypi').length > PYPI_MAX)
      throw badInput(`packages: must have at most ${PYPI_MAX} packages of PyPI.`)
    const { from, to } = lastDays(now(), days)
    const compared = await Promise.all(
      packages.map(async ({ system, name }) => {
        const told =
          system === 'npm'
            ? await npmDownloads.daily(name, from, to)
            : await pypistats.daily(name.toLowerCase().replaceAll(/[._-]+/g, '-'))
        const points = counted((told ?? []).filter(({ date }) => date >= from && date <= to))
        const downloads = points.map((point) => point.downloads)
        return {
          system,
          name,
          found: told !== null,
          total: sumOf(downloads),
          weekly: sumOf(downloads.slice(-WEEK)),
          trendPct: trendPct(downloads),
          points,
        }
      }),
    )
    return { packages: compared, leader: leaderOf(compared), count: compared.length }
  },
})

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** Without the last days that nobody has counted yet. */
function counted(points: readonly DayDownloads[]): readonly DayDownloads[] {
  const last = points.findLastIndex(({ downloads }) => downloads > 0)
  const isSoon = points.length - 1 - last <= UNCOUNTED_DAYS_MAX
  return last >= 0 && isSoon ? points.slice(0, last + 1) : points
}

interface Compared {
  readonly system: string
  readonly name: string
  readonly weekly: number
}

/** The systems count in different ways, so a leader exists only within one system. */
function leaderOf(all: readonly Compared[]): string | null {
  if (new Set(all.map(({ system }) => system)).size > 1) return null
  const [first, second] = all.toSorted((a, b) => b.weekly - a.weekly)
  return first && first.weekly > (second?.weekly ?? 0) ? first.name : null
}
