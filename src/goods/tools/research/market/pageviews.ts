import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { wikimediaPageviews } from '../../../../capabilities/upstreams/wikimedia-pageviews.ts'
import { daysBetween, lastDays, mean, rounded, trendField, trendPct } from '../_trend.ts'

const Point = z.object({ date: z.string().describe('Day, UTC.'), views: z.int() })

export default defineTool({
  route: 'GET /api/pageviews',
  name: 'Wikipedia page views',
  description:
    'Daily Wikipedia views of an article as an interest curve: readers a day, peak and trend.',
  asks: [
    'how many readers a day has a Wikipedia article',
    'daily views of a Wikipedia article',
    'how many people read an article on Wikipedia',
    'interest in a person',
  ],
  price: '$0.001',
  uses: { wikimediaPageviews },
  input: z.object({
    article: searchText(255).describe(
      'Exact title of the article; views of redirects are counted separately.',
    ),
    language: z
      .string()
      .max(20)
      .regex(/^[a-z]{2,8}(-[a-z]{2,8}){0,2}$/, { error: 'must be a language code such as en' })
      .default('en')
      .describe('Language edition, such as en or de.'),
    days: z.int().min(1).max(365).default(60).describe('Whole days until yesterday, 1 to 365.'),
  }),
  output: z.object({
    article: z.string(),
    points: z
      .array(Point)
      .describe('Views by people, up to the last day that is counted; a day without views has 0.'),
    total: z.int(),
    mean: z.number().nullable().describe('Mean views a day.'),
    trendPct: trendField(),
    peak: Point.nullable(),
  }),
  examples: [
    {
      input: { article: 'Stablecoin', days: 30 },
      at: '2026-01-01T00:00:00Z',
      output: {
        article: 'Stablecoin',
        points: [
          { date: '2025-12-26', views: 1000 },
          { date: '2025-12-27', views: 1200 },
          { date: '2025-12-28', views: 1100 },
          { date: '2025-12-29', views: 0 },
          { date: '2025-12-30', views: 2200 },
        ],
        total: 5500,
        mean: 1100,
        trendPct: 0,
        peak: { date: '2025-12-30', views: 2200 },
        source: 'Wikimedia page views (CC0)',
        asOf: '2025-12-30T00:00:00.000Z',
      },
    },
  ],

  async run({ article, language, days }, { wikimediaPageviews, now }) {
    const { from, to } = lastDays(now(), days)
    const told = await wikimediaPageviews.daily({ article, language, from, to })
    const byDay = new Map(told.map(({ date, views }) => [date, views]))
    const [first, last] = [told[0], told.at(-1)]
    // Days before the article existed and days that are not counted yet have no point.
    const dates = first && last ? daysBetween(first.date, last.date) : []
    const points = dates.map((date) => ({ date, views: byDay.get(date) ?? 0 }))
    const views = points.map((point) => point.views)
    const average = mean(views)
    return {
      article,
      points,
      total: views.reduce((sum, each) => sum + each, 0),
      mean: average === null ? null : rounded(average, 1),
      trendPct: trendPct(views),
      peak: points.toSorted((a, b) => b.views - a.views)[0] ?? null,
    }
  },
})
