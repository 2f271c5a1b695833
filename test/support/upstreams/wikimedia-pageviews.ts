import { standIn } from './define.ts'

/** As https://doc.wikimedia.org/generated-data-platform/aqs/analytics-api/ describes page views. */
const item = (article: string, day: string, views: number) => ({
  project: 'en.wikipedia',
  article,
  granularity: 'daily',
  timestamp: `${day.replaceAll('-', '')}00`,
  access: 'all-access',
  agent: 'user',
  views,
})

/** By days before the last one asked for: that is not counted yet. On one day nobody looked. */
const VIEWS = [
  [5, 1000],
  [4, 1200],
  [3, 1100],
  [1, 2200],
] as const

const DAY_MS = 86_400_000
const PATH =
  /^\/api\/rest_v1\/metrics\/pageviews\/per-article\/[a-z-]+\.wikipedia\/all-access\/user\/(.+)\/daily\/(\d{8})\/(\d{8})$/

export default standIn({
  at: 'UPSTREAM_WIKIMEDIA_PAGEVIEWS_URL',
  answer({ path }) {
    const [, article = '', from = '', to = ''] = PATH.exec(path) ?? []
    const last = Date.parse(to.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))
    const items = VIEWS.map(([before, views]) => ({
      day: new Date(last - before * DAY_MS).toISOString().slice(0, 10),
      views,
    })).filter(({ day }) => day.replaceAll('-', '') >= from)
    if (article === 'Stablecoin' && items.length > 0)
      return { items: items.map(({ day, views }) => item(article, day, views)) }
    return Response.json(
      { type: 'about:blank', title: 'Not Found', detail: 'The date(s) you used are valid, but…' },
      { status: 404 },
    )
  },
})
