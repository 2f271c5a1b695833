import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { gdelt } from '../../../../capabilities/upstreams/gdelt.ts'
import { github } from '../../../../capabilities/upstreams/github.ts'
import { hackerNews } from '../../../../capabilities/upstreams/hacker-news.ts'
import { wikimediaPageviews } from '../../../../capabilities/upstreams/wikimedia-pageviews.ts'
import { wikipedia } from '../../../../capabilities/upstreams/wikipedia.ts'
import { lastDays, mean, rounded, trendField, trendPct } from '../_trend.ts'

/** GDELT has media coverage for at most this long. */
const NEWS_DAYS_MAX = 90

/** The value of each source that gives the full score; the score is logarithmic. */
const FULL = { dailyViews: 100_000, articles: 100_000, posts: 10_000, repos: 10_000 }

export default defineTool({
  route: 'GET /api/search-volume',
  name: 'Topic interest',
  description:
    'Public interest in a topic from independent sources: Wikipedia readers, world media, forums, code.',
  asks: [
    'how popular is a topic with the public',
    'public interest in a topic as one score',
    'is a subject getting popular',
    'trend of a keyword',
    'how much interest is there in a product',
  ],
  price: '$0.003',
  uses: { wikipedia, wikimediaPageviews, gdelt, hackerNews, github },
  input: z.object({
    topic: searchText(200).describe('The topic in English, such as stablecoin.'),
    days: z.int().min(7).max(365).default(60).describe('How far back, 7 to 365 days.'),
  }),
  output: z.object({
    topic: z.string(),
    wikipedia: z
      .object({
        article: z.string().describe('The article that fits the topic best.'),
        dailyViews: z.number(),
        trendPct: trendField(),
      })
      .nullable(),
    news: z
      .object({
        articles: z.int().describe('Number of articles in GDELT that fit.'),
        days: z.int().describe('Number of days searched, at most 90.'),
        trendPct: trendField(),
      })
      .nullable(),
    hackerNews: z.object({ stories: z.int(), comments: z.int() }).nullable(),
    github: z
      .object({ repos: z.int().describe('Repositories made in that time that name it.') })
      .nullable(),
    missing: z
      .array(z.string())
      .describe('Sources that did not answer; they do not count in `score`.'),
    score: z
      .number()
      .describe(
        '0 to 100, mean of the traces: by the number of digits of views a day (full: 100,000), ' +
          'articles (100,000), stories with comments (10,000), repositories (10,000).',
      ),
  }),
  examples: [
    {
      input: { topic: 'zero knowledge', days: 30 },
      at: '2026-01-01T00:00:00Z',
      output: {
        topic: 'zero knowledge',
        wikipedia: null,
        news: { articles: 100, days: 30, trendPct: 50 },
        hackerNews: { stories: 31, comments: 480 },
        github: { repos: 0 },
        missing: ['wikipedia'],
        score: 36,
        source:
          'Wikipedia (CC BY-SA 4.0), GDELT Project (https://www.gdeltproject.org/), Hacker News Search, GitHub',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ topic, days }, { wikipedia, wikimediaPageviews, gdelt, hackerNews, github, now }) {
    const sinceMs = now() - days * DAY_MS

    async function readers() {
      const { results } = await wikipedia.search(topic, 'en', 1)
      const article = results[0]?.title
      if (article === undefined)
        throw new Fault('not_found', 'Wikipedia has no article on this topic.')
      const asked = { article, language: 'en', ...lastDays(now(), days) }
      const views = (await wikimediaPageviews.daily(asked)).map((point) => point.views)
      return { article, dailyViews: rounded(mean(views) ?? 0, 1), trendPct: trendPct(views) }
    }

    async function media() {
      const newsDays = Math.min(days, NEWS_DAYS_MAX)
      const counts = (await gdelt.count(topic, newsDays)).map(({ value }) => value)
      const articles = counts.reduce((sum, value) => sum + value, 0)
      return { articles: Math.round(articles), days: newsDays, trendPct: trendPct(counts) }
    }

    async function posts() {
      const asked = { q: topic, sort: 'date', limit: 1, sinceMs } as const
      const [stories, comments] = await Promise.all([
        hackerNews.search({ ...asked, kind: 'story' }),
        hackerNews.search({ ...asked, kind: 'comment' }),
      ])
      return { stories: stories.total, comments: comments.total }
    }

    async function code() {
      const since = new Date(sinceMs).toISOString().slice(0, 10)
      const q = `"${topic.replaceAll(/["\\]/g, ' ')}" created:>=${since}`
      const { total_count: repos } = await github.search({ q, sort: undefined, limit: 1 })
      return { repos }
    }

    const [views, news, hn, made] = await Promise.all([
      ended(readers()),
      ended(media()),
      ended(posts()),
      ended(code()),
    ])
    const traces = { wikipedia: views, news, hackerNews: hn, github: made }
    const faults = Object.values(traces).flatMap(({ fault }) => fault ?? [])
    if (faults[0] && faults.length === Object.keys(traces).length) throw faults[0]
    const shares = [
      ...(views.value ? [shareOf(views.value.dailyViews, FULL.dailyViews)] : []),
      ...(news.value ? [shareOf(news.value.articles, FULL.articles)] : []),
      ...(hn.value ? [shareOf(hn.value.stories + hn.value.comments, FULL.posts)] : []),
      ...(made.value ? [shareOf(made.value.repos, FULL.repos)] : []),
    ]
    return {
      topic,
      wikipedia: views.value,
      news: news.value,
      hackerNews: hn.value,
      github: made.value,
      missing: Object.entries(traces).flatMap(([name, { value }]) => (value ? [] : [name])),
      score: rounded((mean(shares) ?? 0) * 100, 0),
    }
  },
})

/** The answer of a source, or why it gave none. */
async function ended<T>(asked: Promise<T>) {
  try {
    return { value: await asked, fault: null }
  } catch (thrown) {
    if (!(thrown instanceof Fault) || thrown.code === 'caller_gone') throw thrown
    return { value: null, fault: thrown }
  }
}

const shareOf = (count: number, full: number): number =>
  Math.min(1, Math.log10(1 + count) / Math.log10(1 + full))
